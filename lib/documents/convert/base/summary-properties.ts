import { type CompoundFile, rootStream } from '../../sniff/compound-file.ts';
import { decodePage } from './code-pages.ts';
import type { DocumentHead } from './html-writer.ts';

/** Properties of the summary of a document, by their number (MS-OLEPS §3.1.1). */
const names: Readonly<Record<number, string>> = {
  3: 'subject',
  4: 'author',
  5: 'keywords',
  6: 'description',
  12: 'date',
  13: 'modified',
};

const titleId = 2;
const types = { short: 2, ansi: 30, wide: 31, time: 64 };

/** Properties of a set that are looked at, and bytes of one: what is longer is no title and no description. */
const maxProperties = 200;
const maxBytes = 8_000;

/** Title and metadata of a document in a compound file, as its summary has them. */
export function summaryProperties(file: CompoundFile): DocumentHead {
  const entry = rootStream(file, '\x05SummaryInformation');
  const bytes = entry === undefined ? Buffer.alloc(0) : file.read(entry);
  if (bytes.length < 48 || bytes.readUInt16LE(0) !== 0xfffe) return {};
  const set = bytes.subarray(bytes.readUInt32LE(44));
  if (set.length < 8) return {};
  const said = readSet(set);
  const metadata = Object.fromEntries(Object.entries(names).map(([id, name]) => [name, said(Number(id))]));
  return { title: said(titleId), metadata };
}

function readSet(set: Buffer): (id: number) => string | undefined {
  const offsets = new Map<number, number>();
  const count = Math.min(maxProperties, set.readUInt32LE(4));
  for (let at = 8; at + 8 <= Math.min(set.length, 8 + count * 8); at += 8) {
    offsets.set(set.readUInt32LE(at), set.readUInt32LE(at + 4));
  }
  const page = offsets.get(1);
  const isPage = page !== undefined && page + 6 <= set.length && set.readUInt16LE(page) === types.short;
  const codePage = isPage ? set.readUInt16LE(page + 4) : 1252;
  return (id) => {
    const at = offsets.get(id) ?? set.length;
    const value = at + 8 <= set.length ? valueAt(set, at, codePage) : '';
    return value === '' ? undefined : value;
  };
}

function valueAt(set: Buffer, at: number, codePage: number): string {
  const type = set.readUInt16LE(at);
  const size = Math.min(maxBytes, set.readUInt32LE(at + 4));
  if (type === types.ansi)
    return decodePage(set.subarray(at + 8, at + 8 + size), codePage).replace(/\0[\s\S]*$/, '');
  if (type === types.wide) {
    return set.toString('utf16le', at + 8, at + 8 + Math.min(maxBytes, size * 2)).replace(/\0[\s\S]*$/, '');
  }
  if (type !== types.time || at + 12 > set.length) return '';
  // 100 ns since 1601.
  const ms = Number(set.readBigUInt64LE(at + 4) / 10_000n) - 11_644_473_600_000;
  return ms > 0 && ms < 4e12 ? new Date(ms).toISOString() : '';
}
