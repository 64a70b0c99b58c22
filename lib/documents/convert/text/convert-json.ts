import { copyHtml } from '../base/copy-html.ts';
import { converted, type HtmlWriter, htmlWriter } from '../base/html-writer.ts';
import { writeLinked } from '../base/linked-text.ts';
import { documentLink } from '../base/links.ts';
import type { LightConverter } from '../converter.ts';
import { decodeText } from './convert-plain.ts';

const tokens = /"(?:[^"\\]|\\[\s\S])*"?|-?\d[\d.eE+-]*|true|false|null|[{}[\]:,]/g;

/** Names of members that say what a document is called, in the order in which they count. */
const titles = ['title', 'name', 'headline'];

/** JSON, JSON-LD and JSON lines, broken off or not: each value with the name of its member. */
export const convertJson: LightConverter = (request, limits) => {
  const html = htmlWriter(limits.maxHtml);
  const named = writeValues(html, decodeText(request));
  const title = titles.map((name) => named.get(name)).find((value) => value !== undefined);
  return converted(html, { title, metadata: { description: named.get('description') } });
};

/** @returns the strings of the outermost object by their names */
function writeValues(html: HtmlWriter, source: string): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  let depth = 0;
  let text: string | undefined;
  let name: string | undefined;
  const value = (said: string): void => {
    if (said === '') return;
    if (depth <= 1 && name !== undefined && !named.has(name)) named.set(name, said);
    writeValue(html, said, name);
  };
  for (const [token] of source.matchAll(tokens)) {
    if (html.isFull) break;
    if (token === ':') {
      name = text;
      text = undefined;
      continue;
    }
    if (text !== undefined) value(text);
    text = undefined;
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (token === ',' || token === '}') name = undefined;
    else if (token.startsWith('"')) text = stringOf(token);
    else if (!/^(?:[{}[\],]|null)$/.test(token)) value(token);
  }
  if (text !== undefined) value(text);
  return named;
}

function stringOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.replace(/^"|"$/g, '');
  }
}

/** Tags that people only write in HTML. */
const tag =
  /<\/(?:a|b|blockquote|div|em|h[1-6]|i|li|ol|p|pre|span|strong|table|td|tr|u|ul)\s*>|<(?:br|hr|img|p)(?:\s[^<>]{0,2000})?\/?>/i;

/** Writes a value of data as a block, what is HTML in it as what it shows. */
function writeValue(html: HtmlWriter, text: string, name = ''): void {
  const isMarkup = tag.test(text);
  html.open(isMarkup ? 'div' : 'p');
  if (name !== '') html.text(`${name}: `);
  if (isMarkup) copyHtml(text, html, documentLink);
  else writeLinked(html, text);
  html.close(isMarkup ? 'div' : 'p');
}
