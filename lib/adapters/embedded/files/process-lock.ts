import { join } from 'node:path';
import { WinnowError } from '../../../base/error.ts';
import { Connection } from '../base/connection.ts';
import { isBusy } from '../base/sqlite-error.ts';

/** Held until `release` or until the process ends, in whatever way. */
export interface ProcessLock {
  release(): void;
}

/**
 * Locks a data directory for this process: an open write transaction on a small database made for it. The operating
 * system ends the transaction with the process (also after `kill -9`), on every platform, and other processes can still
 * read who has the lock. Not for network file systems, whose locks SQLite does not trust either.
 * @throws WinnowError `locked`, which names the process that has the lock
 */
export function lockDirectory(directory: string): ProcessLock {
  return lock(directory, 'lock.db', (holder) => `${directory}: in use by ${holder}; stop that crawl first`);
}

/**
 * Has only this process feed the sinks of a data directory, in the same way.
 * @throws WinnowError `locked`, which names the process that feeds them
 */
export function lockSinks(directory: string): ProcessLock {
  return lock(directory, 'sinks-lock.db', (holder) => `${holder} feeds the sinks already, and goes on`);
}

function lock(directory: string, file: string, says: (holder: string) => string): ProcessLock {
  const connection = new Connection(join(directory, file), { waitMs: 0 });
  try {
    connection.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; BEGIN IMMEDIATE');
    connection.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL); DELETE FROM holder');
    connection.run('INSERT INTO holder VALUES (?)', process.pid);
    connection.exec('COMMIT');
    // Between these statements another process may enter itself and take the lock: then the next one throws.
    connection.exec('BEGIN IMMEDIATE');
  } catch (error) {
    const pid = holder(connection);
    connection.close();
    if (error instanceof WinnowError && isBusy(error.cause)) {
      const holder = pid === undefined ? 'another process' : `process ${pid}`;
      throw new WinnowError('locked', says(holder), { cause: error });
    }
    throw error;
  }
  return { release: () => connection.close() };
}

/** The process that entered itself last; undefined when the file cannot be read (yet). */
function holder(connection: Connection): number | undefined {
  try {
    return connection.get<{ pid: number }>('SELECT pid FROM holder')?.pid;
  } catch {
    return undefined;
  }
}
