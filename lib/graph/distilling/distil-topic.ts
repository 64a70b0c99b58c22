import { rowOf } from '../building/link-graph.ts';
import { nothing } from '../building/page-columns.ts';
import { relevantPages } from '../building/relevant-pages.ts';
import type { Admitting, WebGraph } from '../building/web-graph.ts';
import { siteGraphOf } from '../sites/site-links.ts';
import { type SiteNumbers, sitesOf } from '../sites/sites.ts';
import { type VoterGroup, votersOf } from '../sites/voters.ts';
import { distil } from './distil.ts';
import { topOf } from './scores.ts';

export interface DistilTopicOptions {
  /** Only pages whose best class is one of these can be authorities; absent: all. Hubs are of any class. */
  readonly classes?: ReadonlySet<string>;
  /** The share of the judged pages, most relevant first, that can be authorities; the paper has 0.1 to 0.2. */
  readonly share: number;
  /** So many relevant pages can be authorities, however small their share; absent: one. */
  readonly least?: number;
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
  /** The relevance of the last page that could be an authority. */
  readonly threshold: number;
  /** The number of pages that could be, and of links that counted. */
  readonly candidates: number;
  readonly votes: number;
  readonly sites: SiteNumbers;
  /** Sites that voted as one. */
  readonly groups: readonly VoterGroup[];
}

/** Who votes in a crawl. */
export interface Electorate extends Pick<TopicDistilled, 'sites' | 'groups'> {
  /** By number of the node, the number of its voter. */
  readonly of: Uint32Array;
}

/** The sites of a crawl, with those that one owner or an agreement makes alike as one voter. */
export function electorateOf(
  { urls, links }: WebGraph,
  { shared, everySiteVotes = false }: Pick<DistilTopicOptions, 'shared' | 'everySiteVotes'>,
): Electorate {
  const sites = sitesOf(urls, shared);
  if (everySiteVotes) return { sites, of: sites.of, groups: [] };
  const siteGraph = siteGraphOf(links, sites);
  const voters = votersOf(siteGraph, sites);
  siteGraph.targets.drop?.();
  return { sites, of: sites.of.map((site) => voters.of[site] as number), groups: voters.groups };
}

/** Distils the pages of a crawl (`distil`). @param electorate of the same crawl and options */
export function distilTopic(
  web: WebGraph,
  options: DistilTopicOptions,
  electorate: Electorate = electorateOf(web, options),
): TopicDistilled {
  const { share, least = 1, iterations } = options;
  const { sites, of, groups } = electorate;
  const relevance = relevanceOf(web);
  const isOfClass = classTest(web, options.classes);
  const judged = relevance.filter((one, node) => one > 0 && isOfClass(node));
  const isRelevant = relevantPages(web);
  const relevant = relevance.reduce((sum, _, node) => sum + (isOfClass(node) && isRelevant(node) ? 1 : 0), 0);
  const threshold = thresholdOf(judged, Math.max(1, Math.min(least, relevant), share * judged.length));
  const ignores = (_: number, target: number): boolean => !isOfClass(target);
  const distilled = distil(web.links, { ...{ relevance, threshold, iterations, ignores }, sites: of });
  return {
    ...{ hubs: distilled.hubs, authorities: distilled.authorities, threshold, sites, groups },
    candidates: judged.filter((one) => one >= threshold).length,
    votes: distilled.votes.targets.length,
  };
}

/** Where no page was judged, all are as relevant. */
function relevanceOf({ relevance, isPage }: WebGraph): Float64Array {
  return relevance.some((one) => one > 0) ? relevance : Float64Array.from(isPage);
}

/** Whether the best class of a page is one of these. */
function classTest(
  { best, names }: WebGraph,
  classes: ReadonlySet<string> | undefined,
): (node: number) => boolean {
  if (classes === undefined) return () => true;
  const isWanted = names.map((name) => classes.has(name));
  return (node) => isWanted[best[node] as number] === true;
}

/** The relevance of the last of the `count` most relevant pages: pages that are as relevant as that one count, too. */
function thresholdOf(judged: Float64Array, count: number): number {
  const rank = Math.min(judged.length, Math.ceil(count));
  return judged.toSorted().at(-rank) ?? 0;
}

/** A URL that good hubs link to and nobody has visited. */
export interface NeglectedUrl {
  readonly node: number;
  /** The sum over the hubs that link to it: the score of the hub times how relevant its other links were. */
  readonly promise: number;
  /** The best of those hubs. */
  readonly hub: number;
}

/** What the `hubs` best hubs link to and the crawl has not visited, at most `most`, the most promising first. */
export function neglectedUrls(
  web: WebGraph,
  { hubs }: Pick<TopicDistilled, 'hubs'>,
  { top, most, admits = () => true }: Admitting & { readonly top: number; readonly most: number },
): readonly NeglectedUrl[] {
  const found = new Map<number, NeglectedUrl>();
  for (const hub of topOf(hubs, top)) {
    const promise = (hubs[hub] as number) * purityOf(web, hub);
    for (const node of rowOf(web.links, hub)) {
      if (web.outcome[node] !== nothing) continue;
      const known = found.get(node) ?? { hub, promise: 0 };
      found.set(node, { node, hub: known.hub, promise: known.promise + promise });
    }
  }
  return [...found.values()]
    .filter(({ node }) => admits(web.urls.urlOf(node)))
    .sort((a, b) => b.promise - a.promise || a.node - b.node)
    .slice(0, most);
}

/** The mean relevance of the pages that a hub links to, as far as they were visited; a hub of few of them is not believed at once. */
function purityOf({ links, outcome, relevance }: WebGraph, hub: number): number {
  let [sum, count] = [0, doubt];
  for (const target of rowOf(links, hub)) {
    if (outcome[target] === nothing) continue;
    sum += relevance[target] as number;
    count += 1;
  }
  return sum / count;
}

/** Visited pages that a hub is short of being believed. */
const doubt = 2;
