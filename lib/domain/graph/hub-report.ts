import type { CanonicalUrl } from '../url/url.ts';
import { type DistilTopicOptions, distilTopic, neglectedUrls, type TopicDistilled } from './distil-topic.ts';
import { reversed, rowOf } from './link-graph.ts';
import { nothing } from './page-columns.ts';
import { topOf } from './scores.ts';
import type { VoterGroup } from './voters.ts';
import type { WebGraph } from './web-graph.ts';

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

/** Hubs and authorities of a crawl for people. */
export interface HubReport {
  readonly hubs: readonly RankedPage[];
  readonly authorities: readonly RankedPage[];
  /** URLs that good hubs link to and the crawl has not visited. */
  readonly neglected: readonly {
    readonly url: CanonicalUrl;
    readonly promise: number;
    readonly hub: CanonicalUrl;
  }[];
  /** Groups of sites that voted as one, largest first. */
  readonly groups: readonly VoterGroup[];
  readonly threshold: number;
  /** Numbers of all pages that were visited, of candidates for authorities, and of links that counted. */
  readonly pages: number;
  readonly candidates: number;
  readonly votes: number;
}

export interface HubReportOptions extends DistilTopicOptions {
  /** Entries of each list. */
  readonly top: number;
  /** Entries of the list of unvisited URLs; absent: `top`. */
  readonly neglected?: number;
}

/** Best hubs whose unvisited links are looked at. */
const hubsLookedAt = 100;
const groupsShown = 20;

export function hubReport(web: WebGraph, options: HubReportOptions): HubReport {
  const found = distilTopic(web, options);
  const { top } = options;
  const backwards = reversed(web.links);
  const neglected = neglectedUrls(web, found, { top: hubsLookedAt, most: options.neglected ?? top });
  return {
    hubs: topOf(found.hubs, top).map((node) =>
      ranked(web, found, node, found.hubs, citedBy(web, found, node)),
    ),
    authorities: topOf(found.authorities, top).map((node) =>
      ranked(web, found, node, found.authorities, linkingSites(found, rowOf(backwards, node), node)),
    ),
    neglected: neglected.map(({ node, promise, hub }) => ({
      ...{ url: web.urls.urlOf(node), promise, hub: web.urls.urlOf(hub) },
    })),
    groups: found.groups.slice(0, groupsShown),
    ...{ threshold: found.threshold, candidates: found.candidates, votes: found.votes },
    pages: web.isPage.reduce((sum, one) => sum + one, 0),
  };
}

function ranked(
  { urls, names, relevance, best, depth }: WebGraph,
  { sites }: TopicDistilled,
  node: number,
  scores: Float64Array,
  links: number,
): RankedPage {
  const own = relevance[node] as number;
  const number = best[node] as number;
  return {
    ...{ url: urls.urlOf(node), site: sites.names[sites.of[node] as number] as string },
    ...{ score: scores[node] as number, depth: depth[node] as number, links },
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
