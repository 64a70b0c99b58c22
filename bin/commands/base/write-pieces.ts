import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Put } from '../../../lib/pipeline/operation/operation.ts';
import { writeError } from './files.ts';

const bufferedChars = 1_000_000;

/**
 * Writes pieces to a file that the command line names, in place of what it had.
 * @returns the number of pieces
 * @throws WinnowError `config` when it cannot be written
 */
export function writePieces(file: string, pieces: Iterable<string | Uint8Array>): number {
  let count = 0;
  try {
    const descriptor = openSync(file, 'w');
    try {
      let waiting = '';
      for (const piece of pieces) {
        count += 1;
        if (typeof piece !== 'string') {
          writeFileSync(descriptor, piece);
          continue;
        }
        waiting += piece;
        if (waiting.length < bufferedChars) continue;
        writeSync(descriptor, waiting);
        waiting = '';
      }
      writeSync(descriptor, waiting);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error ? writeError(file, error) : error;
  }
  return count;
}

/** Puts the files of an operation where the command line says. @param shown whether that is a folder or one file */
export function putAt(place: string, shown: 'file' | 'dir' | 'path'): Put {
  return (name, pieces) => {
    const file = shown === 'file' ? place : join(place, name);
    if (shown === 'dir') makeFolder(place);
    writePieces(file, pieces);
    return resolve(file);
  };
}

/** @throws WinnowError `config` where it cannot be made */
function makeFolder(place: string): void {
  try {
    mkdirSync(place, { recursive: true });
  } catch (error) {
    throw writeError(place, error);
  }
}
