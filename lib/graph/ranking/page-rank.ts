import type { LinkGraph } from '../building/link-graph.ts';
import type { NumberColumn } from '../columns/column.ts';
import { type RowBlock, rowBlocks } from '../columns/row-blocks.ts';
import { scaled, totalOf } from '../distilling/scores.ts';

export interface PageRankOptions {
  /** The probability that a reader follows a link; default 0.85. */
  readonly damping?: number;
  /** Default 100. */
  readonly maxIterations?: number;
  /** Stops when the sum of all changes of an iteration is smaller; default 1e-10. */
  readonly tolerance?: number;
  /** How often an edge counts, by its place in `graph.targets`; absent: all alike. */
  readonly weights?: NumberColumn<Float64Array>;
  /** Where a reader starts again, in any scale; absent: anywhere alike. */
  readonly restart?: Float64Array;
}

/**
 * PageRank by power iteration, summing to 1 (Brin and Page 1998). A node without links leads to where a reader starts
 * again.
 */
export function pageRank(graph: LinkGraph, options: PageRankOptions = {}): Float64Array {
  const { damping = 0.85, maxIterations = 100, tolerance = 1e-10, weights } = options;
  const { nodes } = graph;
  if (nodes === 0) return new Float64Array(0);
  const restart = scaled(options.restart ?? new Float64Array(nodes).fill(1));
  const share = outShares(graph, weights);
  let ranks = restart.slice();
  let next = new Float64Array(nodes);
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    const dangling = spread(graph, { ranks, share, weights }, next);
    const again = 1 - damping + damping * dangling;
    let change = 0;
    for (let node = 0; node < nodes; node += 1) {
      const rank = damping * (next[node] as number) + again * (restart[node] as number);
      change += Math.abs(rank - (ranks[node] as number));
      next[node] = rank;
    }
    [ranks, next] = [next, ranks];
    if (change < tolerance) break;
  }
  return ranks;
}

/** 1 by what leaves a node; 0 for a node without links. */
function outShares(graph: LinkGraph, weights: NumberColumn<Float64Array> | undefined): Float64Array {
  const { nodes, starts } = graph;
  const shares = new Float64Array(nodes);
  const set = (node: number, out: number): void => {
    shares[node] = out > 0 ? 1 / out : 0;
  };
  if (weights === undefined) {
    for (let node = 0; node < nodes; node += 1)
      set(node, (starts[node + 1] as number) - (starts[node] as number));
    return shares;
  }
  for (const { from, to, base, targets } of rowBlocks(graph)) {
    const some = weights.subarray(base, base + targets.length);
    for (let node = from; node < to; node += 1)
      set(node, totalOf(some.subarray((starts[node] as number) - base, (starts[node + 1] as number) - base)));
  }
  return shares;
}

interface Flow {
  readonly ranks: Float64Array;
  readonly share: Float64Array;
  readonly weights: NumberColumn<Float64Array> | undefined;
}

/** Passes each rank on along the links. @returns the sum of the ranks of nodes without links */
function spread(graph: LinkGraph, { ranks, share, weights }: Flow, to: Float64Array): number {
  to.fill(0);
  for (const block of rowBlocks(graph)) {
    const some = weights?.subarray(block.base, block.base + block.targets.length);
    spreadBlock(graph.starts, block, { ranks, share, weights: some }, to);
  }
  let dangling = 0;
  for (let node = 0; node < graph.nodes; node += 1) if (share[node] === 0) dangling += ranks[node] as number;
  return dangling;
}

function spreadBlock(
  starts: Uint32Array,
  { from, to: end, base, targets }: RowBlock,
  { ranks, share, weights }: Omit<Flow, 'weights'> & { readonly weights: Float64Array | undefined },
  to: Float64Array,
): void {
  for (let node = from; node < end; node += 1) {
    const each = (ranks[node] as number) * (share[node] as number);
    if (each === 0) continue;
    const rowEnd = (starts[node + 1] as number) - base;
    for (let at = (starts[node] as number) - base; at < rowEnd; at += 1) {
      const target = targets[at] as number;
      to[target] = (to[target] as number) + (weights === undefined ? each : each * (weights[at] as number));
    }
  }
}
