/** The sum, in order. */
export function totalOf(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** The values by their sum; unchanged if that is 0. Changes the array. */
export function scaleToOne(values: Float64Array): Float64Array {
  const total = totalOf(values);
  if (total > 0) for (let at = 0; at < values.length; at += 1) values[at] = (values[at] as number) / total;
  return values;
}

/** A copy that sums to 1. */
export function scaled(values: Float64Array): Float64Array {
  return scaleToOne(values.slice());
}

/** The places of the `count` largest values above 0, largest first; of equal ones, the first place first. */
export function topOf(values: Float64Array, count: number): readonly number[] {
  const heap: number[] = [];
  const isLess = (a: number, b: number): boolean => {
    const [left, right] = [values[a] as number, values[b] as number];
    return left < right || (left === right && a > b);
  };
  for (let place = 0; place < values.length; place += 1) {
    if (!((values[place] as number) > 0)) continue;
    if (heap.length < count) {
      heap.push(place);
      rise(heap, isLess);
    } else if (count > 0 && isLess(heap[0] as number, place)) {
      heap[0] = place;
      sink(heap, isLess);
    }
  }
  return heap.sort((a, b) => (isLess(a, b) ? 1 : -1));
}

function rise(heap: number[], isLess: (a: number, b: number) => boolean): void {
  let at = heap.length - 1;
  while (at > 0) {
    const above = (at - 1) >>> 1;
    if (!isLess(heap[at] as number, heap[above] as number)) return;
    swap(heap, at, above);
    at = above;
  }
}

function sink(heap: number[], isLess: (a: number, b: number) => boolean): void {
  for (let at = 0; ; ) {
    let least = at;
    for (const below of [2 * at + 1, 2 * at + 2]) {
      if (below < heap.length && isLess(heap[below] as number, heap[least] as number)) least = below;
    }
    if (least === at) return;
    swap(heap, at, least);
    at = least;
  }
}

function swap(heap: number[], a: number, b: number): void {
  [heap[a], heap[b]] = [heap[b] as number, heap[a] as number];
}
