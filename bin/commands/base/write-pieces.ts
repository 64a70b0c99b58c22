import { closeSync, openSync, writeSync } from 'node:fs';
import { writeError } from './files.ts';

const bufferedChars = 1_000_000;

/**
 * Writes pieces of text to a file that the command line names, in place of what it had.
 * @returns the number of pieces
 * @throws WinnowError `config` when it cannot be written
 */
export function writePieces(file: string, pieces: Iterable<string>): number {
  let count = 0;
  try {
    const descriptor = openSync(file, 'w');
    try {
      let waiting = '';
      for (const piece of pieces) {
        waiting += piece;
        count += 1;
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
