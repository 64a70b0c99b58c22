import { distil } from './distil.ts';
import { rowOf } from './link-graph.ts';
import { nothing } from './page-columns.ts';
import { quantileOf, topOf } from './scores.ts';
import { type SiteNumbers, siteGraphOf, sitesOf } from './sites.ts';
import { type VoterGroup, votersOf } from './voters.ts';
import type { WebGraph } from './web-graph.ts';

export interface DistilTopicOptions {
  /** Only pages whose best class this is count as relevant; absent: all. */
  readonly topicClass?: string;
  /** The share of the judged pages, most relevant first, that can be authorities; the paper has 0.1 to 0.2. */
  readonly share: number;
  readonly iterations: number;
  /** Hosts that many people share (`siteOf`). */
  readonly shared?: ReadonlySet<string>;
  /** Takes every site for a voter of its own, as the paper does. */
  readonly everySiteVotes?: boolean;
}

/** The hubs and authorities of a crawl, by number of the node. */
export interface TopicDistilled {
  readonly hubs: Float64Array;
  readonly authorities: Float64Array;
  /** Pages of more relevance could be authorities. */
  readonly threshold: number;
  /** The number of pages that could be, and of links that counted. */
  readonly candidates: number;
  readonly votes: number;
  readonly sites: SiteNumbers;
  /** Sites that voted as one. */
  readonly groups: readonly VoterGroup[];
}

/** Distils the pages of a crawl (`distil`), with sites that one owner or an agreement makes alike as one voter. */
export function distilTopic(web: WebGraph, options: DistilTopicOptions): TopicDistilled {
  const { share, iterations, shared, everySiteVotes = false } = options;
  const relevance = relevanceOf(web, options.topicClass);
  const threshold = thresholdOf(
    relevance.filter((one) => one > 0),
    share,
  );
  const sites = sitesOf(web.urls, shared);
  const voters = everySiteVotes ? undefined : votersOf(siteGraphOf(web.links, sites), sites);
  const of = voters === undefined ? sites.of : sites.of.map((site) => voters.of[site] as number);
  const distilled = distil(web.links, { ...{ relevance, threshold, iterations }, sites: of });
  return {
    ...{ hubs: distilled.hubs, authorities: distilled.authorities, threshold, sites },
    candidates: relevance.filter((one) => one > threshold).length,
    votes: distilled.votes.targets.length,
    groups: voters?.groups ?? [],
  };
}

/** Where no page was judged, all are as relevant. */
function relevanceOf(
  { relevance, best, names, isPage }: WebGraph,
  topicClass: string | undefined,
): Float64Array {
  if (topicClass === undefined)
    return relevance.some((one) => one > 0) ? relevance : Float64Array.from(isPage);
  const number = names.indexOf(topicClass);
  return relevance.map((one, node) => (number !== -1 && best[node] === number ? one : 0));
}

/** Many pages may be as relevant as the last one above: then those count, too. */
function thresholdOf(judged: Float64Array, share: number): number {
  const threshold = quantileOf(judged, 1 - share);
  if (judged.some((one) => one > threshold)) return threshold;
  const below = judged.filter((one) => one < threshold);
  return below.length === 0 ? 0 : below.reduce((most, one) => Math.max(most, one), 0);
}

/** A URL that good hubs link to and nobody has visited. */
export interface NeglectedUrl {
  readonly node: number;
  /** The sum of the scores of the hubs that link to it. */
  readonly promise: number;
  /** The best of those hubs. */
  readonly hub: number;
}

/** What the `hubs` best hubs link to and the crawl has not visited, at most `most`, the most promising first. */
export function neglectedUrls(
  { links, outcome }: WebGraph,
  { hubs }: Pick<TopicDistilled, 'hubs'>,
  { top, most }: { readonly top: number; readonly most: number },
): readonly NeglectedUrl[] {
  const found = new Map<number, NeglectedUrl>();
  for (const hub of topOf(hubs, top)) {
    for (const node of rowOf(links, hub)) {
      if (outcome[node] !== nothing) continue;
      const known = found.get(node);
      found.set(node, {
        ...{ node, hub: known?.hub ?? hub },
        promise: (known?.promise ?? 0) + (hubs[hub] as number),
      });
    }
  }
  return [...found.values()].sort((a, b) => b.promise - a.promise || a.node - b.node).slice(0, most);
}
