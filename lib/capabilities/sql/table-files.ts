import type { Cell } from './table.ts';
import type { SqlTableName } from './tables.ts';

/**
 * A copy of a crawl as tables that is being made. Nobody sees it before it is finished, which puts it in place of the copy before as a
 * whole; a copy that was not finished is as if it had never been begun.
 * @throws WinnowError `full`, `unavailable`
 */
export interface TableWriter {
  /** Adds a row: a value for each column, in order. */
  add(table: SqlTableName, row: readonly Cell[]): void;
  /** Takes in what was added so far, and lets other work of this process run. */
  slice(): Promise<void>;
}

/** A copy that is made by one process. */
export interface WholeTableWriter extends TableWriter {
  finish(): void;
  /** Idempotent; nothing happens after `finish`. */
  discard(): void;
}

/**
 * Copies of crawls as files that other programs read. Names have letters, digits, `-`, `.` and `/`.
 * @throws WinnowError `full` when there is no room, `unavailable`
 */
export interface TableFiles {
  /** Writes a file whole, in place of one of that name. */
  put(job: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is none. */
  read(job: string, name: string): Promise<Uint8Array | undefined>;
  /** The names of a job's files, ascending, at most `limit`; with `after`, only later ones. */
  names(job: string, limit: number, after?: string): Promise<readonly string[]>;
  /** Passes over missing ones. */
  delete(job: string, names: readonly string[]): Promise<void>;
  /** How other programs call a file. */
  locate(job: string, name: string): string;
}

/** Rows of a table as the bytes of a file. */
export type EncodeRows = (table: SqlTableName, rows: readonly (readonly Cell[])[]) => Uint8Array;
