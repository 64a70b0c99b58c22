import { isUtf8 } from 'node:buffer';
import { type Utf16, utf16Of } from '../../base/charset/utf16.ts';
import { encodeBytes } from '../../base/url/percent.ts';

/** Limit of what is read of a robots.txt: the minimum that RFC 9309 §2.5 requires. */
const maxBytes = 500 * 1_024;

/**
 * Decodes a robots.txt for storing: removes a byte order mark (or its first two bytes), and cuts after the last whole
 * line within 500 KiB. If the bytes are not UTF-8, those beyond ASCII become `%XX`, as rules have to write them: so
 * they still match URLs in the same encoding. UTF-16 of either byte order, as Windows editors write it, is decoded.
 */
export function robotsText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  let body = utf16 === undefined ? bytes : fromUtf16(bytes, utf16);
  if (body[0] === 0xef && body[1] === 0xbb) body = body.subarray(body[2] === 0xbf ? 3 : 2);
  if (Math.max(body.length, bytes.length) > maxBytes) body = wholeLines(body.subarray(0, maxBytes));
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (isUtf8(buffer)) return buffer.toString('utf8');
  return encodeBytes(buffer.toString('latin1'));
}

/** The text in UTF-8. */
function fromUtf16(bytes: Uint8Array, order: Utf16): Uint8Array {
  const even = Buffer.from(bytes.subarray(0, Math.min(maxBytes, bytes.length & ~1)));
  if (order === 'utf-16be') even.swap16();
  return Buffer.from(even.toString('utf16le'));
}

/** Drops a last line that is cut in two: it would be a shorter, wider rule. */
function wholeLines(body: Uint8Array): Uint8Array {
  const end = Math.max(body.lastIndexOf(0x0a), body.lastIndexOf(0x0d));
  return body.subarray(0, Math.max(end, 0));
}
