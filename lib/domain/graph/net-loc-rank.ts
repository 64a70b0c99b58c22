import { edgesWhere, type LinkGraph, linkGraphOf } from './link-graph.ts';
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
  { nodes, starts, targets }: LinkGraph,
  sites: Uint32Array,
  siteCount: number,
  options: Omit<PageRankOptions, 'weights' | 'restart'> = {},
): Float64Array {
  const [from, to] = [new Uint32Array(targets.length), new Uint32Array(targets.length)];
  const counts = new Map<number, number>();
  let length = 0;
  for (let source = 0; source < nodes; source += 1) {
    for (let at = starts[source] as number; at < (starts[source + 1] as number); at += 1) {
      const [a, b] = [sites[source] as number, sites[targets[at] as number] as number];
      if (a === b) continue;
      const pair = a * siteCount + b;
      const count = counts.get(pair) ?? 0;
      counts.set(pair, count + 1);
      if (count > 0) continue;
      from[length] = a;
      to[length] = b;
      length += 1;
    }
  }
  const siteGraph = linkGraphOf(siteCount, from.subarray(0, length), to.subarray(0, length));
  const weights = new Float64Array(siteGraph.targets.length);
  for (let site = 0; site < siteCount; site += 1) {
    const end = siteGraph.starts[site + 1] as number;
    for (let at = siteGraph.starts[site] as number; at < end; at += 1)
      weights[at] = counts.get(site * siteCount + (siteGraph.targets[at] as number)) as number;
  }
  return pageRank(siteGraph, { ...options, weights });
}

/**
 * PageRank of the pages of each site by itself, all sites in one pass: a reader starts again inside the site, so no rank
 * leaves it.
 */
function localRanks(
  { nodes, starts, targets }: LinkGraph,
  sites: Uint32Array,
  sizes: Float64Array,
  { damping = 0.85, maxIterations = 100, tolerance = 1e-10 }: Omit<PageRankOptions, 'weights' | 'restart'>,
): Float64Array {
  const even = Float64Array.from(sites, (site) => 1 / (sizes[site] as number));
  let ranks = even.slice();
  let next = new Float64Array(nodes);
  const dangling = new Float64Array(sizes.length);
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    next.fill(0);
    dangling.fill(0);
    for (let node = 0; node < nodes; node += 1) {
      const [start, end] = [starts[node] as number, starts[node + 1] as number];
      const site = sites[node] as number;
      if (start === end) dangling[site] = (dangling[site] as number) + (ranks[node] as number);
      const each = (ranks[node] as number) / (end - start);
      for (let at = start; at < end; at += 1) {
        const target = targets[at] as number;
        next[target] = (next[target] as number) + each;
      }
    }
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
