import { isUtf8 } from 'node:buffer';
import { encodeBytes } from '../url/percent.ts';

/** How much of a robots.txt is read: the least that RFC 9309 §2.5 asks for. */
const maxBytes = 500 * 1_024;

/**
 * The text of a robots.txt, fit to be stored: without a byte order mark (or the first two bytes of one), cut after
 * the last whole line within 500 KiB. Where the bytes are not UTF-8, those beyond ASCII become `%XX`, as rules
 * would have to write them: they still match URLs that are encoded as the site's author saw them. Windows editors'
 * UTF-16 is read as such.
 */
export function robotsText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return Buffer.from(bytes.subarray(2, maxBytes)).toString('utf16le');
  let body = bytes;
  if (body[0] === 0xef && body[1] === 0xbb) body = body.subarray(body[2] === 0xbf ? 3 : 2);
  if (body.length > maxBytes) body = wholeLines(body.subarray(0, maxBytes));
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (isUtf8(buffer)) return buffer.toString('utf8');
  return encodeBytes(buffer.toString('latin1'));
}

/** A rule that is cut in two would mean another, wider one. */
function wholeLines(body: Uint8Array): Uint8Array {
  const end = Math.max(body.lastIndexOf(0x0a), body.lastIndexOf(0x0d));
  return body.subarray(0, Math.max(end, 0));
}
