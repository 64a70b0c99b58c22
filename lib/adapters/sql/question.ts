import type { QueryValues } from '../../capabilities/sql/named-query.ts';
import type { Cell } from '../../capabilities/sql/table.ts';

/** A question to a file of tables. */
export interface Question {
  readonly file: string;
  readonly sql: string;
  /** Values of `:name` in it. */
  readonly values?: QueryValues;
  /** Rows after which no more are read. */
  readonly rows: number;
}

/** The lines that the process which asks the file writes: columns, then rows, then the end; or a fault. */
export type QuestionLine =
  | { readonly columns: readonly string[] }
  | { readonly row: readonly Cell[] }
  | { readonly end: { readonly more: boolean } }
  | { readonly fault: string };

/** What the process says on its error output before it ends itself. */
export const outOfMemory = 'out of memory';

/** Bounds of what SQLite takes and makes: bytes of a value and of the text, columns, depth of an expression. */
export const sqliteLimits = { length: 10_000_000, sqlLength: 100_000, column: 500, exprDepth: 500 } as const;
