import { createHash, hash } from 'node:crypto';
import { isHighSurrogate, maxPassed, piecesOf, textPass } from '../../base/bytes/text-pass.ts';
import type { Md5 } from '../../base/page/page-content.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';

/**
 * The identity of a record, as Combine has it (Combine 4, §4.6 and its `DataBase`): MD5 over the visible text, then
 * the title, in UTF-8, without any white space. A page that has neither is known by its URL and media type.
 * @param text white space collapsed to spaces and line feeds
 * @param title white space collapsed to spaces
 */
export function contentMd5(text: string, title: string, url: CanonicalUrl, mediaType: string): Md5 {
  if (text === '' && title === '') return hash('md5', `${url} ${mediaType}`);
  const isWhole = !isHighSurrogate(text.charCodeAt(text.length - 1));
  if (isWhole && text.length + title.length <= maxPassed) return hash('md5', textPass(text).packed(title));
  const digest = createHash('md5');
  for (const piece of piecesOf(text + title)) digest.update(textPass(piece).packed(''));
  return digest.digest('hex');
}
