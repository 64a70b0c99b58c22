import type { ArrayKind, ColumnSpace, ColumnWriter, NumberArray, NumberColumn } from './column.ts';
import { lastWithin } from './row-blocks.ts';

/** Takes numbers of rows in any order; each row has them in the order in which they came. */
export interface RowPlacing<T extends NumberArray> {
  add(row: number, value: number): void;
  /** Calls `each` with some rows at a time, in order: row `n` of them is `values[starts[n] - base ..]`. */
  finish(each: (rows: PlacedRows<T>) => void): void;
}

export interface PlacedRows<T extends NumberArray> {
  readonly from: number;
  readonly to: number;
  readonly base: number;
  readonly values: T;
}

/**
 * Brings numbers into rows whose lengths are known before: `starts` has the place of each row's first number, and at its end
 * the number of all. As each row's place is known, no sorting takes place: in memory a number goes where it belongs, and out of
 * it first into the file of a range of rows that fit into memory (distribution sort: two writes and two reads for each number).
 */
export function openRowPlacing<T extends NumberArray>(
  space: ColumnSpace,
  Kind: ArrayKind<T>,
  starts: Uint32Array,
): RowPlacing<T> {
  const ranges = rangesOf(starts, space.atOnce);
  return ranges.length <= 2 ? placedAtOnce(Kind, starts) : placedByRanges(space, Kind, starts, ranges);
}

/** The first row of each range, and at the end the number of rows. */
function rangesOf(starts: Uint32Array, atOnce: number): readonly number[] {
  const rows = starts.length - 1;
  const ranges = [0];
  for (let from = 0; from < rows; ) {
    from = Math.max(from + 1, lastWithin(starts, from, (starts[from] as number) + atOnce));
    ranges.push(from);
  }
  return ranges;
}

function placedAtOnce<T extends NumberArray>(Kind: ArrayKind<T>, starts: Uint32Array): RowPlacing<T> {
  const rows = starts.length - 1;
  const next = starts.slice(0, rows);
  const values = new Kind(starts[rows] as number);
  return {
    add(row, value) {
      const place = next[row] as number;
      values[place] = value;
      next[row] = place + 1;
    },
    finish: (each) => each({ from: 0, to: rows, base: 0, values }),
  };
}

function placedByRanges<T extends NumberArray>(
  space: ColumnSpace,
  Kind: ArrayKind<T>,
  starts: Uint32Array,
  ranges: readonly number[],
): RowPlacing<T> {
  const buckets: { readonly rows: ColumnWriter<Uint32Array>; readonly values: ColumnWriter<T> }[] = [];
  const rangeOfRow = new Uint32Array(starts.length - 1);
  for (let range = 0; range < ranges.length - 1; range += 1) {
    buckets.push({ rows: space.writer(Uint32Array), values: space.writer(Kind) });
    rangeOfRow.fill(range, ranges[range], ranges[range + 1]);
  }
  return {
    add(row, value) {
      const bucket = buckets[rangeOfRow[row] as number] as (typeof buckets)[number];
      bucket.rows.add(row);
      bucket.values.add(value);
    },
    finish(each) {
      for (const [range, bucket] of buckets.entries()) {
        const [from, to] = [ranges[range] as number, ranges[range + 1] as number];
        const base = starts[from] as number;
        const placing = placedAtOnce(
          Kind,
          starts.subarray(from, to + 1).map((start) => start - base),
        );
        const [rows, values] = [bucket.rows.finish(), bucket.values.finish()];
        eachPair(space, rows, values, (row, value) => placing.add(row - from, value));
        rows.drop?.();
        values.drop?.();
        placing.finish(({ values: placed }) => each({ from, to, base, values: placed }));
      }
    },
  };
}

/** Reads two columns of one length side by side. */
export function eachPair(
  { blockLength }: Pick<ColumnSpace, 'blockLength'>,
  first: NumberColumn<NumberArray>,
  second: NumberColumn<NumberArray>,
  each: (one: number, other: number) => void,
): void {
  for (let start = 0; start < first.length; start += blockLength) {
    const end = Math.min(first.length, start + blockLength);
    const [some, others] = [first.subarray(start, end), second.subarray(start, end)];
    for (let at = 0; at < some.length; at += 1) each(some[at] as number, others[at] as number);
  }
}

/** Reads a column through. */
export function eachNumber(
  { blockLength }: Pick<ColumnSpace, 'blockLength'>,
  column: NumberColumn<NumberArray>,
  each: (value: number) => void,
): void {
  for (let start = 0; start < column.length; start += blockLength)
    for (const value of column.subarray(start, Math.min(column.length, start + blockLength))) each(value);
}

/** Where rows of these lengths begin, and where the last one ends. @param lengths by row, and one number more, which is not used */
export function startsOf(lengths: Uint32Array): Uint32Array {
  let sum = 0;
  for (let row = 0; row < lengths.length; row += 1) {
    const length = lengths[row] as number;
    lengths[row] = sum;
    sum += length;
  }
  return lengths;
}
