/**
 * Billed units per fetched page on AWS: `node bench/units.ts [--pages 2000] [--hosts 20] [--only 1,5,25,gap] [--span 3,15] [--yield on]`.
 * `--span`: minutes that are passed over, and minutes that are measured, in place of the whole crawl. The real
 * pipeline on the real adapters against a local cloud of its own; what is billed is computed by AWS's rules from what
 * was sent (lib/adapters/aws/metering/meter.ts). How it is run: test/support/cloud/metered-crawl.ts. Markdown, as in bench/results/costs.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { JobSettings } from '../lib/domain/settings/settings.ts';
import { startCloud, stopCloud } from '../localstack/cloud.ts';
import { clientsOf } from '../test/support/cloud/local-cloud.ts';
import { meteredCrawl } from '../test/support/cloud/metered-crawl.ts';
import { testSettings } from '../test/support/settings.ts';
import { benchSite } from './site.ts';
import { billOf } from './units-bill.ts';
import { assumed } from './units-lambda.ts';
import { atRest, storage } from './units-rest.ts';
import { stored } from './units-stored.ts';
import { itemised, type Measured, overview, priceNote } from './units-tables.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '2000' },
    hosts: { type: 'string', default: '20' },
    only: { type: 'string', default: '1,5,25,gap' },
    span: { type: 'string' },
    yield: { type: 'string', default: 'on' },
  },
});
const restMinutes = 10;
const [warmUp = 0, minutes = 0] = (values.span ?? '').split(',').map(Number);
const span = values.span === undefined ? undefined : { warmUp, minutes };

const usual = testSettings('bench');
const base: JobSettings = {
  ...usual,
  limits: { pagesPerDay: 1_000_000_000 },
  yield: { ...usual.yield, hold: values.yield !== 'off' },
};
const turnsOf = (maxPages: number): JobSettings => ({ ...base, turn: { ...base.turn, maxPages } });
const scenarios: Readonly<Record<string, readonly [name: string, settings: JobSettings]>> = {
  '1': ['1 a turn', turnsOf(1)],
  '5': ['5 a turn', turnsOf(5)],
  '25': ['25 a turn', turnsOf(25)],
  gap: ['gap 60 s', { ...turnsOf(5), politeness: { ...base.politeness, gapMs: 60_000 } }],
};

const home = mkdtempSync(join(tmpdir(), 'winnow-bench-cloud-'));
const cloud = await startCloud({
  home,
  strict: false,
  port: 0,
  startedBy: 'bench/units.ts',
  preferMiniStack: true,
  say: (line) => console.error(line),
});
const site = await benchSite(Number(values.pages), { hosts: Number(values.hosts) });
try {
  const measured: Measured[] = [];
  const rest: string[] = [];
  for (const key of values.only.split(',')) {
    const [name, settings] = scenarios[key] ?? [];
    if (name === undefined || settings === undefined)
      throw new Error(`--only knows 1, 5, 25 and gap, not ${key}`);
    const began = performance.now();
    const crawl = await meteredCrawl(cloud, site.seeds, settings, span && { span });
    const turns = Object.values(crawl.turns).reduce((sum, count) => sum + count, 0);
    const { pages, parts } = crawl;
    measured.push({ name, pages, turns, minutes: parts.dispatch.invocations, bill: billOf(crawl) });
    console.error(`${name}: ${pages} pages in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    // At rest, and kept, is what a crawl leaves that came to its end.
    if (key === '5' && span === undefined) {
      const clients = clientsOf(cloud);
      rest.push(atRest(await crawl.rest(restMinutes), restMinutes));
      rest.push(storage(await stored(clients, crawl.resources), pages));
      clients.close();
    }
    crawl.close();
  }
  console.log(
    `\n${values.pages} pages of 30 to 60 KB with about 50 links on ${values.hosts} hosts, all stored. ${priceNote()}\n`,
  );
  console.log(overview(measured));
  for (const one of measured) {
    console.log(`\n### ${one.name}: ${one.pages} pages, ${one.turns} turns, ${one.minutes} minutes\n`);
    console.log(itemised(one));
  }
  for (const part of rest) console.log(`\n${part}`);
  console.log(`\nLambda's time is worked out with ${JSON.stringify(assumed)}; see bench/units-lambda.ts.`);
} finally {
  await site.close();
  await stopCloud(home);
  rmSync(home, { recursive: true, force: true });
}
