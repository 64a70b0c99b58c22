import { mkdirSync } from 'node:fs';
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
 * most the last moments, never the order. A checkpoint every 200 MB instead of every 4 MB doubles the writes per
 * second; `journal_size_limit` gives the disk back afterwards. Pages of 8 KB hold an inbox item of up to 2 KB in
 * its tree: taking one out costs a third of what it costs with 4 KB (bench/embedded-stores.ts).
 */
const tuning = `
  PRAGMA page_size = 8192;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = 25000;
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
  if (directory === memory) return databaseOf(connect(memory));
  const lock = lockMade(directory);
  try {
    return databaseOf(connect(join(directory, fileName)), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens the database of a data directory beside a crawl that may be running on it. Every write of the adapters
 * is conditional in itself, so no lock is needed.
 * @param directory must exist; the database in it is made if it is not there
 * @throws WinnowError `newer`, `corrupt`, `full`, `unavailable`
 */
export function openDatabaseBeside(directory: string): Database {
  return databaseOf(connect(join(directory, fileName)));
}

function connect(file: string): Connection {
  const connection = new Connection(file);
  try {
    checkSchema(connection);
    if (file !== memory) connection.exec(tuning);
    migrate(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
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
      connection.flush();
      connection.get('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    close: () => {
      try {
        connection.close();
      } finally {
        lock?.release();
      }
    },
  };
}
