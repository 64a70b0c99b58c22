import { encodeRank } from '../../domain/focus/link-rank.ts';
import { isRelevanceOrdered } from '../../domain/focus/ranking.ts';
import { distilTopic, electorateOf, neglectedUrls } from '../../domain/graph/distil-topic.ts';
import { rowOf } from '../../domain/graph/link-graph.ts';
import { nothing } from '../../domain/graph/page-columns.ts';
import { discountedRank } from '../../domain/graph/page-ranks.ts';
import { topOf } from '../../domain/graph/scores.ts';
import type { WebGraph } from '../../domain/graph/web-graph.ts';
import type { Candidate } from '../../domain/links/link.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';

/**
 * Hubs that are looked at, and the part of the unvisited URLs that they may raise. With more hubs, and a larger part, crawls
 * of the encyclopedia found less than without (bench/focus-distill.ts).
 */
const hubsLookedAt = 20;
const raisedShare = 0.02;
/** Links to a URL as the order of the frontier counts them: it believes so many. */
const parents = 8;
/** A good hub speaks for what it links to, however little it says itself. */
const relevantFrom = 0.5;
/** Ranks by depth of raised URLs: before all but seeds, and never that of a sitemap (`sitemapRank`). */
const lastRank = 0.4;

/**
 * Unvisited URLs that should be fetched soon, best first, with better ranks: where relevance orders the frontier what good hubs
 * link to, where depth does what most rank leads to. None where another order was asked for.
 */
export function promisingUrls(web: WebGraph, settings: JobSettings, most: number): readonly Candidate[] {
  const { focus, topic } = settings;
  if (isRelevanceOrdered(focus, topic !== undefined)) return linkedByHubs(web, most);
  return focus.order === 'arrival' || focus.order === 'hash' ? [] : ofMostRank(web, most);
}

/** As if many pages as relevant as the hub linked to them. */
function linkedByHubs(web: WebGraph, most: number): readonly Candidate[] {
  const found = distilTopic(web, { share: 0.15, iterations: 50 });
  const unvisited = web.outcome.reduce((sum, one) => sum + (one === nothing ? 1 : 0), 0);
  const few = Math.min(most, Math.ceil(raisedShare * unvisited));
  return neglectedUrls(web, found, { top: hubsLookedAt, most: few }).map(({ node, hub }) => {
    const relevance = Math.max(relevantFrom, web.relevance[hub] as number);
    const rank = encodeRank({ relevance, tunnelDepth: 0, parents });
    return { url: web.urls.urlOf(node), depth: (web.depth[hub] as number) + 1, rank };
  });
}

/** By PageRank over what is known so far (Cho, Garcia-Molina and Page 1998). */
function ofMostRank(web: WebGraph, most: number): readonly Candidate[] {
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
