/**
 * Crawls of webs without traps that look poor, real ones and drawn ones, and of webs with traps, by the domain's code alone (no
 * network): how many pages are found, after how many requests, and how many requests go into traps, in two tables.
 * `node bench/yield.ts [--only university,encyclopedia/sites,weather,random/17] [--seeds 2] [--full] [--lost 10]`. `--only` takes
 * names of groups (`university`, `encyclopedia`, `honest`, `further`, `empty`, `failures`, `random`), of kinds and of webs; `--seeds` says how
 * many webs of each kind are drawn; `--full` draws 200 webs at random instead of 40; `--lost` prints pages that a crawl of one
 * day did not fetch, and why their URLs wait, and makes no tries of later days.
 */
import { parseArgs } from 'node:util';
import type { HostName } from '../lib/base/url/url.ts';
import { crawlByYield, type YieldCrawl } from '../test/domain/yield/simulated-crawl.ts';
import { scored } from '../test/support/trap-web/score.ts';
import type { TrapWeb } from '../test/support/trap-web/trap-web.ts';
import type { Access } from '../test/support/web/web-server.ts';
import { lostPages } from './yield/lost-pages.ts';
import { maxFetches, type Outcome, outcomeOf, percent, summaryOf } from './yield/outcome.ts';
import { chosen, honestGroups, type NamedWeb, trapGroups } from './yield/webs.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seeds: { type: 'string', default: '2' },
    full: { type: 'boolean', default: false },
    lost: { type: 'string', default: '0' },
  },
});

const asked = values.only.split(',').filter((name) => name !== '');
const most = Number(values.lost);
const counts = { seeds: Number(values.seeds), random: values.full ? 200 : 40 };
const oneDay = most > 0 ? { days: 0 } : {};
const honest = chosen(honestGroups(counts), asked);
const traps = chosen(trapGroups(counts), asked);

if (honest.length > 0) {
  printHead([
    ...['web', 'pages', 'found', 'later', 'requests', 'held'],
    ...['found without holding', 'requests without holding', 'found after half of these'],
  ]);
  for (const { webs } of honest) for (const one of webs) await printHonest(one);
}
if (traps.length > 0) {
  console.log('');
  printHead([
    ...['web', 'honest pages', 'found', 'later', 'requests', 'in traps', 'share', 'in traps of new text'],
    'in vain of what has an end',
  ]);
  for (const { name, webs } of traps) {
    const outcomes: Outcome[] = [];
    for (const one of webs) outcomes.push(...(await printTraps(one)));
    console.log(`| **${name}** | ${summaryOf(outcomes)} |`);
  }
}

async function printHonest({ name, make }: NamedWeb): Promise<void> {
  const web = make();
  if (web === undefined) return;
  const hosts = web.hosts?.map((host) => `${host}:8080` as HostName) ?? [];
  const free = await crawlByYield(web, { hosts, hold: false, days: 0 });
  const log: Access[] = [];
  const crawl = await crawlByYield(web, { hosts, ...oneDay, onRequest: (request) => log.push(request) });
  const { score, later, held } = crawl;
  const half = Math.min(Math.floor(free.score.fetches / 2), score.fetches);
  const { found: foundAtHalf } = scored(web, log.slice(0, half));
  printRow([
    ...[name, score.total, score.found, later.found, score.fetches, held],
    ...[free.score.found, free.score.fetches, foundAtHalf],
  ]);
  printLost(web, crawl);
}

async function printTraps({ name, make }: NamedWeb): Promise<readonly Outcome[]> {
  const web = make();
  if (web === undefined) return [];
  const crawl = await crawlByYield(web, { maxFetches, ...oneDay });
  const { score, later } = crawl;
  const outcome = outcomeOf(crawl);
  const { trapped, finite, share, endless } = outcome;
  printRow([
    ...[name, score.total, score.found, later.found, score.fetches, trapped, percent(share)],
    ...[endless.join(', '), finite],
  ]);
  printLost(web, crawl);
  return [outcome];
}

function printLost(web: TrapWeb, crawl: YieldCrawl): void {
  for (const line of lostPages(web, crawl, most)) console.log(`  ${line}`);
}

function printHead(cells: readonly string[]): void {
  printRow(cells);
  console.log(`|---|${'---:|'.repeat(cells.length - 1)}`);
}

function printRow(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}
