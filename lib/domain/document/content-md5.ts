import { hash } from 'node:crypto';
import type { Md5 } from '../collection/record.ts';
import type { CanonicalUrl } from '../url/url.ts';

/**
 * The identity of a record, as Combine has it (Combine 4, §4.6 and its `DataBase`): MD5 over the visible text, then
 * the title, in UTF-8, without any white space. A page that has neither is known by its URL and media type.
 * @param text white space collapsed to spaces and line feeds
 * @param title white space collapsed to spaces
 */
export function contentMd5(text: string, title: string, url: CanonicalUrl, mediaType: string): Md5 {
  if (text === '' && title === '') return hash('md5', `${url} ${mediaType}`);
  return hash('md5', withoutSpace(text, title));
}

const encoder = new TextEncoder();
let room = new Uint8Array(256 * 1024);

/** One text after the other in UTF-8, without spaces and line feeds; until the next call. */
function withoutSpace(text: string, title: string): Uint8Array {
  // The halves of one character must not be written apart.
  if (isHighSurrogate(text.charCodeAt(text.length - 1))) return withoutSpace('', text + title);
  const units = text.length + title.length;
  // Three bytes for a unit at the most (TextEncoder.encodeInto).
  if (room.length < units * 3) room = new Uint8Array(units * 4);
  const bytes = room;
  const first = encoder.encodeInto(text, bytes).written;
  const written = first + encoder.encodeInto(title, bytes.subarray(first)).written;
  let length = 0;
  // No branch hangs on a byte: one that is guessed wrong at each word takes ten times as long.
  for (let i = 0; i < written; i++) {
    const byte = bytes[i] as number;
    bytes[length] = byte;
    length += kept[byte] as number;
  }
  return bytes.subarray(0, length);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** Whether a byte counts: 1, or 0 for white space. */
const kept = Uint8Array.from({ length: 0x100 }, (_, byte) => (byte === 0x20 || byte === 0x0a ? 0 : 1));
