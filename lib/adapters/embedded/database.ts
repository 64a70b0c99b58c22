import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { WinnowError } from '../../domain/error.ts';
import { Connection } from './connection.ts';
import { lockDirectory, type ProcessLock } from './process-lock.ts';
import { checkSchema, migrate } from './schema.ts';

/** The database of an installation and the lock on its directory. */
export interface Database {
  readonly connection: Connection;
  /** Moves the write-ahead log into the database and empties it: call it when nothing else is to do. */
  checkpoint(): void;
  /** Idempotent. */
  close(): void;
}

const memory = ':memory:';
const fileName = 'winnow.db';

/**
 * WAL, so that others can read while a crawl writes; with NORMAL a killed process loses nothing, a power cut at
 * most the last moments, never the order. A checkpoint every 50,000 pages (200 MB) instead of 1,000 doubles the
 * writes per second; `journal_size_limit` gives the disk back afterwards.
 */
const tuning = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = 50000;
  PRAGMA journal_size_limit = 4194304;
  PRAGMA cache_size = -32768;
  PRAGMA temp_store = MEMORY;
`;

/**
 * Opens the database of a data directory for a crawl, making what is not there yet, and locks the directory.
 * @param directory a path, or `:memory:` for one that vanishes when it is closed
 * @throws WinnowError `locked`, `newer`, `corrupt`, `full`, `unavailable`
 */
export function openDatabase(directory: string): Database {
  const lock = directory === memory ? undefined : lockMade(directory);
  let connection: Connection | undefined;
  try {
    connection = new Connection(directory === memory ? memory : join(directory, fileName));
    checkSchema(connection);
    if (directory !== memory) connection.exec(tuning);
    migrate(connection);
  } catch (error) {
    connection?.close();
    lock?.release();
    throw error;
  }
  return databaseOf(connection, lock);
}

/**
 * Opens the database of a data directory to look at it; a crawl may be running on it.
 * @throws WinnowError `not-found` when there was no crawl yet; `newer`, `corrupt`, `unavailable`
 */
export function openDatabaseToRead(directory: string): Database {
  const file = join(directory, fileName);
  if (!existsSync(file)) throw new WinnowError('not-found', `${directory}: no crawl was started here yet`);
  const connection = new Connection(file, { readOnly: true });
  try {
    if (checkSchema(connection) === 0) {
      throw new WinnowError('not-found', `${directory}: no crawl was started here yet`);
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  return databaseOf(connection);
}

/**
 * Opens the database of a data directory to read and write beside a crawl that may be running on it: every write is
 * conditional in itself, so no lock is needed.
 * @throws WinnowError `newer`, `corrupt`, `full`, `unavailable`
 */
export function openDatabaseBeside(directory: string): Database {
  const connection = new Connection(join(directory, fileName));
  try {
    checkSchema(connection);
    connection.exec(tuning);
    migrate(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  return databaseOf(connection);
}

function lockMade(directory: string): ProcessLock {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw new WinnowError('unavailable', `${directory}: the data directory cannot be made`, { cause: error });
  }
  return lockDirectory(directory);
}

function databaseOf(connection: Connection, lock?: ProcessLock): Database {
  return {
    connection,
    checkpoint: () => {
      connection.get('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    close: () => {
      connection.close();
      lock?.release();
    },
  };
}
