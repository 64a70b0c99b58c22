import { closeSync, openSync, writeSync } from 'node:fs';
import type { Put } from '../../pipeline/operation/operation.ts';

type Pieces = Parameters<Put>[1];

const bufferedChars = 1_000_000;

/** Writes pieces to a file, in place of what it had. @throws what the file system says */
export function writePieces(file: string, pieces: Pieces): void {
  const descriptor = openSync(file, 'w');
  const write = (piece: string | Uint8Array): void => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
  };
  try {
    let waiting = '';
    for (const piece of pieces) {
      if (typeof piece === 'string') waiting += piece;
      if (typeof piece === 'string' && waiting.length < bufferedChars) continue;
      write(waiting);
      waiting = '';
      if (typeof piece !== 'string') write(piece);
    }
    write(waiting);
  } finally {
    closeSync(descriptor);
  }
}
