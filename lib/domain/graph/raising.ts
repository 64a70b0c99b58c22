import { hashOf } from '../yield/hash.ts';
import { distilTopic, type TopicDistilled } from './distil-topic.ts';
import { rowOf } from './link-graph.ts';
import { nothing } from './page-columns.ts';
import { relevantPages } from './relevant-pages.ts';
import { topOf } from './scores.ts';
import type { WebGraph } from './web-graph.ts';

/**
 * What raising neighbours of hubs has brought a crawl. Raised pages are an arm with a success of its own: how many of them
 * were relevant, for each that was expected, is how much the next ones are believed.
 */
export interface RaiseRecord {
  /** Relevant pages that were expected of the raised URLs that were fetched, and those that they had. */
  readonly expected: number;
  readonly found: number;
  /** Raised URLs that are not fetched yet: a hash of the URL, and the relevance that was expected of it. */
  readonly open: readonly (readonly [hash: number, expected: number])[];
}

export const nothingRaised: RaiseRecord = { expected: 0, found: 0, open: [] };

/** An unvisited URL that good hubs link to. */
export interface Neighbour {
  readonly node: number;
  /** Probability that it is relevant. */
  readonly relevance: number;
  /** The best of the hubs that link to it. */
  readonly hub: number;
}

/** Hubs that are looked at, and the part of the unvisited URLs that they may raise. */
const hubsLookedAt = 20;
const raisedShare = 0.02;
/** The pages of a hub that were visited last say what its next ones will be: earlier ones were better chosen. */
const recentTargets = 10;
/** Pages by which the harvest of the crawl is a prior for that of a hub. */
const doubt = 2;
/** The harvest of a crawl is that of its last pages: so many, or this part of all. */
const recentPages = 100;
const recentShare = 0.01;
/** Relevant pages by which raising is believed before it was measured, and the part of what was measured that a round keeps. */
const trust = 1;
const remembered = 0.7;
const mostOpen = 500;

/** Enters which raised URLs were fetched since, and what they were. Earlier rounds count less and less. */
export function learnRaised(web: WebGraph, record: RaiseRecord): RaiseRecord {
  if (record.open.length === 0)
    return { ...record, expected: remembered * record.expected, found: remembered * record.found };
  const isRelevant = relevantPages(web);
  const waiting = new Map(record.open);
  let [expected, found] = [remembered * record.expected, remembered * record.found];
  for (let node = 0; node < web.urls.size(); node += 1) {
    if (web.outcome[node] === nothing) continue;
    const hash = hashOf(web.urls.urlOf(node));
    const promised = waiting.get(hash);
    if (promised === undefined) continue;
    waiting.delete(hash);
    expected += promised;
    if (isRelevant(node)) found += 1;
  }
  return { expected, found, open: [...waiting] };
}

/** The record with URLs that are raised now. */
export function withRaised(web: WebGraph, record: RaiseRecord, raised: readonly Neighbour[]): RaiseRecord {
  const open = new Map(record.open);
  for (const { node, relevance } of raised) open.set(hashOf(web.urls.urlOf(node)), relevance);
  return { ...record, open: [...open].slice(-mostOpen) };
}

/**
 * Unvisited neighbours of the best hubs (Chakrabarti et al. 1999, §3.2) of which no less is expected than the crawl brings now,
 * the most promising first: a fiftieth of all unvisited URLs at most. What is expected of a URL is the harvest of the hub
 * among the pages that were visited last, by what raising has brought so far.
 * @param admits whether the crawl may visit a URL at all
 */
export function promisingNeighbours(
  web: WebGraph,
  { expected, found }: Pick<RaiseRecord, 'expected' | 'found'>,
  { most, admits }: { readonly most: number; readonly admits: (neighbour: Neighbour) => boolean },
): readonly Neighbour[] {
  const distilled = distilTopic(web, { share: 0.15, iterations: 50 });
  const believed = Math.min(1, (found + trust) / (expected + trust));
  const harvest = recentHarvest(web);
  const unvisited = web.outcome.reduce((sum, one) => sum + (one === nothing ? 1 : 0), 0);
  return neighboursOf(web, distilled, harvest)
    .map(({ promise: _, ...one }) => ({ ...one, relevance: believed * one.relevance }))
    .filter((one) => one.relevance > 0 && one.relevance >= harvest && admits(one))
    .slice(0, Math.min(most, Math.ceil(raisedShare * unvisited)));
}

function neighboursOf(
  web: WebGraph,
  { hubs }: Pick<TopicDistilled, 'hubs'>,
  harvest: number,
): readonly (Neighbour & { readonly promise: number })[] {
  const neighbours = new Map<number, Neighbour & { readonly promise: number }>();
  const isRelevant = relevantPages(web);
  for (const hub of topOf(hubs, hubsLookedAt)) {
    const relevance = harvestOf(web, hub, harvest, isRelevant);
    const promise = (hubs[hub] as number) * relevance;
    for (const node of rowOf(web.links, hub)) {
      if (web.outcome[node] !== nothing) continue;
      const known = neighbours.get(node) ?? { hub, relevance: 0, promise: 0 };
      neighbours.set(node, {
        ...{ node, hub: known.hub },
        relevance: Math.max(known.relevance, relevance),
        promise: known.promise + promise,
      });
    }
  }
  return [...neighbours.values()].sort((a, b) => b.promise - a.promise || a.node - b.node);
}

/** The share of relevant pages among those that a hub links to and that were visited last. */
function harvestOf(
  { links, outcome, first }: WebGraph,
  hub: number,
  harvest: number,
  isRelevant: (node: number) => boolean,
): number {
  const visited = [...rowOf(links, hub)].filter((node) => outcome[node] !== nothing);
  const last = visited
    .sort((a, b) => (first[b] as number) - (first[a] as number) || a - b)
    .slice(0, recentTargets);
  return (last.filter(isRelevant).length + doubt * harvest) / (last.length + doubt);
}

/** The share of relevant pages among those that the crawl visited last. */
function recentHarvest(web: WebGraph): number {
  const { outcome, first } = web;
  const times = first.filter((_, node) => outcome[node] !== nothing).sort();
  const since = times[Math.max(0, times.length - Math.max(recentPages, recentShare * times.length))] ?? 0;
  const isRelevant = relevantPages(web);
  let [relevant, all] = [0, 0];
  for (let node = 0; node < outcome.length; node += 1) {
    if (outcome[node] === nothing || (first[node] as number) < since) continue;
    all += 1;
    if (isRelevant(node)) relevant += 1;
  }
  return all === 0 ? 0 : relevant / all;
}
