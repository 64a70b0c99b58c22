import { edgesWhere, type LinkGraph, reversed } from '../building/link-graph.ts';
import { openRowPlacing } from '../columns/place-rows.ts';
import { rowBlocks } from '../columns/row-blocks.ts';
import { type EdgeWeights, type HubScores, hubScores } from './hubs.ts';

export interface DistilOptions {
  /** The site of each node: a number. Links inside a site are no votes. */
  readonly sites: Uint32Array;
  /** The relevance of each node, 0 to 1; 0 for one that was not fetched. */
  readonly relevance: Float64Array;
  /** Only nodes of at least this relevance, and of some, can be authorities. */
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
 * between sites, to pages from a threshold of relevance on. A link counts R[u] / h0 for its target and R[u] / a0 for its
 * source, where h0 is the number of pages of the source's site that link to the target, and a0 the number of pages of
 * the target's site that the source links to: a site is one vote.
 */
export function distil(graph: LinkGraph, options: DistilOptions): Distilled {
  const { sites, relevance, threshold, iterations = 50, ignores } = options;
  const votes = edgesWhere(
    graph,
    (source, target) =>
      sites[source] !== sites[target] &&
      (relevance[target] as number) > 0 &&
      (relevance[target] as number) >= threshold &&
      ignores?.(source, target) !== true,
  );
  return { votes, ...hubScores(votes, iterations, voteWeights(votes, sites, relevance)) };
}

function voteWeights(votes: LinkGraph, sites: Uint32Array, relevance: Float64Array): EdgeWeights {
  const { starts, space } = votes;
  const toHub = space.writer(Float64Array);
  const placing = openRowPlacing(space, Float64Array, starts);
  eachShare(votes, sites, (source, _, share) => toHub.add((relevance[source] as number) * share));
  const backwards = reversed(votes);
  // Targets come in order, so each weight comes to stand where its edge is.
  eachShare(backwards, sites, (_, source, share) =>
    placing.add(source, (relevance[source] as number) * share),
  );
  const toAuthority = space.writer(Float64Array);
  placing.finish(({ values }) => toAuthority.addAll(values));
  backwards.targets.drop?.();
  return { toAuthority: toAuthority.finish(), toHub: toHub.finish() };
}

/** Calls `each` for every edge with 1 by the number of nodes of its target's site in the same row. */
function eachShare(
  graph: LinkGraph,
  sites: Uint32Array,
  each: (row: number, target: number, share: number) => void,
): void {
  const { starts } = graph;
  const counts = new Uint32Array(1 + sites.reduce((most, site) => Math.max(most, site), 0));
  for (const { from, to, base, targets } of rowBlocks(graph)) {
    for (let node = from; node < to; node += 1) {
      const [start, end] = [(starts[node] as number) - base, (starts[node + 1] as number) - base];
      for (let at = start; at < end; at += 1) {
        const site = sites[targets[at] as number] as number;
        counts[site] = (counts[site] as number) + 1;
      }
      for (let at = start; at < end; at += 1) {
        const target = targets[at] as number;
        each(node, target, 1 / (counts[sites[target] as number] as number));
      }
      for (let at = start; at < end; at += 1) counts[sites[targets[at] as number] as number] = 0;
    }
  }
}
