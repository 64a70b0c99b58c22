import { hash } from 'node:crypto';
import type { Md5 } from '../record.ts';
import type { CanonicalUrl } from '../url.ts';

/**
 * The identity of a record, as Combine has it (Combine 4, §4.6 and its `DataBase`): MD5 over the visible text, then
 * the title, in UTF-8, without any white space. A page that has neither is known by its URL and media type.
 * @param text white space collapsed to spaces and line feeds
 * @param title white space collapsed to spaces
 */
export function contentMd5(text: string, title: string, url: CanonicalUrl, mediaType: string): Md5 {
  const bytes = Buffer.from(text + title);
  if (bytes.length === 0) return hash('md5', `${url} ${mediaType}`);
  let length = 0;
  // An iterator over the bytes would cost three times as much.
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    bytes[length] = byte;
    if (byte !== 0x20 && byte !== 0x0a) length++;
  }
  return hash('md5', bytes.subarray(0, length));
}
