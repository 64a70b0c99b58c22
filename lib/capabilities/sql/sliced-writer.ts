import type { Cell } from './table.ts';
import type { TableWriter } from './table-files.ts';
import type { SqlTableName } from './tables.ts';

/** Adds rows, a slice at a time. */
export interface SlicedWriter {
  add(table: SqlTableName, row: readonly Cell[]): Promise<void> | undefined;
}

/** About a tenth of a second. */
const sliceRows = 50_000;

export function slicedWriter(writer: TableWriter): SlicedWriter {
  let rows = 0;
  return {
    add(table, row) {
      writer.add(table, row);
      rows += 1;
      return rows % sliceRows === 0 ? writer.slice() : undefined;
    },
  };
}
