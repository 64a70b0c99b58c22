import { Buffer } from 'node:buffer';
import { WinnowError } from '../base/error.ts';
import type { Md5 } from '../collection/record.ts';
import { encodeMember, readMember } from './member.ts';
import { indexRecord } from './page-record.ts';
import { decodeRecord, encodeRecord } from './warc-record.ts';

/** Where a page stands in a bundle. */
export interface BundleEntry {
  readonly type: 'response' | 'revisit';
  readonly host: string;
  readonly url: string;
  /** Epoch ms of the fetch. */
  readonly at: number;
  readonly md5: Md5;
  readonly status: number;
  readonly mediaType: string;
  /** Digest of the payload, as the record has it. */
  readonly digest: string;
  readonly offset: number;
  readonly length: number;
}

/** Bytes of the last member of a bundle, the footer: it is empty, and its header says where the index begins. */
export const footerLength = 45;
const maxIndexBytes = 1 << 30;

const footerStart = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 20, 0, 0x57, 0x4e, 16, 0]);
const footerEnd = Buffer.from([1, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0]);

/** Returns the end of a bundle: its index as a member that begins at `offset`, and the footer. */
export function encodeIndex(
  { name, at, offset }: { readonly name: string; readonly at: number; readonly offset: number },
  entries: readonly BundleEntry[],
): Uint8Array {
  const lines = entries.map((entry) => JSON.stringify(entry));
  const index = encodeMember(encodeRecord(indexRecord(name, at, lines)));
  const place = Buffer.from(offset.toString(16).padStart(16, '0'));
  return Buffer.concat([index, footerStart, place, footerEnd]);
}

/** Returns where the index of a bundle begins. @param footer its last bytes @throws WinnowError `corrupt` when it has no footer */
export function indexOffset(footer: Uint8Array): number {
  const bytes = Buffer.from(footer);
  const hex = bytes.subarray(footerStart.length, -footerEnd.length).toString('latin1');
  const isFooter =
    bytes.length === footerLength &&
    bytes.subarray(0, footerStart.length).equals(footerStart) &&
    bytes.subarray(-footerEnd.length).equals(footerEnd) &&
    /^[0-9a-f]{16}$/.test(hex);
  if (!isFooter) throw new WinnowError('corrupt', 'it does not end with an index');
  return Number.parseInt(hex, 16);
}

/** @param member the bytes from the index to the end of the bundle @throws WinnowError `corrupt` */
export function decodeIndex(member: Uint8Array): readonly BundleEntry[] {
  const { block } = decodeRecord(readMember(member, 0, maxIndexBytes).content);
  const lines = Buffer.from(block).toString().split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as BundleEntry);
}
