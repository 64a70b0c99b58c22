import { Buffer } from 'node:buffer';
import { WinnowError } from '../base/error.ts';
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

/**
 * Reads a bundle that has no index, member by member, up to an index or to the first that is cut off or damaged. Every
 * page names its own record, so that an index can be made of what is left after a kill.
 */
export function scanBundle(read: ReadBundle, size: number): ScannedBundle {
  const entries: BundleEntry[] = [];
  let end = 0;
  for (const { member, at } of members(read, size)) {
    const record = recordIn(member);
    if (record === undefined || record.fields['Content-Type'] === 'application/x-ndjson') break;
    const entry = entryOf(record, at, member.length);
    if (entry !== undefined) entries.push(entry);
    end = at + member.length;
  }
  return { entries, end };
}

function* members(
  read: ReadBundle,
  size: number,
): Generator<{ readonly member: Member; readonly at: number }> {
  let start = 0;
  let bytes: Uint8Array = new Uint8Array();
  for (let at = 0; at < size; ) {
    let found = memberAt(bytes, at - start);
    for (let wanted = windowBytes; found === undefined; wanted *= 2) {
      start = at;
      bytes = read(at, Math.min(wanted, size - at));
      found = memberAt(bytes, 0);
      if (found === undefined && wanted >= size - at) return;
    }
    yield { member: found, at };
    at += found.length;
  }
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
    ...{ offset, length },
  };
}
