import { constants, DatabaseSync } from 'node:sqlite';
import { sqliteLimits } from './question.ts';

/** What a question may do: read tables, call functions, recurse. */
const allowed: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]);

/**
 * Opens a file of tables for questions of which nothing is known: it is read only, and SQLite refuses everything else when it
 * prepares a statement (writes, ATTACH, VACUUM INTO, PRAGMA, transactions, extensions).
 */
export function openTables(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, allowExtension: false, limits: sqliteLimits });
  database.exec(
    'PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824',
  );
  database.setAuthorizer((action, _, name) => {
    if (!allowed.has(action)) return constants.SQLITE_DENY;
    const isLoad = action === constants.SQLITE_FUNCTION && name?.toLowerCase() === 'load_extension';
    return isLoad ? constants.SQLITE_DENY : constants.SQLITE_OK;
  });
  return database;
}

/** The first row that a statement gives. @throws what SQLite says of a file that is none, or has no such table */
export function readRow<Row>(file: string, sql: string): Row | undefined {
  const database = openTables(file);
  try {
    return database.prepare(sql).get() as Row | undefined;
  } finally {
    database.close();
  }
}
