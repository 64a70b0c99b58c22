import { Buffer } from 'node:buffer';
import { WinnowError } from '../../base/error.ts';
import { decodeIndex, encodeIndex, footerLength, indexOffset } from './bundle-index.ts';
import { documentName, type MemberPlace } from './document-name.ts';
import { erasedMember } from './erased-member.ts';
import { readMember } from './member.ts';
import { maxRecordBytes } from './stored-document.ts';
import { decodeRecord } from './warc-record.ts';

/** A member that is to be erased, and the MD5 of the record that it was stored for. */
export interface ErasedMember extends MemberPlace {
  readonly md5: string;
}

/**
 * Whether a member is there to be erased. Damaged bytes are if no other page stands there: an interrupted erasure leaves some.
 * @param bytes what stands at its place
 * @throws WinnowError `corrupt` when a page of another record stands there
 */
export function isToBeErased(
  { md5, ...place }: ErasedMember,
  bytes: Uint8Array,
  entries: readonly { readonly offset: number; readonly length: number; readonly md5: string }[],
): boolean {
  const found = isMemberOf(bytes, md5);
  if (found === 'another')
    throw new WinnowError('corrupt', `${documentName(place)} is no raw document of ${md5}`);
  if (found !== 'nothing') return found === 'it';
  const { offset, length } = place;
  return entries.every((entry) =>
    entry.offset === offset
      ? entry.length === length && entry.md5 === md5
      : entry.offset + entry.length <= offset || offset + length <= entry.offset,
  );
}

/**
 * A whole bundle without some of its pages; the others are where they were. The same bundle if it has none of these.
 * @param at epoch ms
 * @throws WinnowError `corrupt`
 */
export function eraseInBundle(
  bundle: Uint8Array,
  { key, at }: { readonly key: string; readonly at: number },
  members: readonly ErasedMember[],
): Uint8Array {
  const offset = indexOffset(bundle.subarray(Math.max(0, bundle.length - footerLength)));
  const entries = decodeIndex(bundle.subarray(offset));
  const pages = Buffer.from(bundle.subarray(0, offset));
  const present = members.filter((member) =>
    isToBeErased(member, pages.subarray(member.offset, member.offset + member.length), entries),
  );
  for (const member of present) pages.set(erasedMember(documentName(member), member.length), member.offset);
  const erased = new Set(members.map((member) => member.offset));
  const left = entries.filter((entry) => !erased.has(entry.offset));
  if (present.length === 0 && left.length === entries.length) return bundle;
  return Buffer.concat([pages, encodeIndex({ name: nameOf(key), at, offset }, left)]);
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/**
 * Whether bytes are a page that was stored for a record. `nothing`: they are no page, because it was erased or because
 * they are damaged; damaged bytes may still have text of the page.
 */
export function isMemberOf(bytes: Uint8Array, md5: string): 'it' | 'another' | 'erased' | 'nothing' {
  try {
    const { fields } = decodeRecord(readMember(bytes, 0, maxRecordBytes).content);
    const { 'Winnow-MD5': found } = fields;
    if (found === undefined) return 'erased';
    return found === md5 ? 'it' : 'another';
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'corrupt') return 'nothing';
    throw error;
  }
}
