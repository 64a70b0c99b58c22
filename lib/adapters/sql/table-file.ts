import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { WinnowError } from '../../base/error.ts';
import { createStatement, indexStatements, type SqlTable } from '../../capabilities/sql/table.ts';
import type { WholeTableWriter } from '../../capabilities/sql/table-files.ts';
import { type SqlTableName, sqlTables } from '../../capabilities/sql/tables.ts';

/** Nothing else reads the file before it is whole, so it needs no journal. */
const tuning = `
  PRAGMA page_size = 8192;
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA cache_size = -131072;
`;
/** A part that is older was left by a process that was killed. */
const abandonedMs = 86_400_000;

/** Makes a SQLite file of tables beside `file`, and puts it in its place at the end. */
export function writeTableFile(file: string): WholeTableWriter {
  const part = `${file}.${process.pid}-${Date.now()}.part`;
  const tables: readonly SqlTable[] = Object.values(sqlTables);
  const database = guarded(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    removeAbandoned(file);
    const opened = new DatabaseSync(part);
    opened.exec(tuning);
    for (const table of tables) opened.exec(createStatement(table));
    opened.exec('BEGIN');
    return opened;
  });
  const inserts = new Map<string, StatementSync>();

  function insertOf(name: SqlTableName): StatementSync {
    const known = inserts.get(name);
    if (known !== undefined) return known;
    const marks = sqlTables[name].columns.map(() => '?').join(', ');
    const statement = database.prepare(`INSERT OR REPLACE INTO ${name} VALUES (${marks})`);
    inserts.set(name, statement);
    return statement;
  }

  return {
    add: (name, row) => guarded(file, () => void insertOf(name).run(...row)),
    async slice() {
      guarded(file, () => database.exec('COMMIT; BEGIN'));
      await setImmediate();
    },
    finish() {
      guarded(file, () => {
        database.exec('COMMIT');
        for (const table of tables) for (const index of indexStatements(table)) database.exec(index);
        database.exec('PRAGMA analysis_limit = 1000; ANALYZE');
        inserts.clear();
        database.close();
        renameSync(part, file);
      });
    },
    discard() {
      inserts.clear();
      if (database.isOpen) database.close();
      for (const name of [part, `${part}-journal`]) rmSync(name, { force: true });
    },
  };
}

function removeAbandoned(file: string): void {
  const [directory, name] = [dirname(file), basename(file)];
  for (const other of readdirSync(directory)) {
    if (!other.startsWith(`${name}.`) || !other.endsWith('.part')) continue;
    const path = join(directory, other);
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > abandonedMs) rmSync(path, { force: true });
  }
}

const full = 13;

function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof WinnowError) throw cause;
    const { errcode, code, message } = cause as { errcode?: number; code?: string; message: string };
    const isFull = errcode === full || code === 'ENOSPC';
    throw new WinnowError(
      isFull ? 'full' : 'unavailable',
      `${file} cannot be written: ${isFull ? 'no room left on the device' : message}`,
      { cause },
    );
  }
}
