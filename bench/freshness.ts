/**
 * What weights are worth: `node bench/freshness.ts [runs]`, by default 5 runs of a simulated year of 1,000 pages each, whose changes are
 * spread over eight octaves, visited every 10 days on the average by the production schedule. n sites or more link to one page in
 * n; relevance is spread evenly. Each row is one setting; the columns say what part of the time pages were as stored.
 */
import { dayMs, type FreshnessSettings } from '../lib/domain/revisit/freshness-settings.ts';
import { popularityOf } from '../lib/domain/revisit/popularity.ts';
import {
  freshnessOf,
  type SimulatedPage,
  simulateRevisits,
} from '../test/support/long-crawl/revisit-simulation.ts';

const runs = Number(process.argv[2] ?? 5);
const settings: FreshnessSettings = {
  ...{ everyMs: 10 * dayMs, minMs: dayMs, maxMs: 120 * dayMs },
  ...{ per: 'page', relevance: 0, popularity: 0, popularityBy: 'sites', share: 0.25, maintenanceShare: 0.9 },
};
type Worth = (page: SimulatedPage) => number;
const columns: readonly (readonly [string, Worth])[] = [
  ['all alike', () => 1],
  ['weighted by popularity', ({ sites }) => popularityOf(sites)],
  ['10 sites or more', ({ sites }) => Number(sites >= 10)],
  ['no site', ({ sites }) => Number(sites === 0)],
  ['weighted by relevance', ({ relevance }) => relevance],
  ['the surest tenth', ({ relevance }) => Number(relevance >= 0.9)],
  ['the least sure tenth', ({ relevance }) => Number(relevance < 0.1)],
];
const rows: readonly (readonly [string, Partial<FreshnessSettings>])[] = [
  ['none', {}],
  ['`popularity: 1`', { popularity: 1 }],
  ['`popularity: 4`', { popularity: 4 }],
  ['`popularity: 16`', { popularity: 16 }],
  ['`relevance: 1`', { relevance: 1 }],
  ['`relevance: 4`', { relevance: 4 }],
  ['both 4', { popularity: 4, relevance: 4 }],
];

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

console.log(`| weights | visits a day | ${columns.map(([title]) => title).join(' | ')} |`);
console.log(`|---|${'---:|'.repeat(columns.length + 1)}`);
for (const [title, weights] of rows) {
  const years = Array.from({ length: runs }, (_, run) =>
    simulateRevisits({
      ...{ seed: run + 1, hosts: 40, pagesPerHost: 25, ownRates: true },
      settings: { ...settings, ...weights },
    }),
  );
  const cells = columns.map(([, worth]) => mean(years.map(({ pages }) => freshnessOf(pages, worth))));
  const perDay = mean(years.map((year) => year.perDay));
  console.log(
    `| ${title} | ${perDay.toFixed(1)} | ${cells.map((cell) => `${(100 * cell).toFixed(1)} %`).join(' | ')} |`,
  );
}
