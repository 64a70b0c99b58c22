import { parseContentType } from '../../../base/charset/media-type.ts';
import { charsetOf, decode, type Guess } from '../../charset/charset.ts';

/** A message or a part of one (RFC 5322, RFC 2045). */
export interface MailPart {
  /** By name in lower case, unfolded; of several the first. */
  readonly headers: ReadonlyMap<string, string>;
  /** Essence of its media type. */
  readonly type: string;
  readonly charset: string | undefined;
  /** Bytes, as Latin-1. */
  readonly body: string;
}

/** UTF-16 units of a head that are looked at. */
const maxHead = 500_000;

/** @param source bytes, as Latin-1 */
export function readPart(source: string): MailPart {
  // A message without a head begins with the blank line.
  const blank = /^\r?\n|\r?\n\r?\n/.exec(source);
  const end = blank === null ? source.length : blank.index;
  const headers = new Map<string, string>();
  const head = source.slice(0, Math.min(end, maxHead)).replace(/\r?\n[ \t]+/g, ' ');
  for (const line of head.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  const { essence = 'text/plain', charset } = parseContentType(headers.get('content-type') ?? '') ?? {};
  const body = blank === null ? '' : source.slice(blank.index + blank[0].length);
  return { headers, type: essence, charset, body };
}

/** A parameter of a header, such as the boundary of parts. */
export function parameterOf(header: string | undefined, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(header ?? '');
  return match?.[1] ?? match?.[2];
}

const pieces = /;\s*(?:file)?name(?:\*\d{1,3})?(\*?)\s*=\s*(?:"([^"]*)"|([^;\s]*))/gi;

/** The name of a file in a header, which may come in pieces, each in an encoding of its own (RFC 2231 §3 and §4). */
export function fileNameOf(header: string | undefined, guess: Guess): string {
  let charset: string | undefined;
  const bytes: Buffer[] = [];
  for (const [, extended, quoted, bare = ''] of (header ?? '').matchAll(pieces)) {
    const said = quoted ?? bare;
    if (extended !== '*') {
      bytes.push(Buffer.from(said, 'latin1'));
      continue;
    }
    const [, label = '', written = said] =
      charset === undefined ? (/^([^']*)'[^']*'(.*)$/.exec(said) ?? []) : [];
    if (label !== '') charset = label;
    bytes.push(Buffer.from(unescaped(written, /%([0-9a-f]{2})/gi), 'latin1'));
  }
  const name = Buffer.concat(bytes);
  return charset === undefined
    ? headerText(name.toString('latin1'), guess)
    : decode(name, charsetOf(name, charset, 'none', guess));
}

/** The bytes of a part without its transfer encoding (RFC 2045 §6). */
export function decodeBody({ headers, body }: MailPart): Buffer {
  const encoding = (headers.get('content-transfer-encoding') ?? '').trim().toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding === 'quoted-printable') return Buffer.from(unquote(body), 'latin1');
  return Buffer.from(body, 'latin1');
}

function unquote(text: string): string {
  return unescaped(text.replace(/=[ \t]*\r?\n/g, ''), /=([0-9a-f]{2})/gi);
}

function unescaped(text: string, coded: RegExp): string {
  return text.replace(coded, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

export function decodeText(part: MailPart, guess: Guess): string {
  const bytes = decodeBody(part);
  return decode(bytes, charsetOf(bytes, part.charset, part.type === 'text/html' ? 'html' : 'none', guess));
}

/** The text of a part as it is to be read: lines that were broken to be sent are whole again (RFC 3676), files in it are their names. */
export function plainText(part: MailPart, guess: Guess): string {
  const text = withoutFiles(decodeText(part, guess));
  const contentType = part.headers.get('content-type');
  if (parameterOf(contentType, 'format')?.toLowerCase() !== 'flowed') return text;
  const space = parameterOf(contentType, 'delsp')?.toLowerCase() === 'yes' ? '' : ' ';
  // Two hyphens and a space begin a signature.
  return text.replace(/(?<!^--) \r?\n(?!>)/gm, space);
}

/** A file as lines of 61 characters at the most (uuencode), and its name. */
const encodedFile = /^begin [0-7]{3,4} (\S.*)\r?\n(?:[\x20-\x60]{1,61}\r?\n)*?(?:`|[ ])?\r?\n?end[ \t]*$/gm;

function withoutFiles(text: string): string {
  return text.includes('\nend') ? text.replace(encodedFile, '$1') : text;
}

const word = /=\?([^?\s*]{1,40})(?:\*[^?]*)?\?([bq])\?([^?]*)\?=(?:\s+(?==\?))?/gi;

/** A header with its encoded words (RFC 2047) decoded; bytes beyond ASCII are UTF-8, or what they look like. */
export function headerText(header: string | undefined, guess: Guess): string {
  if (header === undefined) return '';
  const bytes = Buffer.from(header, 'latin1');
  const text = decode(bytes, charsetOf(bytes, undefined, 'none', guess));
  return text.replace(word, (_, charset: string, encoding: string, said: string) => {
    const inner =
      encoding.toLowerCase() === 'b'
        ? Buffer.from(said, 'base64')
        : Buffer.from(unquote(said.replaceAll('_', ' ')), 'latin1');
    return decode(inner, charsetOf(inner, charset, 'none', guess));
  });
}

/** The parts between the boundaries of a multipart body (RFC 2046 §5.1). */
export function partsOf({ headers, body }: MailPart, max: number): readonly MailPart[] {
  const boundary = parameterOf(headers.get('content-type'), 'boundary');
  if (boundary === undefined || boundary === '') return [];
  const parts: MailPart[] = [];
  const mark = `--${boundary}`;
  let start = -1;
  for (
    let at = body.indexOf(mark);
    at >= 0 && parts.length < max;
    at = body.indexOf(mark, at + mark.length)
  ) {
    if (at > 0 && body.charAt(at - 1) !== '\n') continue;
    if (start >= 0) parts.push(readPart(body.slice(start, at)));
    if (body.startsWith('--', at + mark.length)) return parts;
    const line = body.indexOf('\n', at);
    start = line < 0 ? body.length : line + 1;
  }
  if (start >= 0 && parts.length < max) parts.push(readPart(body.slice(start)));
  return parts;
}
