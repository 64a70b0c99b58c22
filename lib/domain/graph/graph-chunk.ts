import { gunzipSync, gzipSync } from 'node:zlib';
import { WinnowError } from '../base/error.ts';
import type { CanonicalUrl } from '../url/url.ts';
import type { GraphChunk, PageColumns } from './page-columns.ts';

const version = 1;
const kinds = {
  nodes: Uint32Array,
  at: Float64Array,
  relevance: Float32Array,
  depth: Uint32Array,
  best: Uint32Array,
  outcome: Uint32Array,
  movedTo: Uint32Array,
  ends: Uint32Array,
  targets: Uint32Array,
} as const satisfies { readonly [K in keyof PageColumns]: unknown };
const columnNames = Object.keys(kinds) as (keyof PageColumns)[];
/** Columns begin at multiples of the largest number's size. */
const alignment = 8;

interface Head {
  readonly v: number;
  readonly names: readonly string[];
  /** Length of each column, in numbers, and of the URLs, in bytes. */
  readonly lengths: Readonly<Record<string, number>>;
}

/** Gzip of a line of JSON, the URLs by lines, and the columns in little-endian order (docs/formats/link-graph.md). */
export function encodeGraphChunk({ urls, names, columns }: GraphChunk): Buffer {
  const text = Buffer.from(urls.map((url) => `${url}\n`).join(''), 'latin1');
  const lengths = Object.fromEntries(columnNames.map((name) => [name, columns[name].length]));
  const head: Head = { v: version, names, lengths: { ...lengths, urls: text.length } };
  const parts: Uint8Array[] = [padded(Buffer.from(`${JSON.stringify(head)}\n`)), padded(text)];
  for (const name of columnNames) {
    const column = columns[name];
    parts.push(padded(Buffer.from(column.buffer, column.byteOffset, column.byteLength)));
  }
  return gzipSync(Buffer.concat(parts), { level: 1 });
}

/** @throws WinnowError `corrupt`, `newer` */
export function decodeGraphChunk(stored: Uint8Array): GraphChunk {
  const bytes = unpacked(stored);
  const end = bytes.indexOf(10) + 1;
  const { v, names, lengths } = headOf(bytes.toString('utf8', 0, end));
  if (v !== version)
    throw new WinnowError('newer', `a link graph has version ${v}; this Winnow reads ${version}`);
  let at = aligned(end);
  const { urls: textLength = 0 } = lengths;
  const text = bytes.toString('latin1', at, at + textLength);
  at += aligned(textLength);
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
  const urls = text === '' ? [] : (text.slice(0, -1).split('\n') as CanonicalUrl[]);
  return { urls, names, columns: columns as unknown as PageColumns };
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
