import { Buffer } from 'node:buffer';
import { WinnowError } from '../../base/error.ts';
import { smallest } from '../../base/long-lists.ts';
import type { BundleEntry } from './bundle-index.ts';
import { type Member, readMember } from './member.ts';
import { maxRecordBytes } from './stored-document.ts';
import { decodeRecord, type WarcRecord } from './warc-record.ts';

/** Bytes of a bundle. Gives fewer at its end. */
export type ReadBundle = (offset: number, length: number) => Uint8Array;

/** What the members of a bundle say, as far as they are whole. */
export interface ScannedBundle {
  readonly entries: readonly BundleEntry[];
  /** Where the last whole record of a page, or the information that begins the bundle, ends. */
  readonly end: number;
}

const windowBytes = 1 << 20;
const memberStarts = [Buffer.from([0x1f, 0x8b, 8]), Buffer.from([0x28, 0xb5, 0x2f, 0xfd])];

/**
 * Reads a bundle that has no index, member by member, up to an index or to the last record that is whole. Every page names
 * its own record, so that an index can be made of what is left after a kill. A damaged record in the middle, which an
 * interrupted erasure can leave, does not cost those behind it.
 */
export function scanBundle(read: ReadBundle, size: number): ScannedBundle {
  const entries: BundleEntry[] = [];
  let end = 0;
  for (const { record, at, length } of recordsIn(read, size)) {
    if (record.fields['Content-Type'] === 'application/x-ndjson') break;
    const entry = entryOf(record, at, length);
    if (entry !== undefined) entries.push(entry);
    end = at + length;
  }
  return { entries, end };
}

interface FoundRecord {
  readonly record: WarcRecord;
  readonly at: number;
  readonly length: number;
}

function* recordsIn(read: ReadBundle, size: number): Generator<FoundRecord> {
  let start = 0;
  let bytes: Uint8Array = new Uint8Array();
  for (let at = 0; at < size; ) {
    let found = recordAt(bytes, at - start);
    for (let wanted = windowBytes; found === undefined; wanted *= 2) {
      start = at;
      bytes = read(at, Math.min(wanted, size - at));
      found = recordAt(bytes, 0);
      if (wanted < size - at) continue;
      found ??= recordBehind(bytes);
      break;
    }
    if (found === undefined) return;
    yield { ...found, at: start + found.at };
    at = start + found.at + found.length;
  }
}

/** The first whole record that begins behind a damaged one. */
function recordBehind(bytes: Uint8Array): FoundRecord | undefined {
  const rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = nextStart(rest, 1); at !== -1; at = nextStart(rest, at + 1)) {
    // Also the gzip of a server begins so, and is no record.
    const found = recordAt(bytes, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function nextStart(bytes: Buffer, from: number): number {
  const places = memberStarts.map((start) => bytes.indexOf(start, from)).filter((at) => at !== -1);
  return places.length === 0 ? -1 : smallest(places);
}

function recordAt(bytes: Uint8Array, at: number): FoundRecord | undefined {
  const member = memberAt(bytes, at);
  const record = member && recordIn(member);
  return member && record && { record, at, length: member.length };
}

function memberAt(bytes: Uint8Array, offset: number): Member | undefined {
  if (offset >= bytes.length) return undefined;
  try {
    return readMember(bytes, offset, maxRecordBytes);
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'corrupt') return undefined;
    throw error;
  }
}

function recordIn({ content }: Member): WarcRecord | undefined {
  try {
    return decodeRecord(content);
  } catch {
    return undefined;
  }
}

/** The line of an index for a record; undefined for one that is no page, and for a page that was erased. */
export function entryOf(
  { fields, block }: WarcRecord,
  offset: number,
  length: number,
): BundleEntry | undefined {
  const { 'WARC-Type': type, 'WARC-Target-URI': url, 'WARC-Date': date, 'Winnow-MD5': md5 } = fields;
  const isPage = (type === 'response' || type === 'revisit') && url !== undefined && md5 !== undefined;
  if (!isPage) return undefined;
  const head = Buffer.from(block.buffer, block.byteOffset, Math.min(block.length, 16)).toString('latin1');
  return {
    ...{ type, host: new URL(url).host, url, at: Date.parse(date ?? ''), md5 },
    status: Number(head.split(' ')[1]),
    mediaType: fields['WARC-Identified-Payload-Type'] ?? '',
    digest: fields['WARC-Payload-Digest'] ?? '',
    ...(fields['Winnow-Beside'] === undefined ? {} : { beside: true as const }),
    ...{ offset, length },
  };
}
