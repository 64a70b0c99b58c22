import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WinnowError } from '../../../domain/base/error.ts';

/**
 * The few file operations that a collection on disk needs. Synchronous: the files are small and go to the page
 * cache, and a thread hop for each operation costs more than the operation.
 * @throws WinnowError `full` when there is no room, `unavailable`
 */
export interface Files {
  exists(path: string): boolean;
  /** Undefined when there is none. */
  read(path: string): Uint8Array | undefined;
  /** The names in a directory, in no order; none when there is no such directory. */
  list(path: string): string[];
  /** Writes a new file, making the directories on the way; leaves nothing when it fails. */
  write(path: string, data: Uint8Array | string): void;
  /** Atomic; replaces what has the name. */
  rename(from: string, to: string): void;
  /** Nothing is done when there is none. */
  remove(path: string): void;
}

/** The machine's file system. */
export const nodeFiles: Files = {
  exists: existsSync,
  read(path) {
    try {
      return readFileSync(path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw unreadable(path, error);
    }
  },
  list(path) {
    try {
      return readdirSync(path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw unreadable(path, error);
    }
  },
  write(path, data) {
    try {
      writeNew(path, data);
    } catch (error) {
      discard(path);
      throw fileError(path, error);
    }
  },
  rename(from, to) {
    try {
      renameSync(from, to);
    } catch (error) {
      throw fileError(to, error);
    }
  },
  remove(path) {
    try {
      rmSync(path, { force: true });
    } catch (error) {
      throw fileError(path, error);
    }
  },
};

/** Names of unfinished files: no other process, and none before, has had them. */
const thisProcess = randomBytes(8).toString('hex');
let parts = 0;

/**
 * Writes a file so that whoever sees its name sees all of it: beside it first, under another name. A process that
 * is killed leaves the old file, or none, and perhaps a `.part` that nobody reads. This is no promise for a power
 * cut, which would take an fsync for each page.
 */
export function writeWhole(files: Files, path: string, data: Uint8Array | string): void {
  parts += 1;
  const part = join(dirname(path), `${thisProcess}-${parts}.part`);
  files.write(part, data);
  files.rename(part, path);
}

/** Directories are made when they are missed, which is once in a few hundred writes. */
function writeNew(path: string, data: Uint8Array | string): void {
  try {
    writeFileSync(path, data, { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data, { flag: 'wx' });
  }
}

/** What was written of a file before it failed: it takes room away. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The first error is the one to tell.
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Of one file alone: others may be there. */
const ofOneFile = ['EISDIR', 'ENOTDIR', 'EACCES', 'EPERM', 'EIO', 'ELOOP'];

function unreadable(path: string, error: unknown): WinnowError {
  const code = String(codeOf(error));
  if (!ofOneFile.includes(code)) return fileError(path, error);
  return new WinnowError('corrupt', `${path}: it cannot be read: ${code}`, { cause: error });
}

/** What the file system threw, as the project's own error. */
export function fileError(path: string, error: unknown): WinnowError {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new WinnowError('full', `${path}: no room left on the device`, { cause: error });
  }
  return new WinnowError('unavailable', `${path}: the file system says ${code ?? 'no'}`, { cause: error });
}
