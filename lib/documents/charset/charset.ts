import { isAscii, isUtf8 } from 'node:buffer';
import { labelToName, TextDecoder } from '@exodus/bytes/encoding.js';
import sniffHtmlEncoding from 'html-encoding-sniffer';
import { guessCharset, hasEscapes } from './guess-charset.ts';
import { lateDeclaration } from './late-declaration.ts';

/** Where a document may itself say how it is encoded, apart from its byte order mark. */
export type Declaration = 'html' | 'xml' | 'none';

/** The encoding of bytes that declare none and are not UTF-8. */
export type Guess = (body: Uint8Array) => string;

const guessEach: Guess = (body) => guessCharset(body, decode) ?? 'windows-1252';

/** Texts of one document of which each has a guess of its own. */
const mostGuesses = 20;

/**
 * Guesses for the texts of one document, of which it may have a million: a guess decodes a text in 31 ways. After
 * `mostGuesses` the last one holds, as a document seldom has more than one encoding.
 */
export function fewGuesses(): Guess {
  let left = mostGuesses;
  let last = 'windows-1252';
  return (body) => {
    if (left > 0) last = guessEach(body);
    left -= 1;
    return last;
  };
}

/**
 * The WHATWG name, in lower case, of the character encoding of a body, by the rules of the HTML standard: byte order
 * mark, then the transport's label, then what the markup declares (a `meta` in the first 1,024 bytes, but in no script; an XML
 * declaration). When nothing is declared, bytes beyond ASCII that are valid UTF-8 are UTF-8, because chance hardly ever makes them so. The
 * rest is what a later `meta` says (`lateDeclaration`), else what reads most like a language (`guessCharset`), else windows-1252.
 * A body that was cut off may end inside a character.
 * @param guess `fewGuesses` where a document has many texts
 */
export function charsetOf(
  body: Uint8Array,
  label: string | undefined,
  declaration: Declaration,
  guess = guessEach,
): string {
  const said =
    declaration === 'none' ? transportEncoding(body, label) : markupEncoding(body, label, declaration);
  if (said !== '') return said.toLowerCase();
  const whole = withoutCutTail(body);
  const ascii = isAscii(whole);
  if (declaration === 'xml' ? isUtf8(whole) : !ascii && isUtf8(whole)) return 'utf-8';
  const late = declaration === 'html' ? declaredBy(body) : '';
  if (late !== '') return late.toLowerCase();
  if (ascii && hasEscapes(whole)) return 'iso-2022-jp';
  return guess(body);
}

function transportEncoding(body: Uint8Array, label: string | undefined): string {
  return bomEncoding(body) ?? (label === undefined ? null : labelToName(label)) ?? '';
}

function markupEncoding(body: Uint8Array, label: string | undefined, declaration: Declaration): string {
  const labelled = { ...known, transportLayerEncodingLabel: label };
  // The package's types are older than this option.
  const options = declaration === 'xml' ? { ...labelled, xml: true } : labelled;
  const said = sniffHtmlEncoding(declaration === 'xml' ? fromXmlDeclaration(body) : body, options);
  if (said === '' || declaration === 'xml' || transportEncoding(body, label) !== '') return said;
  // The scan of the first bytes takes what stands in a script for a tag; a parser that comes there does not.
  const head = body.subarray(0, scanned);
  return scriptTag.test(Buffer.from(head).toString('latin1')) ? declaredBy(head) : said;
}

/** Without the white space that some programs write before an XML declaration. */
function fromXmlDeclaration(body: Uint8Array): Uint8Array {
  const blank = /^[\t\n\r ]+(?=<\?xml)/.exec(Buffer.from(body.subarray(0, scanned)).toString('latin1'));
  return blank === null ? body : body.subarray(blank[0].length);
}

/** Bytes that are scanned for a declaration before a document is parsed. */
const scanned = 1_024;
const scriptTag = /<script/i;

/** What the first `meta` declares that a parser comes upon, or an empty string. */
function declaredBy(body: Uint8Array): string {
  return lateDeclaration(body, (tag) => sniffHtmlEncoding(tag, known));
}

const known = { defaultEncoding: '' };

/** Decodes by the WHATWG Encoding standard; malformed bytes become U+FFFD, a byte order mark is left out. */
export function decode(body: Uint8Array, charset: string): string {
  // The standard's `replacement` encoding stands for a few dangerous ones, which are not to be decoded at all.
  return charset === 'replacement' ? '\ufffd' : new TextDecoder(charset).decode(body);
}

/** Encodings in which ASCII may be something else. */
const beyondAscii: ReadonlySet<string> = new Set(['utf-16le', 'utf-16be', 'iso-2022-jp', 'replacement']);

/** The text of a body (`decode`) in UTF-8: the bytes of the body where they say that already. */
export function utf8Of(body: Uint8Array, charset: string): Uint8Array {
  const isSame = charset === 'utf-8' ? isUtf8(body) : !beyondAscii.has(charset) && isAscii(body);
  if (!isSame) return Buffer.from(decode(body, charset));
  return bomEncoding(body) === undefined ? body : body.subarray(3);
}

function bomEncoding(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return undefined;
}

/** `body` without the start of a UTF-8 sequence whose end is missing. */
function withoutCutTail(body: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3; back++) {
    const byte = body[body.length - back] ?? 0;
    if (byte < 0x80) return body;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? body.subarray(0, body.length - back) : body;
    }
  }
  return body;
}
