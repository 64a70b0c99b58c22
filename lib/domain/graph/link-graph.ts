/**
 * A directed graph in compressed sparse rows: the targets of node `n` are `targets[starts[n] .. starts[n + 1] - 1]`,
 * ascending, each once and none of them `n`. Four bytes an edge and four a node.
 */
export interface LinkGraph {
  readonly nodes: number;
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
}

/** The targets of a node. */
export function rowOf({ starts, targets }: LinkGraph, node: number): Uint32Array {
  return targets.subarray(starts[node], starts[node + 1]);
}

/** Edges from one list of sources and one of targets, in any order; equal ones and loops may be among them. */
export function linkGraphOf(nodes: number, sources: Uint32Array, targets: Uint32Array): LinkGraph {
  return inRows(nodes, sources, targets, sources.length);
}

/** The same edges backwards: the row of a node has the nodes that link to it. */
export function reversed({ nodes, starts, targets }: LinkGraph): LinkGraph {
  const places = new Uint32Array(nodes + 1);
  for (const target of targets) places[target + 1] = (places[target + 1] as number) + 1;
  for (let node = 0; node < nodes; node += 1)
    places[node + 1] = (places[node + 1] as number) + (places[node] as number);
  const next = places.slice(0, nodes);
  const sources = new Uint32Array(targets.length);
  for (let source = 0; source < nodes; source += 1) {
    const end = starts[source + 1] as number;
    for (let at = starts[source] as number; at < end; at += 1) {
      const target = targets[at] as number;
      const place = next[target] as number;
      sources[place] = source;
      next[target] = place + 1;
    }
  }
  return { nodes, starts: places, targets: sources };
}

/** Each edge in both directions, each once. */
export function undirected(graph: LinkGraph): LinkGraph {
  const { nodes, starts, targets } = graph;
  const both = 2 * targets.length;
  const [from, to] = [new Uint32Array(both), new Uint32Array(both)];
  let length = 0;
  for (let source = 0; source < nodes; source += 1) {
    const end = starts[source + 1] as number;
    for (let at = starts[source] as number; at < end; at += 1) {
      const target = targets[at] as number;
      from[length] = source;
      to[length] = target;
      from[length + 1] = target;
      to[length + 1] = source;
      length += 2;
    }
  }
  return inRows(nodes, from, to, length);
}

/** The edges for which `keeps` is true. */
export function edgesWhere(graph: LinkGraph, keeps: (source: number, target: number) => boolean): LinkGraph {
  const { nodes, starts, targets } = graph;
  const kept = new Uint32Array(targets.length);
  const places = new Uint32Array(nodes + 1);
  let length = 0;
  for (let source = 0; source < nodes; source += 1) {
    const end = starts[source + 1] as number;
    for (let at = starts[source] as number; at < end; at += 1) {
      const target = targets[at] as number;
      if (!keeps(source, target)) continue;
      kept[length] = target;
      length += 1;
    }
    places[source + 1] = length;
  }
  return { nodes, starts: places, targets: kept.slice(0, length) };
}

/** Whether an edge is in the graph. */
export function hasEdge({ starts, targets }: LinkGraph, source: number, target: number): boolean {
  let low = starts[source] as number;
  let high = (starts[source + 1] as number) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = targets[middle] as number;
    if (found === target) return true;
    if (found < target) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

/** Counting sort by source; each row is then sorted, and cleared of repetitions and loops in place. */
function inRows(nodes: number, sources: Uint32Array, targets: Uint32Array, length: number): LinkGraph {
  const starts = new Uint32Array(nodes + 1);
  for (let at = 0; at < length; at += 1) {
    const row = (sources[at] as number) + 1;
    starts[row] = (starts[row] as number) + 1;
  }
  for (let node = 0; node < nodes; node += 1)
    starts[node + 1] = (starts[node + 1] as number) + (starts[node] as number);
  const next = starts.slice(0, nodes);
  const rows = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) {
    const source = sources[at] as number;
    const place = next[source] as number;
    rows[place] = targets[at] as number;
    next[source] = place + 1;
  }
  return cleared(nodes, starts, rows);
}

function cleared(nodes: number, starts: Uint32Array, rows: Uint32Array): LinkGraph {
  let kept = 0;
  let start = 0;
  for (let node = 0; node < nodes; node += 1) {
    const end = starts[node + 1] as number;
    if (end - start > 1) rows.subarray(start, end).sort();
    const first = kept;
    for (let at = start; at < end; at += 1) {
      const target = rows[at] as number;
      if (target === node || (kept > first && rows[kept - 1] === target)) continue;
      rows[kept] = target;
      kept += 1;
    }
    start = end;
    starts[node + 1] = kept;
  }
  return { nodes, starts, targets: rows.slice(0, kept) };
}
