import { frameChunk, linkChunk } from './chunk-frame.ts';
import type { SectionKind } from './section.ts';
import type { SortKey } from './state.ts';

/** Sorted entries in chunks, and the description of their run. */
export interface Section {
  readonly bytes: Buffer;
  readonly count: number;
  /** Bytes of the first chunk. */
  readonly chunk: number;
  readonly min: SortKey;
}

export interface SectionWriter<E> {
  /** Entries must be added in the order of their keys. */
  add(entry: E): void;
  /** Undefined when nothing was added. */
  finish(): Section | undefined;
}

export function sectionWriter<E>(kind: SectionKind<E>, base: string, chunkEntries: number): SectionWriter<E> {
  const chunks: { readonly bytes: Buffer; readonly min: SortKey }[] = [];
  let rows: E[] = [];
  let count = 0;
  const flush = () => {
    const [first] = rows;
    if (first === undefined) return;
    const bytes = frameChunk(kind.pack(rows, base));
    const min = kind.key(first);
    const before = chunks.at(-1);
    if (before) linkChunk(before.bytes, { bytes: bytes.length, min });
    chunks.push({ bytes, min });
    rows = [];
  };
  return {
    add: (entry) => {
      rows.push(entry);
      count++;
      if (rows.length === chunkEntries) flush();
    },
    finish: () => {
      flush();
      const [first] = chunks;
      if (first === undefined) return undefined;
      return {
        bytes: Buffer.concat(chunks.map((chunk) => chunk.bytes)),
        count,
        chunk: first.bytes.length,
        min: first.min,
      };
    },
  };
}
