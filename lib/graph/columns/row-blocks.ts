import type { ColumnSpace, NumberColumn } from './column.ts';

/**
 * Rows of numbers: those of row `n` are `targets[starts[n] .. starts[n + 1] - 1]`.
 */
export interface SparseRows {
  readonly nodes: number;
  readonly starts: Uint32Array;
  readonly targets: NumberColumn;
  /** Where the rows are, and what is made of them. */
  readonly space: ColumnSpace;
}

/** Some rows of a graph, in order: the targets of node `n` are `targets[starts[n] - base .. starts[n + 1] - base - 1]`. */
export interface RowBlock {
  readonly from: number;
  /** The first node that is not in the block. */
  readonly to: number;
  /** The place in the graph's targets at which the block begins. */
  readonly base: number;
  readonly targets: Uint32Array;
}

/** The rows of a graph in blocks that fit into memory: one block if the graph is there, and else whole rows, at least one. */
export function* rowBlocks({ nodes, starts, targets, space }: SparseRows): Generator<RowBlock> {
  for (let from = 0; from < nodes; ) {
    const base = starts[from] as number;
    const to = Math.max(from + 1, lastWithin(starts, from, base + space.blockLength));
    yield { from, to, base, targets: targets.subarray(base, starts[to]) };
    from = to;
  }
}

/** Calls `each` for all edges, by source and target ascending. */
export function eachEdge(graph: SparseRows, each: (source: number, target: number) => void): void {
  const { starts } = graph;
  for (const { from, to, base, targets } of rowBlocks(graph)) {
    for (let source = from; source < to; source += 1) {
      const end = (starts[source + 1] as number) - base;
      for (let at = (starts[source] as number) - base; at < end; at += 1) each(source, targets[at] as number);
    }
  }
}

/** The last place from `first` on whose number is not above a limit; numbers ascend. */
export function lastWithin(numbers: ArrayLike<number>, first: number, limit: number): number {
  let [low, high] = [first, numbers.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] as number) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
