/**
 * Crawls of webs that are drawn at random, by the domain's code alone (no network): the share of fetches that went into
 * traps, honest pages that were not fetched, and fetches in traps that say something new on every page, counted apart.
 * `node bench/random-webs.ts [--seeds 1-200] [--failures] [--named all] [--order 1] [--urls 5] [--quiet]`. The seed of a web is its name: `random/17`. `--named` crawls the webs
 * made by hand that `bench/traps.ts` has: `all`, `standard`, `single`, `honest`, or their names with commas between them.
 * `--order` fetches URLs of neighbouring depths in a drawn order, another one for each number.
 */
import { parseArgs } from 'node:util';
import { crawlByYield } from '../test/domain/yield/simulated-crawl.ts';
import { failureWeb, namedFailures } from '../test/support/random-web/named-failures.ts';
import { randomWeb } from '../test/support/random-web/random-web.ts';
import type { TrapWeb } from '../test/support/trap-web/trap-web.ts';
import { honestSites, singleTraps, webNamed } from '../test/support/trap-web/webs.ts';
import { drawnOrder, maxFetches, type Outcome, outcomeOf, percent, summaryOf } from './yield/outcome.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    failures: { type: 'boolean', default: false },
    named: { type: 'string' },
    order: { type: 'string' },
    urls: { type: 'string', default: '0' },
    quiet: { type: 'boolean', default: false },
  },
});

const [from = 1, to = from] = (values.seeds ?? '1-200').split('-').map(Number);
const seeds = Array.from({ length: to - from + 1 }, (_, i) => from + i);
const webs: readonly (() => TrapWeb)[] =
  values.named !== undefined
    ? namesOf(values.named).map((name) => () => webNamed(name))
    : values.failures
      ? Object.keys(namedFailures).map((name) => () => failureWeb(name))
      : seeds.map((seed) => () => randomWeb(seed));

const all: Outcome[] = [];
for (const make of webs) all.push(await crawl(make()));
console.log(summaryOf(all));

function namesOf(asked: string): readonly string[] {
  const standard = ['standard', ...Array.from({ length: 8 }, (_, i) => String(i + 1))];
  const groups: Readonly<Record<string, readonly string[]>> = {
    ...{ standard, single: singleTraps, honest: honestSites },
    all: [...standard, ...singleTraps, ...honestSites],
  };
  return groups[asked] ?? asked.split(',');
}

async function crawl(web: TrapWeb): Promise<Outcome> {
  const options = { maxFetches, ...(values.order === undefined ? {} : { rank: drawnOrder(values.order) }) };
  const { score, later, held } = await crawlByYield(web, options);
  const shares = outcomeOf({ score, later });
  if (values.quiet) return shares;
  console.log(
    `${score.web}: in traps ${percent(shares.share)}, ${shares.trapped} of ${shares.fetches}; honest ${score.found}/${score.total}, later ${later.found}; held ${held}${shares.endless.map((one) => `; new text ${one}`).join('')}`,
  );
  for (const one of score.sections) {
    if (one.trapped <= 0.02 * score.fetches && one.found === one.total) continue;
    console.log(
      `     ${one.section} (${one.shape}): honest ${one.found}/${one.total}, in the trap ${one.trapped}`,
    );
  }
  for (const url of score.trapUrls.slice(0, Number(values.urls))) console.log(`       ${url}`);
  for (const id of score.missed.slice(0, Number(values.urls))) console.log(`       missed ${id}`);
  return shares;
}
