import { hashOf } from '../../base/bytes/hash.ts';
import { nothing } from '../building/page-columns.ts';
import { relevantPages } from '../building/relevant-pages.ts';
import type { WebGraph } from '../building/web-graph.ts';

/** An unvisited URL that good hubs link to. */
export interface Neighbour {
  readonly node: number;
  /** Probability that it is relevant. */
  readonly relevance: number;
  /** The best of the hubs that link to it. */
  readonly hub: number;
}

/**
 * What raising neighbours of hubs has brought a crawl. Raised pages are an arm with a success of its own: how many of them
 * were relevant, for each that was expected, is how much the next ones are believed; and for each that the crawl's own order
 * would have brought, whether there are next ones.
 */
export interface RaiseRecord {
  /** Relevant pages that were expected of the raised URLs that were fetched, and those that they had. */
  readonly expected: number;
  readonly found: number;
  /** Those that the crawl would have had in their place (`priceOf`), for each of them. */
  readonly displaced: number;
  /** Raised URLs that are not fetched yet: a hash of the URL, the relevance that was expected of it, and the rounds since. */
  readonly open: readonly (readonly [hash: number, expected: number, rounds?: number])[];
}

export const nothingRaised: RaiseRecord = { expected: 0, found: 0, displaced: 0, open: [] };

/** Relevant pages by which raising is believed before it was measured. */
const trust = 1;
/** Relevant pages that raising may owe the crawl: what it costs to learn that hubs are wrong. */
const loan = 0.25;
/** The part of what was measured that a round keeps: half is forgotten when a crawl has become nine times as large. */
const remembered = 0.97;
const mostOpen = 500;
/** Rounds in which a raised URL is waited for: a crawl doubles meanwhile. Its host may be gone. */
const waitedFor = 7;

/** Enters which raised URLs were fetched since, and what they were. Earlier rounds count less and less. */
export function learnRaised(web: WebGraph, record: RaiseRecord): RaiseRecord {
  const waiting = new Map(record.open.map((one) => [one[0], one] as const));
  let [expected, found] = [remembered * record.expected, remembered * record.found];
  let displaced = remembered * record.displaced;
  if (waiting.size === 0) return { expected, found, displaced, open: [] };
  const isRelevant = relevantPages(web);
  const price = priceOf(web, isRelevant);
  for (let node = 0; node < web.urls.size(); node += 1) {
    if (web.outcome[node] === nothing) continue;
    const hash = hashOf(web.urls.urlOf(node));
    const one = waiting.get(hash);
    if (one === undefined) continue;
    waiting.delete(hash);
    expected += one[1];
    displaced += price;
    if (isRelevant(node)) found += 1;
  }
  return { expected, found, displaced, open: [...waiting.values()].flatMap(oneRoundOlder) };
}

function oneRoundOlder([hash, promised, rounds = 0]: RaiseRecord['open'][number]): RaiseRecord['open'] {
  return rounds + 1 < waitedFor ? [[hash, promised, rounds + 1]] : [];
}

/** The record with URLs that are raised now. */
export function withRaised(web: WebGraph, record: RaiseRecord, raised: readonly Neighbour[]): RaiseRecord {
  const open = new Map(record.open.map((one) => [one[0], one] as const));
  for (const { node, relevance } of raised) {
    const hash = hashOf(web.urls.urlOf(node));
    open.set(hash, [hash, relevance]);
  }
  return { ...record, open: [...open.values()].slice(-mostOpen) };
}

/** How much of what is expected of URLs is believed, by those that were raised so far: 0 to 1. */
export function believed({ expected, found }: Pick<RaiseRecord, 'expected' | 'found'>): number {
  return Math.min(1, (found + trust) / (expected + trust));
}

/**
 * How many URLs may be raised: as many as could all be irrelevant before raising owed the crawl more than its loan, and one at
 * least as long as it owes less.
 */
export function earned(web: WebGraph, { found, displaced, open }: RaiseRecord): number {
  const price = priceOf(web, relevantPages(web));
  return Math.max(0, Math.ceil((loan + found - displaced - open.length * price) / price));
}

/** The harvest of a crawl falls: what it has not fetched yet brings this part of what it has brought so far. */
const left = 0.5;

/**
 * What a raised URL costs in relevant pages. It takes the place of the URL that the crawl would have come to last, which is
 * worth less than what it has fetched. By the rule of succession that is never nothing.
 */
function priceOf({ outcome }: WebGraph, isRelevant: (node: number) => boolean): number {
  let [relevant, all] = [0, 0];
  for (let node = 0; node < outcome.length; node += 1) {
    if (outcome[node] === nothing) continue;
    all += 1;
    if (isRelevant(node)) relevant += 1;
  }
  return (left * (relevant + 1)) / (all + 2);
}
