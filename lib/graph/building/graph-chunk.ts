import { gunzipSync, gzipSync } from 'node:zlib';
import { otherVersion, WinnowError } from '../../base/error.ts';
import type { GraphChunk, PageColumns } from './page-columns.ts';

const version = 2;
const kinds = {
  urls: Uint8Array,
  urlEnds: Uint32Array,
  nodes: Uint32Array,
  at: Float64Array,
  relevance: Float32Array,
  depth: Uint32Array,
  best: Uint32Array,
  outcome: Uint32Array,
  movedTo: Uint32Array,
  ends: Uint32Array,
  targets: Uint32Array,
} as const satisfies { readonly [K in keyof StoredColumns]: unknown };
const columnNames = Object.keys(kinds) as (keyof StoredColumns)[];
/** Columns begin at multiples of the largest number's size. */
const alignment = 8;

interface StoredColumns extends PageColumns {
  readonly urls: Uint8Array;
  readonly urlEnds: Uint32Array;
}

interface Head {
  readonly v: number;
  readonly names: readonly string[];
  /** Length of each column, in numbers. */
  readonly lengths: Readonly<Record<string, number>>;
}

/** Gzip of a line of JSON and columns in little-endian order (lib/graph/README.md). */
export function encodeGraphChunk({ urls, names, columns }: GraphChunk): Buffer {
  const all: StoredColumns = { urls: urls.bytes, urlEnds: urls.ends, ...columns };
  const lengths = Object.fromEntries(columnNames.map((name) => [name, all[name].length]));
  const head: Head = { v: version, names, lengths };
  const parts: Uint8Array[] = [padded(Buffer.from(`${JSON.stringify(head)}\n`))];
  for (const name of columnNames) {
    const column = all[name];
    parts.push(padded(Buffer.from(column.buffer, column.byteOffset, column.byteLength)));
  }
  return gzipSync(Buffer.concat(parts), { level: 1 });
}

/** @throws WinnowError `corrupt`, `newer` */
export function decodeGraphChunk(stored: Uint8Array): GraphChunk {
  const bytes = unpacked(stored);
  const end = bytes.indexOf(10) + 1;
  const { v, names, lengths } = headOf(bytes.toString('utf8', 0, end));
  if (v !== version) throw otherVersion('a link graph', v, version);
  let at = aligned(end);
  const columns: Record<string, unknown> = {};
  for (const name of columnNames) {
    const Kind = kinds[name];
    const size = (lengths[name] ?? 0) * Kind.BYTES_PER_ELEMENT;
    if (at + size > bytes.length)
      throw new WinnowError('corrupt', `a link graph ends within its column ${name}`);
    const copy = new Uint8Array(size);
    copy.set(bytes.subarray(at, at + size));
    columns[name] = new Kind(copy.buffer);
    at += aligned(size);
  }
  const { urls, urlEnds, ...rest } = columns as unknown as StoredColumns;
  return { urls: { bytes: urls, ends: urlEnds }, names, columns: rest };
}

function unpacked(stored: Uint8Array): Buffer {
  try {
    return gunzipSync(stored);
  } catch (cause) {
    throw new WinnowError('corrupt', 'a part of the link graph is no gzip', { cause });
  }
}

function headOf(line: string): Head {
  try {
    return JSON.parse(line) as Head;
  } catch (cause) {
    throw new WinnowError('corrupt', 'a part of the link graph does not begin with a line of JSON', {
      cause,
    });
  }
}

function padded(bytes: Buffer): Buffer {
  return bytes.length % alignment === 0
    ? bytes
    : Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)]);
}

function aligned(length: number): number {
  return Math.ceil(length / alignment) * alignment;
}
