import type { Cell } from '../domain/sql/table.ts';
import type { SqlTableName } from '../domain/sql/tables.ts';

/**
 * A copy of a crawl as tables that is being made. Nobody sees it before `finish`, which puts it in place of the copy before as a whole;
 * a copy that was not finished is as if it had never been begun.
 * @throws WinnowError `full`, `unavailable`
 */
export interface TableWriter {
  /** Adds a row: a value for each column, in order. */
  add(table: SqlTableName, row: readonly Cell[]): void;
  /** Makes what is added so far safe on the disk as one slice, and lets other work of this process run. */
  slice(): Promise<void>;
  finish(): void;
  /** Idempotent; nothing happens after `finish`. */
  discard(): void;
}
