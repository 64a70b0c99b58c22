import { urlsIn } from '../../html/plain-text.ts';
import type { HtmlWriter } from './html-writer.ts';

/** Writes text in which the URLs that are written out become links. */
export function writeLinked(html: HtmlWriter, text: string): void {
  let at = 0;
  for (const { start, url } of urlsIn(text)) {
    html.text(text.slice(at, start));
    html.element('a', url, { href: url });
    at = start + url.length;
  }
  html.text(text.slice(at));
}

/** Writes plain text: blank lines part paragraphs. */
export function writePlain(html: HtmlWriter, text: string): void {
  for (const paragraph of text.split(/\r?\n[ \t]*\r?\n/)) {
    if (html.isFull) return;
    if (paragraph.trim() === '') continue;
    html.open('p');
    writeLinked(html, paragraph.trim());
    html.close('p');
  }
}
