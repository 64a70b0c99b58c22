import { comparePending, quantise, rankOf } from '../../domain/frontier/entry.ts';

/** The URLs of a simulated frontier, in the order of the real one: rank, depth, arrival. */
export interface UrlQueue {
  readonly size: number;
  has(node: number): boolean;
  /** As the frontier keeps it: in thousandths. */
  rankOf(node: number): number;
  /** Puts a URL in, or moves it; its place among its equals stays that of its first arrival. */
  put(node: number, rank: number, depth: number): void;
  depthOf(node: number): number;
  /** Takes out the first one. */
  take(): number | undefined;
  /** Takes out whichever stands at a place of the heap, from 0 to `size` - 1: in no order that means anything. */
  takeAt(place: number): number | undefined;
}

/** @param nodes there are; about 24 bytes for each */
export function openUrlQueue(nodes: number): UrlQueue {
  const ranks = new Float64Array(nodes);
  const depths = new Int32Array(nodes);
  const arrivals = new Int32Array(nodes).fill(-1);
  /** Where a node stands in the heap, -1: nowhere. */
  const places = new Int32Array(nodes).fill(-1);
  const heap = new Int32Array(nodes);
  let size = 0;
  let arrived = 0;

  const keyOf = (node: number) => ({
    rank: ranks[node] as number,
    depth: depths[node] as number,
    seq: arrivals[node] as number,
  });
  const isBefore = (a: number, b: number): boolean =>
    ranks[a] === ranks[b]
      ? comparePending(keyOf(a), keyOf(b)) < 0
      : (ranks[a] as number) < (ranks[b] as number);

  function set(place: number, node: number): void {
    heap[place] = node;
    places[node] = place;
  }

  function settle(start: number): void {
    const node = heap[start] as number;
    let place = start;
    for (; place > 0; ) {
      const above = (place - 1) >> 1;
      if (!isBefore(node, heap[above] as number)) break;
      set(place, heap[above] as number);
      place = above;
    }
    for (;;) {
      let below = 2 * place + 1;
      if (below >= size) break;
      if (below + 1 < size && isBefore(heap[below + 1] as number, heap[below] as number)) below += 1;
      if (!isBefore(heap[below] as number, node)) break;
      set(place, heap[below] as number);
      place = below;
    }
    set(place, node);
  }

  function takeAt(place: number): number | undefined {
    if (place >= size) return undefined;
    const node = heap[place] as number;
    size -= 1;
    places[node] = -1;
    if (place < size) {
      set(place, heap[size] as number);
      settle(place);
    }
    return node;
  }

  return {
    get size() {
      return size;
    },
    has: (node) => places[node] !== -1,
    rankOf: (node) => rankOf(ranks[node] as number),
    depthOf: (node) => depths[node] as number,
    put(node, rank, depth) {
      ranks[node] = quantise(rank);
      depths[node] = depth;
      if (places[node] === -1) {
        arrivals[node] = arrived;
        arrived += 1;
        set(size, node);
        size += 1;
      }
      settle(places[node] as number);
    },
    take: () => takeAt(0),
    takeAt,
  };
}
