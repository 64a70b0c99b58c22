import { defined } from '../../base/defined.ts';
import { edgesWhere, type LinkGraph, reversed, rowOf, undirected } from '../building/link-graph.ts';
import type { WebGraph } from '../building/web-graph.ts';
import {
  type DistilTopicOptions,
  distilTopic,
  type Electorate,
  electorateOf,
} from '../distilling/distil-topic.ts';
import { netLocRank } from './net-loc-rank.ts';
import { type PageRankOptions, pageRank } from './page-rank.ts';

/**
 * What one analysis of the link graph says of a page. The numbers of each kind sum to 1 over all URLs of the graph
 * (`ranking/page-ranks.ts`).
 */
export interface PageRanks {
  /** Epoch ms of the analysis, and the URLs that its graph had. */
  readonly at: number;
  readonly of: number;
  readonly pageRank: number;
  readonly pageRankBL: number;
  readonly netLocRank: number;
  readonly discounted: number;
  /** Absent: it is none. */
  readonly hub?: number;
  readonly authority?: number;
  /** Other sites that link to the page; those that vote as one count once. */
  readonly linkedBy: number;
}

/** The measures of pages, by number of the node; those of each kind sum to 1. */
export interface Ranks {
  readonly pageRank: Float64Array;
  /** Combine's PageRankBL: PageRank over the links and all of them backwards. */
  readonly pageRankBL: Float64Array;
  /** Combine's NetLocRank: the rank of the site times the rank within the site. */
  readonly netLocRank: Float64Array;
  /** PageRank of a reader who starts at any voter alike, and follows no link between sites that vote as one. */
  readonly discounted: Float64Array;
  readonly hub: Float64Array;
  readonly authority: Float64Array;
  /** Other voters that link to the node. */
  readonly linkedBy: Uint32Array;
}

export type RankKind = Exclude<keyof Ranks, 'linkedBy'>;

export const rankKinds = [
  ...(['discounted', 'pageRank', 'pageRankBL', 'netLocRank', 'hub', 'authority'] as const),
] satisfies readonly RankKind[];

export type RanksOptions = Pick<DistilTopicOptions, 'shared'>;

const distilled = { share: 0.15, iterations: 50 };

/** Measures all URLs of a crawl, those that it has not visited too. */
export function ranksOf(web: WebGraph, options: RanksOptions = {}): Ranks {
  const { links } = web;
  const electorate = electorateOf(web, options);
  const { sites } = electorate;
  const { hubs: hub, authorities: authority } = distilTopic(web, { ...options, ...distilled }, electorate);
  return {
    pageRank: pageRank(links),
    pageRankBL: pageRank(undirected(links)),
    netLocRank: netLocRank(links, sites.of, sites.names.length).pages,
    discounted: discountedRank(links, electorate),
    ...{ hub, authority },
    linkedBy: votersLinking(links, electorate),
  };
}

/**
 * PageRank in which hosts that one owner made, or that agree on links, are one voter: a reader starts at each voter with
 * the same probability, so pages and hosts that are made for it bring nothing, and rank does not circle among its sites.
 */
export function discountedRank(
  links: LinkGraph,
  { of, sites }: Pick<Electorate, 'of' | 'sites'>,
  options: Omit<PageRankOptions, 'restart' | 'weights'> = {},
): Float64Array {
  const sizes = new Float64Array(sites.names.length);
  for (const voter of of) sizes[voter] = (sizes[voter] as number) + 1;
  const restart = Float64Array.from(of, (voter) => 1 / (sizes[voter] as number));
  const honest = edgesWhere(
    links,
    (source, target) => of[source] !== of[target] || sites.of[source] === sites.of[target],
  );
  return pageRank(honest, { ...options, restart });
}

function votersLinking(links: LinkGraph, { of }: Pick<Electorate, 'of'>): Uint32Array {
  const backwards = reversed(links);
  return Uint32Array.from({ length: links.nodes }, (_, node) => {
    const voters = new Set<number>();
    for (const source of rowOf(backwards, node)) voters.add(of[source] as number);
    voters.delete(of[node] as number);
    return voters.size;
  });
}

/** The measures of one URL as records have them. @param at epoch ms of the analysis */
export function pageRanksOf(ranks: Ranks, node: number, at: number): PageRanks {
  const measured = Object.fromEntries(
    rankKinds.map((kind) => [kind, Number((ranks[kind][node] as number).toPrecision(5))]),
  ) as Record<RankKind, number>;
  const { hub, authority, ...all } = measured;
  return {
    ...{ at, of: ranks.pageRank.length, ...all, linkedBy: ranks.linkedBy[node] as number },
    ...defined({ hub: hub || undefined, authority: authority || undefined }),
  };
}

/** The part by which a measure has to change before a record is written anew. */
const noticed = 0.1;

/**
 * Whether what a record says of its ranks is out of date: a measure by the mean of all URLs, or the number of voters,
 * differs by more than a tenth.
 */
export function areOther(known: PageRanks | undefined, now: PageRanks): boolean {
  if (known === undefined) return true;
  if (differs(known.linkedBy, now.linkedBy)) return true;
  return rankKinds.some((kind) => differs((known[kind] ?? 0) * known.of, (now[kind] ?? 0) * now.of));
}

function differs(a: number, b: number): boolean {
  return Math.abs(a - b) > noticed * Math.max(a, b);
}
