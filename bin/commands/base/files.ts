import { readFileSync, writeFileSync } from 'node:fs';
import { fileFault } from '../../../lib/config/file/file-fault.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';

/** The content of a file that the command line names. @throws WinnowError `config` when it cannot be read */
export function readBytes(file: string): Buffer {
  return reading(file, () => readFileSync(file));
}

/** Writes a file that the command line names. @throws WinnowError `config` when it cannot be written */
export function writeBytes(file: string, content: Uint8Array | string): void {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/** Any look at a file or a directory. @throws WinnowError `config` when it cannot be read */
export function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new WinnowError('config', `${path} cannot be read: ${fileFault(error)}`, { cause: error });
  }
}

/** `ENOENT` of what is to be written is about the directory that it is to lie in. */
export function cannotWrite(file: string, error: unknown): WinnowError {
  const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const why = isAbsent ? 'the directory that it is to lie in is not there' : fileFault(error);
  return new WinnowError('config', `${file} cannot be written: ${why}`, { cause: error });
}
