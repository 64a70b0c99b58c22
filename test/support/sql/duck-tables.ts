import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { tableNames } from '../../../lib/capabilities/sql/parts-writer.ts';
import { listName } from '../../../lib/capabilities/sql/stored-copy.ts';
import type { Cell } from '../../../lib/capabilities/sql/table.ts';
import type { TableFiles } from '../../../lib/capabilities/sql/table-files.ts';

export interface DuckTables {
  ask(sql: string): Promise<readonly (readonly Cell[])[]>;
  close(): void;
}

/**
 * Opens the files of a published copy in DuckDB, as the lists say that Athena reads.
 * @param tables those that are opened
 * @param pathOf the path of a file on this machine, by what the list calls it
 */
export async function openDuckTables(
  files: TableFiles,
  job: string,
  tables: readonly string[] = tableNames,
  pathOf: (located: string) => Promise<string> = async (located) => located,
): Promise<DuckTables> {
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    threads: '1',
  });
  const connection = await instance.connect();
  for (const table of tables) {
    const list = Buffer.from((await files.read(job, listName(table))) ?? []).toString();
    const paths = await Promise.all(list.split('\n').filter(Boolean).map(pathOf));
    const quoted = paths.map((path) => `'${path.replaceAll("'", "''")}'`);
    await connection.run(`CREATE VIEW ${table} AS SELECT * FROM read_parquet([${quoted.join(', ')}])`);
  }
  return {
    async ask(sql) {
      const reader = await connection.runAndReadAll(sql);
      return reader.getRows().map((row) => row.map(cellOf));
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function cellOf(value: DuckDBValue): Cell {
  return typeof value === 'bigint' ? Number(value) : (value as Cell);
}
