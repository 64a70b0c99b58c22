import { edgesWhere, type LinkGraph } from '../building/link-graph.ts';
import { type RowBlock, rowBlocks } from '../columns/row-blocks.ts';
import { countedSiteLinks } from '../sites/site-links.ts';
import { type PageRankOptions, pageRank } from './page-rank.ts';

/** Ranks of pages and of their sites, each kind summing to 1. */
export interface NetLocRanks {
  readonly pages: Float64Array;
  /** By number of the site. */
  readonly sites: Float64Array;
}

/**
 * NetLocRank as Combine has it: the rank of a page among those of its site by the site's own links, times the rank of
 * the site by links between sites, which count as often as they occur (Wu and Aberer 2004: SiteRank and DocRank).
 */
export function netLocRank(
  graph: LinkGraph,
  sites: Uint32Array,
  siteCount: number,
  options: Omit<PageRankOptions, 'weights' | 'restart'> = {},
): NetLocRanks {
  const siteRanks = siteRank(graph, sites, siteCount, options);
  const inside = edgesWhere(graph, (source, target) => sites[source] === sites[target]);
  const sizes = new Float64Array(siteCount);
  for (const site of sites) sizes[site] = (sizes[site] as number) + 1;
  const local = localRanks(inside, sites, sizes, options);
  const pages = local.map((rank, page) => rank * (siteRanks[sites[page] as number] as number));
  return { pages, sites: siteRanks };
}

/** PageRank of sites over the links between them, each as often as pages link. */
export function siteRank(
  graph: LinkGraph,
  sites: Uint32Array,
  siteCount: number,
  options: Omit<PageRankOptions, 'weights' | 'restart'> = {},
): Float64Array {
  const { links, counts } = countedSiteLinks(graph, sites, siteCount);
  return pageRank(links, { ...options, weights: counts });
}

/**
 * PageRank of the pages of each site by itself, all sites in one pass: a reader starts again inside the site, so no rank
 * leaves it.
 */
function localRanks(
  graph: LinkGraph,
  sites: Uint32Array,
  sizes: Float64Array,
  { damping = 0.85, maxIterations = 100, tolerance = 1e-10 }: Omit<PageRankOptions, 'weights' | 'restart'>,
): Float64Array {
  const { nodes, starts } = graph;
  const even = Float64Array.from(sites, (site) => 1 / (sizes[site] as number));
  let ranks = even.slice();
  let next = new Float64Array(nodes);
  const dangling = new Float64Array(sizes.length);
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    next.fill(0);
    dangling.fill(0);
    for (let node = 0; node < nodes; node += 1) {
      if (starts[node] !== starts[node + 1]) continue;
      const site = sites[node] as number;
      dangling[site] = (dangling[site] as number) + (ranks[node] as number);
    }
    for (const block of rowBlocks(graph)) spreadEvenly(starts, block, ranks, next);
    let change = 0;
    for (let node = 0; node < nodes; node += 1) {
      const again = 1 - damping + damping * (dangling[sites[node] as number] as number);
      const rank = damping * (next[node] as number) + again * (even[node] as number);
      change += Math.abs(rank - (ranks[node] as number));
      next[node] = rank;
    }
    [ranks, next] = [next, ranks];
    if (change < tolerance * sizes.length) break;
  }
  return ranks;
}

function spreadEvenly(
  starts: Uint32Array,
  { from, to, base, targets }: RowBlock,
  ranks: Float64Array,
  next: Float64Array,
): void {
  for (let node = from; node < to; node += 1) {
    const [start, end] = [(starts[node] as number) - base, (starts[node + 1] as number) - base];
    const each = (ranks[node] as number) / (end - start);
    for (let at = start; at < end; at += 1) {
      const target = targets[at] as number;
      next[target] = (next[target] as number) + each;
    }
  }
}
