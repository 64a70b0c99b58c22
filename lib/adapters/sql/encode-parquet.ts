import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Cell, SqlColumn, SqlTable } from '../../capabilities/sql/table.ts';
import type { EncodeRows } from '../../capabilities/sql/table-files.ts';
import { sqlTables } from '../../capabilities/sql/tables.ts';

/** Rows that a reader takes in or passes over together, by the statistics of their columns. */
const rowGroupSize = 100_000;

const types = { INTEGER: 'INT64', REAL: 'DOUBLE', TEXT: 'STRING' } as const;

/** Rows as a Parquet file: whole numbers of 64 bits, floating-point numbers and texts, each of which may be missing. */
export const encodeParquet: EncodeRows = (table, rows) => {
  const { columns }: SqlTable = sqlTables[table];
  const columnData = columns.map((column, place) => ({
    name: column.name,
    data: rows.map((row) => parquetValue(column, row[place] ?? null)),
    type: types[column.type],
    nullable: true,
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize, createdBy: 'Winnow' }));
};

function parquetValue({ type }: SqlColumn, value: Cell): bigint | Cell {
  return type === 'INTEGER' && typeof value === 'number' ? BigInt(Math.trunc(value)) : value;
}
