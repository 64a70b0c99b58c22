import { crc32 } from 'node:zlib';
import { corrupt, pack, unpack } from './codec.ts';
import type { PendingEntry, UncheckedEntry, VisitEntry } from './entry.ts';
import type { PendingTable, UncheckedTable, VisitTable } from './rows.ts';
import { pendingRows, pendingTable, uncheckedRows, uncheckedTable, visitRows, visitTable } from './rows.ts';
import type { ChunkedRun, Key, SegmentReader } from './state.ts';

/** How entries of one kind are ordered in a section and stored in a chunk. */
export interface SectionKind<E> {
  key(entry: E): Key;
  pack(entries: readonly E[], base: string): Uint8Array;
  unpack(bytes: Uint8Array, base: string): E[];
}

export const pendingSection: SectionKind<PendingEntry> = {
  key: (entry) => [entry.rank, entry.depth, entry.seq],
  pack: (entries, base) => pack(pendingTable(entries, base), Buffer.alloc(0)),
  unpack: (bytes, base) => pendingRows(unpack(bytes).value as PendingTable, base),
};

export const visitSection: SectionKind<VisitEntry> = {
  key: ({ visit }) => [visit.next ?? Number.POSITIVE_INFINITY, visit.at, 0],
  pack: (entries, base) => {
    const raw: Uint8Array[] = [];
    const table = visitTable(entries, base, raw);
    return pack(table, Buffer.concat(raw));
  },
  unpack: (bytes, base) => {
    const { value, raw } = unpack(bytes);
    return visitRows(value as VisitTable, base, { bytes: raw, at: 0 });
  },
};

export const uncheckedSection: SectionKind<UncheckedEntry> = {
  key: (entry) => [entry.seq, 0, 0],
  pack: (entries, base) => pack(uncheckedTable(entries, base), Buffer.alloc(0)),
  unpack: (bytes, base) => uncheckedRows(unpack(bytes).value as UncheckedTable, base),
};

export function compareKeys(a: Key, b: Key): number {
  // Infinity - Infinity is not a number, which `||` takes for equal.
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/**
 * In front of every chunk, what is needed to skip to and read the next one with a single range read: its bytes
 * (0: there is none), its first key, crc32 of these.
 */
const header = 32;

export interface Section {
  readonly bytes: Buffer;
  readonly count: number;
  /** Of the first chunk. */
  readonly chunk: number;
  readonly min: Key;
}

export interface SectionWriter<E> {
  /** Entries come in the order of their keys. */
  add(entry: E): void;
  /** Undefined when nothing was added. */
  finish(): Section | undefined;
}

export function sectionWriter<E>(kind: SectionKind<E>, base: string, chunkEntries: number): SectionWriter<E> {
  const chunks: { readonly bytes: Buffer; readonly min: Key }[] = [];
  let rows: E[] = [];
  let count = 0;
  const flush = () => {
    const [first] = rows;
    if (first === undefined) return;
    const bytes = Buffer.concat([Buffer.alloc(header), kind.pack(rows, base)]);
    const min = kind.key(first);
    const before = chunks.at(-1);
    if (before) writeHeader(before.bytes, bytes.length, min);
    writeHeader(bytes, 0, [0, 0, 0]);
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

function writeHeader(chunk: Buffer, next: number, min: Key): void {
  chunk.writeUInt32BE(next, 0);
  min.forEach((part, i) => {
    chunk.writeDoubleBE(part, 4 + 8 * i);
  });
  chunk.writeUInt32BE(crc32(chunk.subarray(0, header - 4)), header - 4);
}

/** What pulling a chunk gives: its entries, and what is left of the run. */
export interface Pulled<E, R extends ChunkedRun> {
  readonly entries: E[];
  readonly rest: R | undefined;
}

/** Reads the next chunk of a run with one range read. @throws WinnowError `corrupt` */
export async function pullChunk<E, R extends ChunkedRun>(
  kind: SectionKind<E>,
  run: R,
  base: string,
  read: SegmentReader,
): Promise<Pulled<E, R>> {
  return parseChunk(kind, run, base, await read(run.segment, run.start, run.start + run.chunk));
}

function parseChunk<E, R extends ChunkedRun>(
  kind: SectionKind<E>,
  run: R,
  base: string,
  chunk: Uint8Array,
): Pulled<E, R> {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (bytes.length !== run.chunk || bytes.readUInt32BE(header - 4) !== crc32(bytes.subarray(0, header - 4))) {
    throw corrupt(`chunk of ${run.segment}`);
  }
  const entries = kind.unpack(bytes.subarray(header), base);
  const next = bytes.readUInt32BE(0);
  if (next === 0) return { entries, rest: undefined };
  const min: Key = [bytes.readDoubleBE(4), bytes.readDoubleBE(12), bytes.readDoubleBE(20)];
  const start = run.start + run.chunk;
  return { entries, rest: { ...run, start, count: run.count - entries.length, chunk: next, min } };
}

/** Bytes that one read brings when a run is read to its end. */
const window = 1_048_576;

/** All chunks of a run, in few and large reads. */
export async function* chunksOf<E>(
  kind: SectionKind<E>,
  run: ChunkedRun,
  base: string,
  read: SegmentReader,
): AsyncGenerator<E[]> {
  let rest: ChunkedRun | undefined = run;
  let [bytes, from] = [new Uint8Array(0), run.start];
  while (rest !== undefined) {
    if (rest.start + rest.chunk > from + bytes.length) {
      from = rest.start;
      bytes = new Uint8Array(
        await read(rest.segment, from, Math.min(rest.end, from + Math.max(window, rest.chunk))),
      );
    }
    const at = rest.start - from;
    const pulled: Pulled<E, ChunkedRun> = parseChunk(kind, rest, base, bytes.subarray(at, at + rest.chunk));
    yield pulled.entries;
    rest = pulled.rest;
  }
}
