import type { Cell } from './table.ts';
import { type SqlTableName, sqlTables } from './tables.ts';

type ColumnOf<Table extends SqlTableName> = (typeof sqlTables)[Table]['columns'][number]['name'];

/** A row of a table, its values by column; a column without one is NULL. */
export function rowOf<Table extends SqlTableName>(
  table: Table,
  values: { readonly [Column in ColumnOf<Table>]?: Cell | undefined },
): readonly Cell[] {
  const byName = values as Readonly<Record<string, Cell | undefined>>;
  return sqlTables[table].columns.map(({ name }) => byName[name] ?? null);
}

/** Epoch ms as the tables have times. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}

/** The same, or NULL. */
export function timeCell(ms: number | undefined): Cell {
  return ms === undefined ? null : timeText(ms);
}
