import { hashOf } from '../../base/bytes/hash.ts';
import { rowOf } from '../building/link-graph.ts';
import { nothing } from '../building/page-columns.ts';
import { relevantPages } from '../building/relevant-pages.ts';
import type { WebGraph } from '../building/web-graph.ts';
import { distilTopic, type TopicDistilled } from '../distilling/distil-topic.ts';
import { topOf } from '../distilling/scores.ts';
import { believed, earned, type Neighbour, type RaiseRecord } from './raise-record.ts';

/** The harvest of a crawl is that of its last pages: so many, or this part of all. */
const recentPages = 100;
const recentShare = 0.01;

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

/** Hubs that are looked at, and the part of the unvisited URLs that they may raise. */
const hubsLookedAt = 20;
const raisedShare = 0.02;
/** The pages of a hub that were visited last say what its next ones will be: earlier ones were better chosen. */
const recentTargets = 10;
/** Pages by which the harvest of the crawl is a prior for that of a hub. */
const doubt = 2;

/**
 * Unvisited neighbours of the best hubs (Chakrabarti et al. 1999, §3.2) of which no less is expected than the crawl brings now,
 * the most promising first: a fiftieth of all unvisited URLs at most, no more than raising has earned, and none that is raised
 * already. What is expected of a URL is the harvest of the hub among the pages that were visited last, by what raising has
 * brought so far.
 * @param admits whether the crawl may visit a URL at all
 */
export function promisingNeighbours(
  web: WebGraph,
  record: RaiseRecord,
  { most, admits }: { readonly most: number; readonly admits: (neighbour: Neighbour) => boolean },
): readonly Neighbour[] {
  const room = Math.min(most, earned(web, record));
  if (room === 0) return [];
  const distilled = distilTopic(web, { share: 0.15, iterations: 50 });
  const belief = believed(record);
  const harvest = recentHarvest(web);
  const unvisited = web.outcome.reduce((sum, one) => sum + (one === nothing ? 1 : 0), 0);
  const raised = new Set(record.open.map(([hash]) => hash));
  const isRaised = ({ node }: Neighbour): boolean => raised.has(hashOf(web.urls.urlOf(node)));
  return neighboursOf(web, distilled, harvest)
    .map(({ promise: _, ...one }) => ({ ...one, relevance: belief * one.relevance }))
    .filter((one) => one.relevance > 0 && one.relevance >= harvest && !isRaised(one) && admits(one))
    .slice(0, Math.min(room, Math.ceil(raisedShare * unvisited)));
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
