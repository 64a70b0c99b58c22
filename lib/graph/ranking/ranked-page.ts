import type { CanonicalUrl } from '../../base/url/url.ts';
import { reversed, rowOf } from '../building/link-graph.ts';
import { nothing } from '../building/page-columns.ts';
import type { WebGraph } from '../building/web-graph.ts';
import type { TopicDistilled } from '../distilling/distil-topic.ts';
import { topOf } from '../distilling/scores.ts';

/** A page with what link analysis says of it. */
export interface RankedPage {
  readonly url: CanonicalUrl;
  readonly site: string;
  /** All scores of a kind sum to 1. */
  readonly score: number;
  /** 0 to 1; absent for a page that no topic filter judged. */
  readonly relevance?: number;
  readonly best?: string;
  /** Links from the nearest seed. */
  readonly depth: number;
  /** Of a hub: the number of authorities that it links to; of an authority: the number of other sites that link to it. */
  readonly links: number;
}

/** The best pages of what was distilled, best first. */
export interface RankedPages {
  hubs(found: TopicDistilled, top: number): readonly RankedPage[];
  authorities(found: TopicDistilled, top: number): readonly RankedPage[];
}

export function openRankedPages(web: WebGraph): RankedPages {
  const backwards = reversed(web.links);
  return {
    hubs: (found, top) =>
      topOf(found.hubs, top).map((node) =>
        ranked(web, found, { node, score: found.hubs[node] as number, links: citedBy(web, found, node) }),
      ),
    authorities: (found, top) =>
      topOf(found.authorities, top).map((node) => {
        const links = linkingSites(found, rowOf(backwards, node), node);
        return ranked(web, found, { node, score: found.authorities[node] as number, links });
      }),
  };
}

function ranked(
  { urls, names, relevance, best, depth }: WebGraph,
  { sites }: TopicDistilled,
  { node, score, links }: { readonly node: number; readonly score: number; readonly links: number },
): RankedPage {
  const own = relevance[node] as number;
  const number = best[node] as number;
  return {
    ...{ url: urls.urlOf(node), site: sites.names[sites.of[node] as number] as string },
    ...{ score, depth: depth[node] as number, links },
    ...(own === 0 ? {} : { relevance: own }),
    ...(number === nothing ? {} : { best: names[number] as string }),
  };
}

/** Authorities that a page links to. */
function citedBy({ links }: WebGraph, { authorities }: TopicDistilled, node: number): number {
  return rowOf(links, node).filter((target) => (authorities[target] as number) > 0).length;
}

/** Other sites with a page that links to a node. */
function linkingSites({ sites }: TopicDistilled, sources: Uint32Array, node: number): number {
  const linking = new Set(sources.map((source) => sites.of[source] as number));
  linking.delete(sites.of[node] as number);
  return linking.size;
}
