import { corrupt } from './codec.ts';

/** A column of a table: the values of all rows, or one value that all of them have. */
export type Column<T> = readonly T[];

/** Rows are stored by column: similar values are neighbours, and a value that all rows have is stored once. */
export function column<T>(values: readonly T[]): Column<T> {
  const first = values[0];
  return values.every((value) => value === first) ? values.slice(0, 1) : values;
}

/** The value of every row. @throws WinnowError `corrupt` when the column does not have `rows` rows */
export function expand<T>(values: Column<T> | undefined, rows: number): readonly T[] {
  if (values?.length === rows) return values;
  if (values?.length === 1) return new Array<T>(rows).fill(values[0] as T);
  throw corrupt('a column is too short');
}

/** Each value as the difference from the one before. */
export function deltas(values: readonly number[]): Column<number> {
  return column(values.map((value, row) => value - (values[row - 1] ?? 0)));
}

export function sums(values: Column<number> | undefined, rows: number): readonly number[] {
  let last = 0;
  return expand(values, rows).map((value) => {
    last += value;
    return last;
  });
}

const hex = /^(?:[0-9a-f]{2})+$/;

/**
 * Hashes do not compress: their bytes go into `raw`, and the column has their lengths. A value that is not lower-case hex
 * stays as it is; an absent value becomes null.
 */
export function packHex(
  values: readonly (string | undefined)[],
  raw: Uint8Array[],
): Column<number | string | null> {
  return column(
    values.map((value) => {
      if (value === undefined) return null;
      if (!hex.test(value)) return value;
      raw.push(Buffer.from(value, 'hex'));
      return value.length / 2;
    }),
  );
}

/** Reads the raw bytes that `packHex` and others wrote, in the same order. */
export interface RawReader {
  readonly bytes: Buffer;
  at: number;
}

/** A part of the raw bytes, not copied. @throws WinnowError `corrupt` */
export function takeBytes(raw: RawReader, length: number): Buffer {
  const end = raw.at + length;
  if (!(length >= 0 && end <= raw.bytes.length)) throw corrupt('hashes are missing');
  const bytes = raw.bytes.subarray(raw.at, end);
  raw.at = end;
  return bytes;
}

export function takeHex(raw: RawReader, length: number): string {
  return takeBytes(raw, length).toString('hex');
}

export function unpackHex(
  values: Column<number | string | null> | undefined,
  rows: number,
  raw: RawReader,
): readonly (string | undefined)[] {
  return expand(values, rows).map((value) => {
    if (value === null) return undefined;
    return typeof value === 'number' ? takeHex(raw, value) : value;
  });
}
