/**
 * What a page of a focused crawl costs while more and more URLs wait, and the ranks of URLs are revised all the time:
 * `node bench/focus-units.ts [--pending 1000,10000,100000] [--minutes 2]`. The real pipeline on the real adapters of AWS against a
 * local cloud, under a clock that is held (test/support/metered-crawl.ts). Each page links to URLs that wait already, on
 * all hosts, with anchors that are on topic or not as chance has it, and to as many new ones as a turn takes away.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultFocus } from '../lib/domain/focus/focus-settings.ts';
import type { JobSettings } from '../lib/domain/settings.ts';
import { startCloud, stopCloud } from '../localstack/cloud.ts';
import { meteredCrawl } from '../test/support/metered-crawl.ts';
import { seededRandom } from '../test/support/seeded-random.ts';
import { testSettings } from '../test/support/settings.ts';
import { termTopic } from '../test/support/topic.ts';
import { startWeb } from '../test/support/web-server.ts';
import { billOf } from './units-bill.ts';

const { values } = parseArgs({
  options: {
    pending: { type: 'string', default: '1000,10000,100000' },
    minutes: { type: 'string', default: '2' },
  },
});

const hosts = 20;
const [knownLinks, newLinks] = [15, 3];
const words = ['owls', 'nests', 'barns', 'taxes', 'trains', 'chairs', 'roads', 'tables'];
const base = testSettings('bench');
const settings: JobSettings = {
  ...base,
  limits: { pagesPerDay: 1_000_000_000 },
  topic: termTopic('10: owls=BIRDS\n5: nests=BIRDS\n2: barns=BIRDS'),
  focus: { ...defaultFocus, mode: 'soft' },
  turn: { ...base.turn, maxPages: 5 },
  traps: { ...base.traps, hold: false },
};

interface Row {
  readonly pending: number;
  readonly pages: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly cpuMs: number;
}

async function measure(
  cloud: Awaited<ReturnType<typeof startCloud>>,
  pending: number,
  minutes: number,
): Promise<Row> {
  const random = seededRandom(pending, 1);
  const any = (below: number): number => Math.floor(random() * below);
  const word = (): string => words[any(words.length)] as string;
  let made = pending;
  const web = await startWeb({
    pages({ path, port }) {
      if (path === '/robots.txt') return undefined;
      const link = (number: number): string =>
        `<p>${word()} ${word()} <a href="http://h${number % hosts}.localhost:${port}/${number}">${word()}</a></p>`;
      const known = Array.from({ length: knownLinks }, () => link(any(made)));
      const fresh = Array.from({ length: newLinks }, () => link(made++));
      const body = `<title>${path}</title><h1>${word()} ${path}</h1>${[...known, ...fresh].join('\n')}`;
      return { headers: { 'content-type': 'text/html' }, body };
    },
  });
  const seeds = Array.from({ length: pending }, (_, at) => web.url(`h${at % hosts}.localhost`, `/${at}`));
  try {
    const crawl = await meteredCrawl(cloud, seeds, settings, { warmUp: 1, minutes });
    const { pages } = crawl;
    const { total, harvestCpuMs } = billOf(crawl);
    crawl.close();
    const per = (amount: number): number => amount / Math.max(1, pages);
    return {
      ...{ pending, pages, cpuMs: per(harvestCpuMs) },
      ...{ writeUnits: per(total.writeUnits), readUnits: per(total.readUnits) },
    };
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
  console.log(
    `\nA soft crawl on ${hosts} hosts, five pages a turn, ${knownLinks} links of a page to known URLs and ${newLinks} to new ones.\n`,
  );
  console.log(
    '| URLs that wait | pages | write units a page | read units a page | CPU ms a page, harvester |',
  );
  console.log('|---:|---:|---:|---:|---:|');
  for (const pending of values.pending.split(',').map(Number)) {
    const row = await measure(cloud, pending, Number(values.minutes));
    const cells = [row.writeUnits, row.readUnits, row.cpuMs].map((value) => value.toFixed(2));
    console.log(`| ${row.pending} | ${row.pages} | ${cells.join(' | ')} |`);
  }
} finally {
  await stopCloud(home);
  rmSync(home, { recursive: true, force: true });
}
