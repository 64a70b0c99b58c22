import { Buffer } from 'node:buffer';
import { byName } from '../by-name.ts';

/** What no XML 1.0 may have, in whatever form. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const never = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]+/g;
const special = byName({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' });

/** Text inside an element or a quoted attribute, whatever it is made of. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(never, ' ')
    .replace(/[&<>"\r]/g, (one) => special.get(one) ?? one);
}

/** A text element; nothing where it would have no text. @param attributes as they stand, with a space before */
export function element(name: string, text: string | undefined, attributes = ''): string {
  if (text === undefined || text.trim() === '') return '';
  return `<${name}${attributes}>${xmlText(text)}</${name}>\n`;
}

/** An element around others. */
export function around(name: string, inner: string, attributes = ''): string {
  return `<${name}${attributes}>\n${inner}</${name}>\n`;
}

export function attribute(name: string, value: string | number): string {
  return ` ${name}="${xmlText(String(value)).replace(/[\t\n]/g, ' ')}"`;
}

/** XML in ISO 8859-1: what that has no byte for is named by its number. */
export function latin1(xml: string): Uint8Array {
  const named = xml.replace(/[^\t\n\r\x20-\xff]/gu, (one) => `&#${one.codePointAt(0)};`);
  return Buffer.from(named, 'latin1');
}
