import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Put } from '../../pipeline/operation/operation.ts';
import { writePieces } from '../files/write-pieces.ts';

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
