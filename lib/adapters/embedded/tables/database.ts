import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { WinnowError } from '../../../base/error.ts';
import { codeOf } from '../../system/file-error.ts';
import { Connection } from '../base/connection.ts';
import { lockDirectory, type ProcessLock } from '../files/process-lock.ts';
import { checkSchema, isOlder, migrate } from './migrate.ts';

/** The database of an installation and the lock on its directory. */
export interface Database {
  readonly connection: Connection;
  /** Moves the write-ahead log into the database and empties it. For moments without other work. */
  checkpoint(): void;
  /** Idempotent. */
  close(): void;
}

const memory = ':memory:';
const fileName = 'winnow.db';
/** Folders beside the database that have only what a crawl stored. */
const broughtIn = ['bundles', 'documents', 'changes', 'off-topic'];
const pageBytes = 8_192;
const checkpointPages = 25_000;

/** How many bytes the write-ahead log beside the database may have before it is moved into the database. */
export const writeAheadBytes = pageBytes * checkpointPages;

/**
 * WAL, so that other processes can read while a crawl writes. With NORMAL a killed process loses nothing, and a power cut
 * loses at most the last moments and never changes the order. A checkpoint every 200 MB instead of every 4 MB doubles the
 * writes per second; `journal_size_limit` gives the disk space back afterwards. Pages of 8 KB hold an inbox item of up to
 * 2 KB in its tree: deleting one costs a third of what it costs with pages of 4 KB (bench/embedded-stores.ts).
 */
const tuning = `
  PRAGMA page_size = ${pageBytes};
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = ${checkpointPages};
  PRAGMA journal_size_limit = 4194304;
  PRAGMA cache_size = -32768;
  PRAGMA temp_store = MEMORY;
`;

/**
 * Opens the database of a data directory for a crawl, makes what is missing, and locks the directory.
 * @param directory a path, or `:memory:` for a database that vanishes when it is closed
 * @throws WinnowError `locked`, `newer`, `corrupt` (also when the database is gone and the crawl's pages are not),
 *   `full`, `unavailable`
 */
export function openDatabase(directory: string): Database {
  if (directory === memory) return databaseOf(connect(memory, migrate));
  const lock = makeAndLock(directory);
  try {
    return databaseOf(connectIn(directory, migrate), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens the database of a data directory beside a crawl that may be running on it. No lock is needed, because every
 * write of the adapters is conditional; only what an older version wrote is not brought up to date under its crawl.
 * @param directory must exist; a missing database is made in it
 * @throws WinnowError `newer`, `corrupt`, `full`, `unavailable`; `locked` when an older version is crawling
 */
export function openDatabaseBeside(directory: string, options: ConnectionOptions = {}): Database {
  const prepare = (connection: Connection): void => {
    if (isOlder(connection)) migrateAlone(directory, connection);
    else migrate(connection);
  };
  return databaseOf(connectIn(directory, prepare, options));
}

/** What one of several connections of a process needs other values for. */
export interface ConnectionOptions {
  /** The page cache, KiB. Default 32,768. */
  readonly cacheKib?: number;
}

/** An older version that is crawling goes on with tables that a migration would take from under it. */
function migrateAlone(directory: string, connection: Connection): void {
  let lock: ProcessLock;
  try {
    lock = lockDirectory(directory);
  } catch (error) {
    if (!(error instanceof WinnowError && error.code === 'locked')) throw error;
    throw new WinnowError('locked', `${error.message}, which is of an older Winnow than this one`, {
      cause: error,
    });
  }
  try {
    migrate(connection);
  } finally {
    lock.release();
  }
}

/** Refuses to make a new database beside the pages of a lost one: the pages would never be found again. */
function connectIn(
  directory: string,
  prepare: (connection: Connection) => void,
  options: ConnectionOptions = {},
): Connection {
  const file = join(directory, fileName);
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? {};
  const crawled = size ? undefined : broughtIn.find((name) => isFilled(join(directory, name)));
  if (crawled === undefined) return connect(file, prepare, options);
  throw new WinnowError(
    'corrupt',
    `${file} is ${size === undefined ? 'missing' : 'empty'}, but ${join(directory, crawled)} holds what a crawl brought in: ` +
      `put the database back from a backup, name another data directory with \`data:\`, or move ${crawled}/ away to begin anew`,
  );
}

function isFilled(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw new WinnowError('unavailable', `${folder} cannot be read`, { cause: error });
  }
}

function connect(
  file: string,
  prepare: (connection: Connection) => void,
  { cacheKib }: ConnectionOptions = {},
): Connection {
  const connection = new Connection(file);
  try {
    checkSchema(connection);
    if (file !== memory) connection.exec(tuning);
    prepare(connection);
    if (cacheKib !== undefined) connection.exec(`PRAGMA cache_size = -${cacheKib}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** @throws WinnowError `unavailable` where it cannot be, such as in the place of a file */
export function makeDataDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    const code = codeOf(error);
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? ': a file stands in its place' : ` (${code})`;
    throw new WinnowError('unavailable', `${directory}: the data directory cannot be made${why}`, {
      cause: error,
    });
  }
}

function makeAndLock(directory: string): ProcessLock {
  makeDataDirectory(directory);
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
