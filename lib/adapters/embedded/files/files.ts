import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WinnowError } from '../../../domain/base/error.ts';

/**
 * The file operations of a collection on disk. Synchronous: the files are small and go to the page cache, and a thread
 * hop costs more than the operation.
 * @throws WinnowError `full` when there is no room, `unavailable`
 */
export interface Files {
  exists(path: string): boolean;
  /** The content; undefined when there is no such file. */
  read(path: string): Uint8Array | undefined;
  /** The names in a directory, in any order; empty when there is no such directory. */
  list(path: string): string[];
  /** Writes a new file and makes missing directories; leaves no file behind when it fails. */
  write(path: string, data: Uint8Array | string): void;
  /** Atomic; replaces the file that has the new name. */
  rename(from: string, to: string): void;
  /** Passes over a file that is not there. */
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

/** Makes the names of unfinished files unique: no other process, earlier or later, uses them. */
const thisProcess = randomBytes(8).toString('hex');
let parts = 0;

/**
 * Writes a file under a temporary name and renames it: whoever sees the final name sees the whole file. A killed process
 * leaves the old file, or none, and perhaps a `.part` that nobody reads. A power cut may still lose the file: a guarantee
 * would take an fsync for each page.
 */
export function writeWhole(files: Files, path: string, data: Uint8Array | string): void {
  parts += 1;
  const part = join(dirname(path), `${thisProcess}-${parts}.part`);
  files.write(part, data);
  files.rename(part, path);
}

/** Makes a missing directory after the first write into it has failed, which is once in a few hundred writes. */
function writeNew(path: string, data: Uint8Array | string): void {
  try {
    writeFileSync(path, data, { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data, { flag: 'wx' });
  }
}

/** Removes what a failed write left: it takes up room. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The caller throws the first error.
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Codes of failures of one file; others may still be readable. */
const ofOneFile = ['EISDIR', 'ENOTDIR', 'EACCES', 'EPERM', 'EIO', 'ELOOP'];

function unreadable(path: string, error: unknown): WinnowError {
  const code = String(codeOf(error));
  if (!ofOneFile.includes(code)) return fileError(path, error);
  return new WinnowError('corrupt', `${path}: it cannot be read: ${code}`, { cause: error });
}

/** An error of the file system as a WinnowError. */
export function fileError(path: string, error: unknown): WinnowError {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new WinnowError('full', `${path}: no room left on the device`, { cause: error });
  }
  return new WinnowError('unavailable', `${path}: the file system says ${code ?? 'no'}`, { cause: error });
}
