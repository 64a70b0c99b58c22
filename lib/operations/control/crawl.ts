import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { formatCount, formatNumber } from '../../base/quantity.ts';
import { requireContact } from '../../domain/settings/contact.ts';
import { openFruitlessHour } from '../../domain/yield/fruitless-hour.ts';
import type { CrawlReport } from '../../pipeline/operation/crawler.ts';
import { field, flag, hostText, optional, text, whole } from '../../pipeline/operation/input.ts';
import { operation, type Tell } from '../../pipeline/operation/operation.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import { failure } from '../../pipeline/operation/view.ts';
import { seed } from '../../pipeline/seeds/seed.ts';
import type { TurnReport } from '../../pipeline/turn/turn-report.ts';
import { type FreedReport, freeHeld } from '../../pipeline/yield/free-held.ts';
import { lackOfAnswer, progressLine, viewCrawl } from '../view-crawl.ts';

/** Crawls a job in this process until nothing more is due, and tells how it goes. */
export const crawl = operation({
  about: 'job',
  input: {
    forMs: field(optional(whole(1, Number.MAX_SAFE_INTEGER)), {
      says: 'start no turn after so many milliseconds',
    }),
    maxPages: field(optional(whole(1, 1_000_000_000)), {
      says: 'fetch at most <number> pages',
      shown: 'number',
    }),
    forever: flag('end only when it is paused or stopped for good: wait for revisits'),
    held: flag('first let go what regions hold now, so that it is fetched; what it leads to is judged anew'),
    host: field(optional(hostText()), {
      says: 'with --held: only URLs of <host>, or of the hosts of the domain <host>',
    }),
    region: field(optional(text('must be the name of a region', 2_000)), {
      says: 'with --held: only URLs of the region <name>, as `winnow regions` writes it',
      shown: 'name',
    }),
    others: field(z._default(z.boolean(), false), { says: '', isHidden: true }),
  },
  effect: 'changes',
  hasNoDryRun: true,
  isAlone: true,
  runsTurns: true,
  goesOn: true,
  refuses: ({ held, host, region }) =>
    !held && (host ?? region) !== undefined ? 'give --host and --region only with --held' : undefined,
  askedInShort: ({ others: _, forever, held, ...rest }) => ({
    ...rest,
    ...(held && { held }),
    ...(forever && { forever }),
  }),
  async run(
    place,
    { forMs, maxPages, forever, held, host, region, others },
    { signal, tell },
  ): Promise<CrawlReport> {
    const { of, ports, crawler } = place;
    if (crawler === undefined) throw new WinnowError('usage', 'crawl: other processes crawl here');
    const settings = await place.settings(of.name);
    requireContact(settings);
    const { seeds } = settings;
    await crawler.warmUp(of.name, seeds.length);
    const { refused } = await seed(ports, of, seeds);
    for (const { input, reason } of refused.slice(0, shownRefusals))
      tell({ code: 'seed-refused', text: `seed ${input}: ${reason}` });
    if (refused.length > shownRefusals)
      tell({
        code: 'seed-refused',
        text: `and ${formatCount(refused.length - shownRefusals, 'more seed')} refused`,
      });
    if (held)
      tell({ code: 'held-freed', text: freedText(await freeHeld(ports, of, defined({ host, region }))) });
    for (const check of await crawler.startChecks(of.name))
      tell({ code: 'check', text: `${check.name}: ${check.detail}`, data: check });
    if (!forever) await requireHosts(place, seeds);
    const advise = openAdvice(tell);
    return await crawler.crawl(of.name, {
      ...defined({ forMs, maxPages, signal }),
      ...{ forever, apart: !others },
      onTrouble: (said) => tell({ code: 'trouble', text: said }),
      onProgress: (data) => tell({ code: 'progress', text: progressLine(data), data }),
      onTurn(data) {
        tell({ code: 'turn', text: `${data.host}: ${formatCount(data.visits.length, 'page')}`, data });
        advise(data);
      },
    });
  },
  inShort: ({ end, progress: { pages } }) => ({ end, pages }),
  view(report, seen) {
    const lack = lackOfAnswer(report);
    return [...viewCrawl(report, seen), ...(lack === undefined ? [] : [[failure(lack)]])];
  },
});

const shownRefusals = 10;

function freedText({ urls, hosts }: FreedReport): string {
  if (urls === 0) return 'nothing that is meant is held';
  const are = urls === 1 ? 'is' : 'are';
  return `${formatCount(urls, 'held URL')} of ${formatCount(hosts, 'host')} ${are} let go; what they lead to is judged anew`;
}

/** @throws WinnowError `config` when a job has no host to crawl: no seed was given or accepted */
async function requireHosts({ of, summary }: JobPlace, seeds: readonly string[]): Promise<void> {
  const { idle, due, ticketed } = await summary(of.name);
  if (idle + due + ticketed > 0) return;
  const why =
    seeds.length === 0 ? 'it names no seeds, and none were added' : 'none of its seeds was accepted';
  throw new WinnowError(
    'config',
    `job ${of.name}: add a seed with \`winnow seed URL\`; ${why}; \`winnow why URL\` explains why a seed is refused`,
  );
}

/** Looks at the turns of a crawl, and says where most of the last hour's visits brought nothing new. */
function openAdvice(tell: Tell): (turn: TurnReport) => void {
  const hour = openFruitlessHour();
  return ({ visits, figures: { FruitlessPages: fruitless = 0 } = {} }) => {
    const bad = hour.add(Date.now(), { visits: visits.length, fruitless });
    if (bad === undefined) return;
    const { visits: all, fruitless: vain } = bad;
    const text = `of the ${formatCount(all, 'visit')} of the last hour ${formatNumber(vain)} brought nothing new: \`winnow regions\` shows where, docs/runbook.md#little-is-new what to do`;
    tell({ code: 'little-new', text });
  };
}
