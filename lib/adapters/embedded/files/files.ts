import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { WinnowError } from '../../../base/error.ts';
import { codeOf, fileError } from '../../system/file-error.ts';

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
  /** `length` bytes of a file from `start`, or fewer where it ends; undefined when there is no such file. */
  readPart(path: string, start: number, length: number): Uint8Array | undefined;
  /**
   * Writes at the end of a file, which it makes with its directories; leaves the file as it was when it fails.
   * @returns where the data begins
   */
  append(path: string, data: Uint8Array): number;
  /** Writes over bytes that a file has, or behind them. A part may be written when it fails. */
  overwrite(path: string, start: number, data: Uint8Array): void;
  /** Bytes of a file; undefined when there is no such file. */
  size(path: string): number | undefined;
  /** Drops what a file has beyond `size` bytes. */
  cut(path: string, size: number): void;
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
  readPart(path, start, length) {
    try {
      return withFile(path, 'r', (file) => readAt(file, start, length));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw unreadable(path, error);
    }
  },
  append(path, data) {
    try {
      return makingDirectory(path, () => withFile(path, 'a', (file) => appendTo(file, data)));
    } catch (error) {
      throw fileError(path, error);
    }
  },
  overwrite(path, start, data) {
    try {
      withFile(path, 'r+', (file) => writeAll(file, data, start));
    } catch (error) {
      throw fileError(path, error);
    }
  },
  size(path) {
    try {
      return statSync(path, { throwIfNoEntry: false })?.size;
    } catch (error) {
      throw unreadable(path, error);
    }
  },
  cut(path, size) {
    try {
      truncateSync(path, size);
    } catch (error) {
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
const partEnding = '.part';
let parts = 0;

/**
 * Writes a file under a temporary name and renames it: whoever sees the final name sees the whole file. A killed process
 * leaves the old file, or none, and perhaps a `.part` that nobody reads (`removeParts`). A power cut may still lose the file: a guarantee
 * would take an fsync for each page.
 */
export function writeWhole(files: Files, path: string, data: Uint8Array | string): void {
  parts += 1;
  const part = join(dirname(path), `${thisProcess}-${parts}${partEnding}`);
  files.write(part, data);
  files.rename(part, path);
}

/** Removes what killed processes have left of files that they wrote in a directory. */
export function removeParts(files: Files, directory: string): void {
  for (const name of files.list(directory))
    if (name.endsWith(partEnding) && !name.startsWith(thisProcess)) files.remove(join(directory, name));
}

function writeNew(path: string, data: Uint8Array | string): void {
  makingDirectory(path, () => writeFileSync(path, data, { flag: 'wx' }));
}

/** Makes a missing directory after the first write into it has failed, which is once in a few hundred writes. */
function makingDirectory<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    return write();
  }
}

function withFile<T>(path: string, flags: string, use: (file: number) => T): T {
  const file = openSync(path, flags);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

function readAt(file: number, start: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length);
  let got = 0;
  while (got < length) {
    const more = readSync(file, bytes, got, length - got, start + got);
    if (more === 0) break;
    got += more;
  }
  return bytes.subarray(0, got);
}

/** @param start absent: at the end of a file that is open for appending */
function writeAll(file: number, data: Uint8Array, start?: number): void {
  for (let done = 0; done < data.length; )
    done += writeSync(file, data, done, data.length - done, start === undefined ? null : start + done);
}

function appendTo(file: number, data: Uint8Array): number {
  const start = fstatSync(file).size;
  try {
    writeAll(file, data);
  } catch (error) {
    ftruncateSync(file, start);
    throw error;
  }
  return start;
}

/** Removes what a failed write left: it takes up room. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The caller throws the first error.
  }
}

/** Codes of failures of one file; others may still be readable. */
const ofOneFile = ['EISDIR', 'ENOTDIR', 'EACCES', 'EPERM', 'EIO', 'ELOOP'];

function unreadable(path: string, error: unknown): WinnowError {
  const code = String(codeOf(error));
  if (!ofOneFile.includes(code)) return fileError(path, error);
  return new WinnowError('corrupt', `${path}: it cannot be read: ${code}`, { cause: error });
}
