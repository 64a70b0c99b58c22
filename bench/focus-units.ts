/**
 * What a page of a focused crawl costs while more and more URLs wait, and the ranks of URLs are revised all the time:
 * `node bench/focus-units.ts [--pending 1000,10000,100000] [--yield off,on] [--minutes 2] [--forget] [--distil 0]`. The real pipeline on the real
 * adapters of AWS against a local cloud, under a clock that is held (test/support/cloud/metered-crawl.ts). The web is in
 * bench/waiting-web.ts. Counted from when all URLs wait, and as many come as go. `--forget`: the recycler remembers no
 * URL, so that hosts are told of each link, as for most links of a crawl with more URLs than it remembers. `--distil`: what good
 * hubs link to is raised after so many pages (`focus.distill`). `--yield`: whether it is learnt which regions bring something; each page
 * says something new, so nothing is held, and both are the same crawl but for the order of URLs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultFocus } from '../lib/domain/focus/focus-settings.ts';
import type { JobSettings } from '../lib/domain/settings/settings.ts';
import { startCloud, stopCloud } from '../localstack/cloud.ts';
import { meteredCrawl } from '../test/support/cloud/metered-crawl.ts';
import { testSettings } from '../test/support/settings.ts';
import { termTopic } from '../test/support/topic/topic.ts';
import { type Bill, billOf, unitNames } from './units-bill.ts';
import { table } from './units-tables.ts';
import { startWaitingWeb } from './waiting-web.ts';

const { values } = parseArgs({
  options: {
    pending: { type: 'string', default: '1000,10000,100000' },
    yield: { type: 'string', default: 'off,on' },
    minutes: { type: 'string', default: '2' },
    forget: { type: 'boolean', default: false },
    distil: { type: 'string', default: '0' },
  },
});

const [hosts, knownLinks, pagesPerTurn] = [20, 15, 5];
/** The dispatcher looks every ten seconds. */
const pagesPerMinute = hosts * pagesPerTurn * 5;
const base = testSettings('bench');
const settingsOf = (hold: boolean): JobSettings => ({
  ...base,
  limits: { pagesPerDay: 1_000_000_000 },
  topic: termTopic('10: owls=BIRDS\n5: nests=BIRDS\n2: barns=BIRDS'),
  focus: { ...defaultFocus, mode: 'soft', distill: Number(values.distil) },
  turn: { ...base.turn, maxPages: pagesPerTurn },
  yield: { ...base.yield, hold },
});

interface Measured {
  readonly name: string;
  readonly pages: number;
  readonly bill: Bill;
}

async function measure(
  cloud: Awaited<ReturnType<typeof startCloud>>,
  pending: number,
  hold: boolean,
): Promise<Measured> {
  const web = await startWaitingWeb({ hosts, waiting: pending, knownLinks });
  try {
    const span = {
      // Until all seeds were fetched, their links are delivered, and the hosts have put them away.
      warmUp: Math.ceil(web.seeds.length / pagesPerMinute) + 2,
      minutes: Number(values.minutes),
      ...(values.forget ? { remembers: 0 } : {}),
    };
    const crawl = await meteredCrawl(cloud, web.seeds, settingsOf(hold), { span });
    crawl.close();
    const name = `${web.waiting()} wait${hold ? ', yield' : ''}`;
    return { name, pages: crawl.pages, bill: billOf(crawl) };
  } finally {
    await web.close();
  }
}

const home = mkdtempSync(join(tmpdir(), 'winnow-bench-cloud-'));
const cloud = await startCloud({
  ...{ home, strict: false, port: 0, startedBy: 'bench/focus-units.ts', preferMiniStack: true },
  say: (line) => console.error(line),
});
try {
  const all: Measured[] = [];
  for (const pending of values.pending.split(',').map(Number)) {
    for (const mode of values.yield.split(',')) {
      const began = performance.now();
      all.push(await measure(cloud, pending, mode === 'on'));
      console.error(`${pending}, yield ${mode}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    }
  }
  const per = (of: (bill: Bill) => number, digits = 3): string[] =>
    all.map(({ bill, pages }) => (of(bill) / pages).toFixed(digits));
  const names = [
    ...new Set(all.flatMap(({ bill }) => bill.items.map(({ part, cause }) => `${part}: ${cause}`))),
  ];
  const unitsOf = (bill: Bill, name: string): number =>
    bill.items
      .filter(({ part, cause }) => `${part}: ${cause}` === name)
      .reduce((sum, { writeUnits, readUnits, puts, gets }) => sum + writeUnits + readUnits + puts + gets, 0);
  console.log(
    `\nA soft crawl on ${hosts} hosts, ${pagesPerTurn} pages a turn; a page links to ${knownLinks} URLs that wait, and to a new one.\n`,
  );
  console.log(
    table(
      ['a page', ...all.map(({ name }) => name)],
      [
        ['pages', ...all.map(({ pages }) => String(pages))],
        ...unitNames.map((unit) => [unit, ...per(({ total }) => total[unit])]),
        ['CPU ms, harvester', ...per(({ harvestCpuMs }) => harvestCpuMs, 1)],
        ...names
          .filter((name) => all.some(({ bill, pages }) => unitsOf(bill, name) / pages >= 0.05))
          .map((name) => [name, ...per((bill) => unitsOf(bill, name))]),
      ],
    ),
  );
} finally {
  await stopCloud(home);
  rmSync(home, { recursive: true, force: true });
}
