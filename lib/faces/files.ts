import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Put } from '../pipeline/operation/operation.ts';

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

/** The files of one answer, on the disk until they are sent: they may be larger than the memory. */
export interface AnswerFiles {
  readonly put: Put;
  /** Names, in their order. */
  names(): readonly string[];
  bytes(name: string): AsyncIterable<Uint8Array>;
  /** Deletes them. */
  remove(): void;
}

export function answerFiles(): AnswerFiles {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-answer-'));
  const names = new Set<string>();
  return {
    put(named, pieces) {
      const name = basename(named);
      writePieces(join(folder, name), pieces);
      names.add(name);
      return name;
    },
    names: () => [...names],
    bytes: (name) => createReadStream(join(folder, name)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
