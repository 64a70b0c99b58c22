import { decode } from '../../charset/charset.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { writePlain } from '../base/linked-text.ts';
import { type Converter, Unreadable } from '../converter.ts';

/** Lengths of the functions of WordPerfect 5 from 0xC0 to 0xCF, with both of their marks. */
const fixedLengths: readonly number[] = [4, 9, 11, 3, 3, 5, 6, 7, 6, 6, 6, 6, 6, 6, 6, 6];

/** Lengths of the functions of WordPerfect 6 and later from 0xF0 to 0xFF. */
const laterLengths: readonly number[] = [4, 5, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 8, 8, 0];

/** WordPerfect 5.x and 6 to X: the text of the document. */
export const convertWordPerfect: Converter = ({ body }, limits) => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length < 16 || bytes.toString('latin1', 1, 4) !== 'WPC')
    throw new Unreadable('damaged', 'it does not begin as it should');
  if (bytes.readUInt16LE(12) !== 0) throw new Unreadable('encrypted', 'it needs a password');
  const text = bytes.subarray(bytes.readUInt32LE(4));
  const isOld = bytes[10] === 0;
  const html = htmlWriter(limits.maxHtml);
  writePlain(html, isOld ? readOld(text) : readLater(text));
  return converted(html, {});
};

function readOld(bytes: Buffer): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const code = bytes[at] ?? 0;
    if (code < 0x20) {
      if (code === 0x0a || code === 0x0c) text += '\n\n';
      else if (code === 0x0b || code === 0x0d || code === 0x09) text += ' ';
      at += 1;
    } else if (code < 0x80) {
      text += String.fromCharCode(code);
      at += 1;
    } else if (code < 0xc0) {
      if (code === 0xa9 || code === 0xaa || code === 0xab) text += '-';
      else if (code === 0xa0 || code === 0x8c || code === 0x99) text += code === 0x99 ? '\n\n' : ' ';
      at += 1;
    } else if (code < 0xd0) {
      if (code === 0xc0) text += extended(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);
      else if (code === 0xc1) text += '\t';
      at += fixedLengths[code - 0xc0] ?? 1;
    } else at += variableLength(bytes, at, 4);
  }
  return text;
}

function readLater(bytes: Buffer): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const code = bytes[at] ?? 0;
    if (code >= 0x21 && code < 0x80) text += String.fromCharCode(code);
    else if (code === 0x80 || code === 0x20) text += ' ';
    else if (code === 0x81) text += '\u00a0';
    else if (code === 0x84) text += '-';
    else if (code >= 0xc7 && code <= 0xcc) text += '\n\n';
    else if (code === 0xcf || code === 0xcd || code === 0xce) text += ' ';
    else if (code === 0xf0) text += extended(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);
    else if (code === 0xd0) {
      const group = bytes[at + 1] ?? 0;
      text += group >= 1 && group <= 3 ? ' ' : group >= 4 && group <= 0x1b ? '\n\n' : '';
    }
    if (code >= 0xd0 && code < 0xf0) at += variableLength(bytes, at, 2);
    else at += code >= 0xf0 ? laterLengths[code - 0xf0] || 1 : 1;
  }
  return text;
}

/** A function that says how long it is. @param add what its length does not count */
function variableLength(bytes: Buffer, at: number, add: 2 | 4): number {
  if (at + 4 > bytes.length) return bytes.length - at;
  // WordPerfect 5 counts from behind the length, later versions the whole function.
  const length = bytes.readUInt16LE(at + 2);
  return add === 4 ? length + 4 : Math.max(4, length);
}

/** Character sets 0 and 1: ASCII and letters with accents, of which those of Western Europe are known here. */
const accented = 'ÀÈÌÒÙàèìòùÁÉÍÓÚÝáéíóúýÂÊÎÔÛâêîôûÄËÏÖÜäëïöüÿÃÑÕãñõÅåÆæÇçØøß';

function extended(character: number, set: number): string {
  if (set === 0) return String.fromCharCode(character);
  if (set === 4) return decode(Uint8Array.of(character), 'windows-1252');
  return set === 1 && character >= 26 && character < 26 + accented.length
    ? accented.charAt(character - 26)
    : ' ';
}
