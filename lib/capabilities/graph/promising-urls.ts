import type { Candidate } from '../../base/links/link.ts';
import { isRelevanceOrdered } from '../../domain/focus/focus-settings.ts';
import { encodeRank } from '../../domain/focus/link-rank.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { electorateOf, topOf } from '../../graph/distilling.ts';
import { type Neighbour, promisingNeighbours, type RaiseRecord } from '../../graph/raising.ts';
import { discountedRank } from '../../graph/ranks.ts';
import { nothing, rowOf, type WebGraph } from '../../graph/web-graph.ts';
import { admissible } from '../../pipeline/frontier/candidates.ts';

/** Ranks by depth of raised URLs: before all but seeds, and never that of a sitemap (`sitemapRank`). */
const lastRank = 0.4;

/** A URL to raise. */
export interface PromisingUrl extends Candidate {
  /** What good hubs say of it; absent where depth orders the frontier. */
  readonly neighbour?: Neighbour;
}

/**
 * Unvisited URLs that should be fetched soon, best first, with better ranks: where relevance orders the frontier what good hubs
 * link to, where depth does what most rank leads to. None where another order was asked for.
 */
export function promisingUrls(
  web: WebGraph,
  settings: JobSettings,
  record: RaiseRecord,
  most: number,
): readonly PromisingUrl[] {
  const { focus, topic } = settings;
  if (isRelevanceOrdered(focus, topic !== undefined)) return linkedByHubs(web, settings, record, most);
  if (focus.order === 'arrival' || focus.order === 'hash') return [];
  return ofMostRank(web, most).filter((one) => admissible(one, 0, settings));
}

/** With a prior: a URL of which its links say more keeps its place. */
function linkedByHubs(
  web: WebGraph,
  settings: JobSettings,
  record: RaiseRecord,
  most: number,
): readonly PromisingUrl[] {
  const { urls, depth } = web;
  const candidateOf = ({ node, relevance, hub }: Neighbour): Candidate => {
    const rank = encodeRank({ relevance, tunnelDepth: 0, parents: 0 });
    return { url: urls.urlOf(node), depth: (depth[hub] as number) + 1, rank };
  };
  const admits = (neighbour: Neighbour): boolean => admissible(candidateOf(neighbour), 0, settings);
  return promisingNeighbours(web, record, { most, admits }).map((neighbour) => ({
    ...candidateOf(neighbour),
    neighbour,
  }));
}

/** By PageRank over what is known so far (Cho, Garcia-Molina and Page 1998). */
function ofMostRank(web: WebGraph, most: number): readonly PromisingUrl[] {
  const { links, outcome, urls } = web;
  const ranks = discountedRank(links, electorateOf(web, {}));
  const best = topOf(
    ranks.map((rank, node) => (outcome[node] === nothing ? rank : 0)),
    most,
  );
  const depths = depthsOf(web, new Set(best));
  return best.map((node, place) => ({
    ...{ url: urls.urlOf(node), depth: depths.get(node) ?? 1, rank: (lastRank * place) / most },
  }));
}

/** Links from the nearest seed, of URLs that were not visited. */
function depthsOf({ links, depth }: WebGraph, wanted: ReadonlySet<number>): ReadonlyMap<number, number> {
  const depths = new Map<number, number>();
  for (let source = 0; source < links.nodes; source += 1) {
    const own = (depth[source] as number) + 1;
    for (const target of rowOf(links, source))
      if (wanted.has(target) && own < (depths.get(target) ?? Number.POSITIVE_INFINITY))
        depths.set(target, own);
  }
  return depths;
}
