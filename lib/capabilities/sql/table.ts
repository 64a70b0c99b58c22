/** A column of a table that people ask in SQL. Its name and meaning stay from version to version. */
export interface SqlColumn<Name extends string = string> {
  readonly name: Name;
  readonly type: 'INTEGER' | 'REAL' | 'TEXT';
  /** For the documentation; with what NULL means, where a value may be missing. */
  readonly description: string;
}

export interface SqlTable {
  readonly name: string;
  /** What a row is. */
  readonly description: string;
  readonly columns: readonly SqlColumn[];
  /** Columns that identify a row, in whose order rows are stored; absent: rows are stored as they come. */
  readonly key?: readonly string[];
  /** Lists of columns by which rows are found. */
  readonly indexes?: readonly (readonly string[])[];
}

/** A value of a row. Times are texts in ISO 8601, UTC. */
export type Cell = string | number | null;

/** Columns of one type, each with its description. */
export function columnsOf<Name extends string>(
  type: SqlColumn['type'],
  described: Readonly<Record<Name, string>>,
): readonly SqlColumn<Name>[] {
  return (Object.keys(described) as Name[]).map((name) => ({ name, type, description: described[name] }));
}

/** The statement that makes a table, without indexes. */
export function createStatement({ name, columns, key }: SqlTable): string {
  const [only, ...more] = key ?? [];
  // A single whole number as the key is SQLite's own row number.
  const single = only !== undefined && more.length === 0 ? only : undefined;
  const lines = columns.map(
    (column) => `${column.name} ${column.type}${column.name === single ? ' PRIMARY KEY' : ''}`,
  );
  if (more.length > 0) lines.push(`PRIMARY KEY (${key?.join(', ')})`);
  const rowless =
    more.length > 0 || columns.some((one) => one.name === single && one.type === 'TEXT')
      ? ' WITHOUT ROWID'
      : '';
  return `CREATE TABLE ${name} (\n  ${lines.join(',\n  ')}\n)${rowless}`;
}

/** The statements that make the indexes of a table: faster after its rows than with each. */
export function indexStatements({ name, indexes = [] }: SqlTable): readonly string[] {
  return indexes.map(
    (columns) => `CREATE INDEX ${name}_by_${columns.join('_')} ON ${name} (${columns.join(', ')})`,
  );
}
