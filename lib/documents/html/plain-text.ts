import type { Markup, MarkupLink } from './markup.ts';
import { visibleText } from './visible-text.ts';

/** The text of a plain text document: white space collapsed inside its lines, empty lines left out. */
export function readPlainText(source: string): string {
  const text = visibleText();
  for (let at = 0; at < source.length; ) {
    const feed = source.indexOf('\n', at);
    const end = feed < 0 ? source.length : feed;
    text.append(source, at, end);
    text.breakLine();
    at = end + 1;
  }
  return text.text();
}

/** Links of a page, and how many more it has. */
export type FoundLinks = Pick<Markup, 'links' | 'moreLinks'>;

export function foundLinks(links: readonly MarkupLink[], more: number): FoundLinks {
  return more === 0 ? { links } : { links, moreLinks: more };
}

const urlPattern = /\bhttps?:\/\/[^\s<>"'`\\^{|}\p{Cc}]+/giu;
const trailing = /[.,;:!?*_~)\]]$/;

/**
 * The http and https URLs that are written out in a text, and where. Punctuation at the end belongs to the sentence, and a
 * closing bracket as well unless it was opened inside the URL. One that ends in an ellipsis is cut off, and none.
 */
export function* urlsIn(text: string): Generator<{ readonly start: number; readonly url: string }> {
  if (!text.includes('://')) return;
  for (const { 0: found, index } of text.matchAll(urlPattern)) {
    if (!found.endsWith('…')) yield { start: index, url: withoutPunctuation(found) };
  }
}

/**
 * Links to the URLs that are written out in a text (`urlsIn`).
 * @param max links that are kept, the first ones
 */
export function linksInText(text: string, max = Number.POSITIVE_INFINITY): FoundLinks {
  const links: MarkupLink[] = [];
  let more = 0;
  for (const { url } of urlsIn(text)) {
    if (links.length < max) links.push({ href: url, anchor: '', rel: [], element: 'text', place: 'text' });
    else more += 1;
  }
  return foundLinks(links, more);
}

function withoutPunctuation(url: string): string {
  let end = url.length;
  let open = balance(url);
  for (; end > 0; end--) {
    const last = url.charAt(end - 1);
    if (!trailing.test(last)) break;
    if (last === ')' || last === ']') {
      if (open >= 0) break;
      open++;
    }
  }
  return url.slice(0, end);
}

/** Opening less closing brackets. */
function balance(url: string): number {
  let open = 0;
  for (const character of url) {
    if (character === '(' || character === '[') open++;
    else if (character === ')' || character === ']') open--;
  }
  return open;
}
