/**
 * Strategies side by side on sites whose relevant pages lie behind tunnels, each crawl through the whole pipeline and ended
 * after a part of the site's pages. `node bench/strategies.ts [--sites 20] [--first 1] [--part 0.5] [--plot FILE] [--own] [--json]`;
 * `--own` adds shark search, a plug-in.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pluginHost } from '../lib/adapters/plugins/plugin-host.ts';
import { presetNames } from '../lib/domain/strategy/presets.ts';
import type { GivenStage } from '../lib/domain/strategy/strategy-settings.ts';
import { topicWords, tunnelSite } from '../test/support/tunnel-web/tunnel-site.ts';
import { crawlSite, type SiteRun } from './strategies/crawl-site.ts';
import { plotOf } from './strategies/plot.ts';

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '20' },
    first: { type: 'string', default: '1' },
    part: { type: 'string', default: '0.5' },
    plot: { type: 'string' },
    own: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const first = Number(values.first);
const seeds = Array.from({ length: Number(values.sites) }, (_, at) => first + at);
const part = Number(values.part);

interface Sum extends Omit<SiteRun, 'curve'> {
  /** Mean share of the relevant pages that were found, at each hundredth of the loads. */
  readonly curve: readonly number[];
}

/** A strategy of one's own: the plug-in of examples. */
const shark: Partial<GivenStage> = {
  ranking: [
    {
      rules: [
        {
          name: 'shark',
          score: 1,
          plugin: {
            ...{ id: 'shark-search', file: 'shark-search.ts', digest: 'shark', deadlineMs: 5_000 },
            options: { words: topicWords.map((word) => `${word}*`) },
          },
        },
      ],
    },
  ],
};
const module = new URL('../examples/plugins/shark-search.ts', import.meta.url).href;
const rules = pluginHost({ moduleOf: () => module, now: () => performance.now() });
const stages = new Map<string, Partial<GivenStage>>(presetNames.map((preset) => [preset, { preset }]));
if (values.own) stages.set('shark search, a plug-in', shark);

const points = 100;
const sums = new Map<string, Sum>();
let all = 0;
for (const seed of seeds) {
  const site = tunnelSite(seed);
  all += site.relevant.size;
  const runs: Record<string, SiteRun> = {};
  for (const [name, stage] of stages) {
    const run = await crawlSite(site, stage, Math.ceil(site.pages.size * part), rules);
    runs[name] = run;
    sums.set(name, added(sums.get(name), run, site.relevant.size));
  }
  const figures = Object.entries(runs).map(([name, { relevant, expensive }]) => [name, relevant, expensive]);
  if (values.json)
    console.log(
      JSON.stringify({
        seed,
        pages: site.pages.size,
        relevant: site.relevant.size,
        tunnels: site.tunnels,
        figures,
      }),
    );
}

const full = sums.get('best-score');
console.log(
  `${seeds.length} sites (${seeds[0]} to ${seeds.at(-1)}), ${all} relevant pages, ${part * 100} % of the pages loaded`,
);
console.log(
  '| strategy | loads | relevant | of all | of full scoring | expensive evaluations | of full scoring | all evaluations |',
);
console.log('|---|---:|---:|---:|---:|---:|---:|---:|');
for (const [name, { loads, relevant, expensive, evaluations }] of sums) {
  const row = [loads, relevant, percent(relevant, all), percent(relevant, full?.relevant ?? 0)];
  console.log(
    `| ${[name, ...row, expensive, percent(expensive, full?.expensive ?? 0), evaluations].join(' | ')} |`,
  );
}
await rules.close();
if (values.plot !== undefined)
  writeFileSync(
    values.plot,
    plotOf(
      [...sums].map(([name, { curve }]) => ({ name, curve: curve.map((one) => one / seeds.length) })),
      part,
    ),
  );

function added(sum: Sum | undefined, run: SiteRun, relevant: number): Sum {
  const curve = Array.from({ length: points + 1 }, (_, at) => {
    const found = run.curve[Math.round((at / points) * run.curve.length) - 1] ?? 0;
    return (sum?.curve[at] ?? 0) + found / Math.max(1, relevant);
  });
  return {
    loads: (sum?.loads ?? 0) + run.loads,
    relevant: (sum?.relevant ?? 0) + run.relevant,
    expensive: (sum?.expensive ?? 0) + run.expensive,
    evaluations: (sum?.evaluations ?? 0) + run.evaluations,
    curve,
  };
}

function percent(one: number, of: number): string {
  return of === 0 ? '–' : `${((one / of) * 100).toFixed(1)} %`;
}
