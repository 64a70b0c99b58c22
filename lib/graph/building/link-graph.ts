import type { ColumnSpace, NumberColumn } from '../columns/column.ts';
import { openRowPlacing, type PlacedRows, type RowPlacing, startsOf } from '../columns/place-rows.ts';
import { eachEdge, rowBlocks, type SparseRows } from '../columns/row-blocks.ts';

/**
 * A directed graph in compressed sparse rows: the targets of node `n` are `targets[starts[n] .. starts[n + 1] - 1]`,
 * ascending, each once and none of them `n`. Four bytes an edge and four a node. `rowBlocks` reads all of it.
 */
export type LinkGraph = SparseRows;

/** The targets of a node. */
export function rowOf({ starts, targets }: LinkGraph, node: number): Uint32Array {
  return targets.subarray(starts[node], starts[node + 1]);
}

export interface LinkGathering {
  add(source: number, target: number): void;
  finish(): LinkGraph;
}

/**
 * Takes edges in any order; equal ones and loops may be among them.
 * @param degrees by node, how many edges will come; and one number more. It is used up.
 */
export function openLinks(space: ColumnSpace, degrees: Uint32Array): LinkGathering {
  const starts = startsOf(degrees);
  const placing = openRowPlacing<Uint32Array>(space, Uint32Array, starts);
  return { add: placing.add, finish: () => cleared(space, starts, placing) };
}

/** Sorts each row and clears it of repetitions and loops. */
function cleared(space: ColumnSpace, before: Uint32Array, placing: RowPlacing<Uint32Array>): LinkGraph {
  const nodes = before.length - 1;
  const starts = new Uint32Array(nodes + 1);
  const targets = collected(space, nodes, (collect) => {
    let kept = 0;
    placing.finish(({ from, to, base, values }) => {
      let length = 0;
      for (let node = from; node < to; node += 1) {
        const [start, end] = [(before[node] as number) - base, (before[node + 1] as number) - base];
        if (end - start > 1) values.subarray(start, end).sort();
        const first = length;
        for (let at = start; at < end; at += 1) {
          const target = values[at] as number;
          if (target === node || (length > first && values[length - 1] === target)) continue;
          values[length] = target;
          length += 1;
        }
        starts[node + 1] = kept + length;
      }
      kept += length;
      collect({ from, to, base, values: values.subarray(0, length) });
    });
  });
  return { nodes, starts, targets, space };
}

/** The numbers of placed rows as one column; those that are in memory at once stay where they are. */
function collected(
  space: ColumnSpace,
  nodes: number,
  place: (collect: (rows: PlacedRows<Uint32Array>) => void) => void,
): NumberColumn {
  const out = space.writer<Uint32Array>(Uint32Array);
  let whole: Uint32Array | undefined;
  place(({ from, to, values }) => {
    if (from === 0 && to === nodes && space.atOnce === Number.POSITIVE_INFINITY) whole = values;
    else out.addAll(values);
  });
  return whole ?? out.finish();
}

/** By node, how many nodes link to it; and a 0. */
export function inDegrees(graph: LinkGraph): Uint32Array {
  const degrees = new Uint32Array(graph.nodes + 1);
  eachEdge(graph, (_, target) => {
    degrees[target] = (degrees[target] as number) + 1;
  });
  return degrees;
}

/** The same edges backwards: the row of a node has the nodes that link to it. */
export function reversed(graph: LinkGraph): LinkGraph {
  const { nodes, space } = graph;
  const starts = startsOf(inDegrees(graph));
  const placing = openRowPlacing<Uint32Array>(space, Uint32Array, starts);
  // Sources come in order, so each row is sorted.
  eachEdge(graph, (source, target) => placing.add(target, source));
  return { nodes, starts, targets: collected(space, nodes, placing.finish), space };
}

/** Each edge in both directions, each once. */
export function undirected(graph: LinkGraph): LinkGraph {
  const { nodes, starts, space } = graph;
  const degrees = inDegrees(graph);
  for (let node = 0; node < nodes; node += 1)
    degrees[node] = (degrees[node] as number) + (starts[node + 1] as number) - (starts[node] as number);
  const links = openLinks(space, degrees);
  eachEdge(graph, (source, target) => {
    links.add(source, target);
    links.add(target, source);
  });
  return links.finish();
}

/** The edges for which `keeps` is true. */
export function edgesWhere(graph: LinkGraph, keeps: (source: number, target: number) => boolean): LinkGraph {
  const { nodes, starts, space } = graph;
  const places = new Uint32Array(nodes + 1);
  const kept = space.writer(Uint32Array);
  for (const { from, to, base, targets } of rowBlocks(graph)) {
    for (let source = from; source < to; source += 1) {
      const end = (starts[source + 1] as number) - base;
      for (let at = (starts[source] as number) - base; at < end; at += 1) {
        const target = targets[at] as number;
        if (keeps(source, target)) kept.add(target);
      }
      places[source + 1] = kept.length();
    }
  }
  return { nodes, starts: places, targets: kept.finish(), space };
}

/** Whether an edge is in the graph. */
export function hasEdge(graph: LinkGraph, source: number, target: number): boolean {
  const row = rowOf(graph, source);
  let [low, high] = [0, row.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = row[middle] as number;
    if (found === target) return true;
    if (found < target) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
