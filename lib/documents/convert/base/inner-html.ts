import { copyHtml } from './copy-html.ts';
import type { HtmlWriter } from './html-writer.ts';
import { writeLinked } from './linked-text.ts';
import { documentLink } from './links.ts';

/** Tags that people only write in HTML. */
const tag =
  /<\/(?:a|b|blockquote|div|em|h[1-6]|i|li|ol|p|pre|span|strong|table|td|tr|u|ul)\s*>|<(?:br|hr|img|p)(?:\s[^<>]{0,2000})?\/?>/i;

/** Writes a value of data as a block, what is HTML in it as what it shows. */
export function writeValue(html: HtmlWriter, text: string, name = ''): void {
  const isMarkup = tag.test(text);
  html.open(isMarkup ? 'div' : 'p');
  if (name !== '') html.text(`${name}: `);
  if (isMarkup) copyHtml(text, html, documentLink);
  else writeLinked(html, text);
  html.close(isMarkup ? 'div' : 'p');
}
