import { type EdgeWeights, type HubScores, hubScores } from './hubs.ts';
import { edgesWhere, type LinkGraph, reversed } from './link-graph.ts';

export interface DistilOptions {
  /** The site of each node: a number. Links inside a site are no votes. */
  readonly sites: Uint32Array;
  /** The relevance of each node, 0 to 1; 0 for one that was not fetched. */
  readonly relevance: Float64Array;
  /** Only nodes of more relevance can be authorities. */
  readonly threshold: number;
  /** Default 50. */
  readonly iterations?: number;
  /** Whether an edge is left out beside those inside a site; absent: none. */
  readonly ignores?: (source: number, target: number) => boolean;
}

export interface Distilled extends HubScores {
  /** The edges that counted. */
  readonly votes: LinkGraph;
}

/**
 * The distiller of the focused crawler (Chakrabarti, van den Berg, Dom 1999, §3.2): hubs and authorities over links
 * between sites, to pages above a threshold of relevance. A link counts R[u] / h0 for its target and R[u] / a0 for its
 * source, where h0 is the number of pages of the source's site that link to the target, and a0 the number of pages of
 * the target's site that the source links to: a site is one vote.
 */
export function distil(graph: LinkGraph, options: DistilOptions): Distilled {
  const { sites, relevance, threshold, iterations = 50, ignores } = options;
  const votes = edgesWhere(
    graph,
    (source, target) =>
      sites[source] !== sites[target] &&
      (relevance[target] as number) > threshold &&
      ignores?.(source, target) !== true,
  );
  return { votes, ...hubScores(votes, iterations, voteWeights(votes, sites, relevance)) };
}

function voteWeights(votes: LinkGraph, sites: Uint32Array, relevance: Float64Array): EdgeWeights {
  const { nodes, starts, targets } = votes;
  const toHub = siteShares(votes, sites);
  const toAuthority = new Float64Array(targets.length);
  const backwards = reversed(votes);
  const shares = siteShares(backwards, sites);
  // Reversing takes the sources in order: the next edge of a target's row is the one of the next source.
  const next = backwards.starts.slice(0, nodes);
  for (let source = 0; source < nodes; source += 1) {
    const own = relevance[source] as number;
    const end = starts[source + 1] as number;
    for (let at = starts[source] as number; at < end; at += 1) {
      const target = targets[at] as number;
      const place = next[target] as number;
      next[target] = place + 1;
      toAuthority[at] = own * (shares[place] as number);
      toHub[at] = own * (toHub[at] as number);
    }
  }
  return { toAuthority, toHub };
}

/** For each edge, 1 by the number of nodes of its target's site in the same row. */
function siteShares({ nodes, starts, targets }: LinkGraph, sites: Uint32Array): Float64Array {
  const counts = new Uint32Array(1 + sites.reduce((most, site) => Math.max(most, site), 0));
  const shares = new Float64Array(targets.length);
  for (let node = 0; node < nodes; node += 1) {
    const [start, end] = [starts[node] as number, starts[node + 1] as number];
    for (let at = start; at < end; at += 1) {
      const site = sites[targets[at] as number] as number;
      counts[site] = (counts[site] as number) + 1;
    }
    for (let at = start; at < end; at += 1)
      shares[at] = 1 / (counts[sites[targets[at] as number] as number] as number);
    for (let at = start; at < end; at += 1) counts[sites[targets[at] as number] as number] = 0;
  }
  return shares;
}
