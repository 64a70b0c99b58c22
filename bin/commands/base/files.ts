import { readFileSync, writeFileSync } from 'node:fs';
import { WinnowError } from '../../../lib/base/error.ts';
import { fileFault } from '../../../lib/config/file/file-fault.ts';

/** Reads a file that the command line names. @throws WinnowError `config` when it cannot be read */
export function readBytes(file: string): Buffer {
  return readOrThrow(file, () => readFileSync(file));
}

/** Writes a file that the command line names. @throws WinnowError `config` when it cannot be written */
export function writeBytes(file: string, content: Uint8Array | string): void {
  writeOrThrow(file, () => writeFileSync(file, content));
}

/** Returns the result of `write`, a write to the file or directory `path`. @throws WinnowError `config` when it cannot be done */
export function writeOrThrow<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? writeError(path, error) : error;
  }
}

/** Returns the result of `read`, a read of the file or directory `path`. @throws WinnowError `config` when `read` throws */
export function readOrThrow<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new WinnowError('config', `${path} cannot be read: ${fileFault(error)}`, { cause: error });
  }
}

/** Returns the error for a file that could not be written. For a write, `ENOENT` means that its directory does not exist. */
export function writeError(file: string, error: unknown): WinnowError {
  const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const why = isAbsent ? 'its directory does not exist' : fileFault(error);
  return new WinnowError('config', `${file} cannot be written: ${why}`, { cause: error });
}
