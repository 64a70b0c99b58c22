import { openNumbers } from '../../base/growing-numbers.ts';

export type NumberArray = Uint8Array | Uint32Array | Float32Array | Float64Array;
export type ArrayKind<T extends NumberArray> = new (length: number) => T;

/** Numbers in order, in memory or in a file. A typed array is a column as it is. */
export interface NumberColumn<T extends NumberArray = Uint32Array> {
  readonly length: number;
  /** The numbers from `start` up to `end`; nobody changes them. Absent: from the first, up to the last. */
  subarray(start?: number, end?: number): T;
  /** Gives back the room of a column that nobody reads any more. */
  drop?(): void;
}

export interface ColumnWriter<T extends NumberArray> {
  add(value: number): void;
  /** @throws WinnowError `full`, as `add` and `finish` */
  addAll(values: T): void;
  length(): number;
  /** What was added. Nothing can be added any more. */
  finish(): NumberColumn<T>;
}

/**
 * Where columns are: what is as long as a graph has links is a column, what is as long as it has URLs an array. So an analysis
 * is the same in memory and out of it.
 */
export interface ColumnSpace {
  /** Numbers of a column that may be in memory at once. */
  readonly atOnce: number;
  /** Numbers that one read gets of a column that is read through. */
  readonly blockLength: number;
  writer<T extends NumberArray>(Kind: ArrayKind<T>): ColumnWriter<T>;
}

export const memorySpace: ColumnSpace = {
  atOnce: Number.POSITIVE_INFINITY,
  blockLength: Number.POSITIVE_INFINITY,
  writer<T extends NumberArray>(Kind: ArrayKind<T>): ColumnWriter<T> {
    const numbers = openNumbers(Kind);
    return {
      add: numbers.add,
      addAll: numbers.addAll,
      length: numbers.length,
      finish: () => numbers.values() as NumberColumn<NumberArray> as NumberColumn<T>,
    };
  },
};
