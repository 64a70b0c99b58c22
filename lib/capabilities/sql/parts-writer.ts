import type { Cell } from './table.ts';
import type { EncodeRows, TableFiles, TableWriter } from './table-files.ts';
import { type SqlTableName, sqlTables } from './tables.ts';

/** The files of each table. */
export type TableParts = Readonly<Record<SqlTableName, readonly string[]>>;

export interface PartsWriter extends TableWriter {
  /** Writes all that was added. @returns the files so far */
  parts(): Promise<TableParts>;
  /** The same at the end of the copy, with at least one file of each table: readers know its columns from it. */
  whole(): Promise<TableParts>;
}

export interface PartsOptions {
  readonly files: TableFiles;
  readonly encode: EncodeRows;
  readonly job: string;
  /** What the names of the files begin with. */
  readonly prefix: string;
  /** The files that slices before have written. */
  readonly before: TableParts;
}

/** Rows of a file: 5 to 50 MB. */
const partRows = 200_000;

export const tableNames = Object.keys(sqlTables) as readonly SqlTableName[];

export function emptyParts(): TableParts {
  return Object.fromEntries(tableNames.map((name) => [name, []])) as unknown as TableParts;
}

/**
 * Writes a copy as files of rows. The files of a slice that was cut off have the names that the slice after it gives to its own; what
 * it leaves of them goes with the copy.
 */
export function partsWriter({ files, encode, job, prefix, before }: PartsOptions): PartsWriter {
  const rows = new Map<SqlTableName, (readonly Cell[])[]>();
  const parts = Object.fromEntries(tableNames.map((name) => [name, [...before[name]]])) as Record<
    SqlTableName,
    string[]
  >;

  async function write(table: SqlTableName): Promise<void> {
    const added = rows.get(table) ?? [];
    rows.delete(table);
    const name = `${prefix}${table}-${String(parts[table].length).padStart(5, '0')}.parquet`;
    await files.put(job, name, encode(table, added));
    parts[table].push(name);
  }

  return {
    add(table, row) {
      const added = rows.get(table);
      if (added === undefined) rows.set(table, [row]);
      else added.push(row);
    },
    async slice() {
      for (const [table, added] of rows) if (added.length >= partRows) await write(table);
    },
    async parts() {
      for (const table of rows.keys()) await write(table);
      return parts;
    },
    async whole() {
      for (const table of tableNames) if (rows.has(table) || parts[table].length === 0) await write(table);
      return parts;
    },
  };
}
