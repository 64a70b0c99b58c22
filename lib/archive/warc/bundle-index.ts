import { Buffer } from 'node:buffer';
import { WinnowError } from '../../base/error.ts';
import { linesIn } from '../../base/line.ts';
import type { Md5 } from '../../base/page/page-content.ts';
import { compressionOfName } from './compression.ts';
import { encodeMember, readMember } from './member.ts';
import { indexRecord } from './page-record.ts';
import { decodeRecord, encodeRecord } from './warc-record.ts';
import { skippableFrame } from './zstd-frame.ts';

/** Where a page stands in a bundle. */
export interface BundleEntry {
  readonly type: 'response' | 'revisit';
  readonly host: string;
  readonly url: string;
  /** Epoch ms of the fetch. */
  readonly at: number;
  /** Of its record; of an answer beside pages, a name of its own. */
  readonly md5: Md5;
  /** No page, but a redirect, an error or a robots.txt: no record names it. */
  readonly beside?: true;
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

/** The same place of a bundle in zstd has a frame that readers skip. */
const zstdFooter = 'Winnow index at ';
const zstdFooterStart = skippableFrame(zstdFooter, footerLength).subarray(0, 8 + zstdFooter.length);

const footerStart = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 20, 0, 0x57, 0x4e, 16, 0]);
const zstdFooterEnd = Buffer.alloc(footerLength - zstdFooterStart.length - 16);
const footerEnd = Buffer.from([1, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0]);

/** Returns the end of a bundle: its index as a member that begins at `offset`, and the footer. */
export function encodeIndex(
  { name, at, offset }: { readonly name: string; readonly at: number; readonly offset: number },
  entries: readonly BundleEntry[],
): Uint8Array {
  const lines = entries.map((entry) => JSON.stringify(entry));
  const compression = compressionOfName(name);
  const index = encodeMember(encodeRecord(indexRecord(name, at, lines)), compression);
  const place = offset.toString(16).padStart(16, '0');
  const footer =
    compression === 'zstd'
      ? [skippableFrame(zstdFooter + place, footerLength)]
      : [footerStart, Buffer.from(place), footerEnd];
  return Buffer.concat([index, ...footer]);
}

/** Returns where the index of a bundle begins. @param footer its last bytes @throws WinnowError `corrupt` when it has no footer */
export function indexOffset(footer: Uint8Array): number {
  const bytes = Buffer.from(footer);
  const isOfZstd = bytes.subarray(0, zstdFooterStart.length).equals(zstdFooterStart);
  const [start, end] = isOfZstd ? [zstdFooterStart, zstdFooterEnd] : [footerStart, footerEnd];
  const hex = bytes.subarray(start.length, -end.length).toString('latin1');
  const isFooter =
    bytes.length === footerLength &&
    bytes.subarray(0, start.length).equals(start) &&
    bytes.subarray(-end.length).equals(end) &&
    /^[0-9a-f]{16}$/.test(hex);
  if (!isFooter) throw new WinnowError('corrupt', 'it does not end with an index');
  return Number.parseInt(hex, 16);
}

/**
 * @param member the bytes from the index to the end of the bundle
 * @param isWanted of all entries, which are never in memory together
 * @throws WinnowError `corrupt`
 */
export function decodeIndex(
  member: Uint8Array,
  isWanted: (entry: BundleEntry) => boolean = () => true,
): readonly BundleEntry[] {
  const { block } = decodeRecord(readMember(member, 0, maxIndexBytes).content);
  const entries: BundleEntry[] = [];
  for (const line of linesIn(block)) {
    if (line === '') continue;
    const entry = JSON.parse(line) as BundleEntry;
    if (isWanted(entry)) entries.push(entry);
  }
  return entries;
}
