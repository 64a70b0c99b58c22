import { Tokenizer } from 'htmlparser2';

/** Takes text and values of attributes in pieces: ranges of the source, and what character references stand for. */
export interface EntityHandler {
  text(start: number, end: number): void;
  textEntity(codePoint: number): void;
  value(start: number, end: number): void;
  valueEntity(codePoint: number): void;
}

/** Reads ranges of one source, in ascending order. */
export interface EntityReader {
  text(start: number, end: number): void;
  /** Text in which `<` is nothing special. */
  rawText(start: number, end: number): void;
  value(start: number, end: number): void;
}

/** References that pages are full of; all others are left to htmlparser2, which knows them all. */
export const commonReferences: ReadonlyMap<string, number> = new Map([
  ...Object.entries({
    amp: 0x26,
    lt: 0x3c,
    gt: 0x3e,
    quot: 0x22,
    apos: 0x27,
    nbsp: 0xa0,
    copy: 0xa9,
    reg: 0xae,
  }),
  ...Object.entries({ laquo: 0xab, raquo: 0xbb, middot: 0xb7, bull: 0x2022, hellip: 0x2026, times: 0xd7 }),
  ...Object.entries({
    ndash: 0x2013,
    mdash: 0x2014,
    lsquo: 0x2018,
    rsquo: 0x2019,
    ldquo: 0x201c,
    rdquo: 0x201d,
  }),
  ...Object.entries({ auml: 0xe4, ouml: 0xf6, uuml: 0xfc, szlig: 0xdf, Auml: 0xc4, Ouml: 0xd6, Uuml: 0xdc }),
  ...Object.entries({ aring: 0xe5, Aring: 0xc5, eacute: 0xe9, egrave: 0xe8, agrave: 0xe0, ccedil: 0xe7 }),
]);
const longestCommon = 8;

export function entityReader(source: string, handler: EntityHandler): EntityReader {
  /** Where the next `&` is, at or after the last place that was asked about. */
  let ampersand = source.indexOf('&');
  let delegate: ((inValue: boolean, start: number, end: number) => void) | undefined;

  function nextAmpersand(from: number): number {
    if (ampersand >= 0 && ampersand < from) ampersand = source.indexOf('&', from);
    return ampersand < 0 ? source.length : ampersand;
  }

  function read(inValue: boolean, start: number, end: number): void {
    let from = start;
    for (let at = nextAmpersand(start); at < end; at = nextAmpersand(at + 1)) {
      const stop = runEnd(at + 1, end);
      if (stop === at + 1) continue;
      const closed = stop < end && source.charCodeAt(stop) === semicolon;
      // In `?a=1&b=2` nothing is a reference (HTML standard §13.2.5.73), and no shorter name is one either.
      if (inValue && !closed && source.charCodeAt(stop) === equals && stop < end) continue;
      const codePoint = closed ? knownReference(at + 1, stop) : undefined;
      if (codePoint === undefined) {
        delegate ??= delegated(source, handler);
        delegate(inValue, from, end);
        return;
      }
      tell(inValue, from, at);
      if (inValue) handler.valueEntity(codePoint);
      else handler.textEntity(codePoint);
      from = stop + 1;
    }
    tell(inValue, from, end);
  }

  /** The end of the letters and digits from `from`, `#` before them included. */
  function runEnd(from: number, end: number): number {
    let at = from;
    if (source.charCodeAt(at) === hash && at < end) at++;
    while (at < end && isAlphanumeric(source.charCodeAt(at))) at++;
    return at;
  }

  function knownReference(start: number, end: number): number | undefined {
    if (end - start > longestCommon) return undefined;
    const name = source.slice(start, end);
    if (source.charCodeAt(start) !== hash) return commonReferences.get(name);
    const digits = name.slice(1);
    const hex = (digits.charCodeAt(0) | 0x20) === 0x78;
    if (!(hex ? hexadecimal : decimal).test(digits)) return undefined;
    const codePoint = hex ? Number.parseInt(digits.slice(1), 16) : Number(digits);
    return isPlain(codePoint) ? codePoint : undefined;
  }

  function tell(inValue: boolean, start: number, end: number): void {
    if (start >= end) return;
    if (inValue) handler.value(start, end);
    else handler.text(start, end);
  }

  return {
    text: (start, end) => {
      if (start >= end) return;
      if (nextAmpersand(start) >= end) handler.text(start, end);
      else read(false, start, end);
    },
    rawText(start, end) {
      let from = start;
      for (let at = source.indexOf('<', from); at >= 0 && at < end; at = source.indexOf('<', from)) {
        read(false, from, at);
        handler.text(at, at + 1);
        from = at + 1;
      }
      read(false, from, end);
    },
    value: (start, end) => {
      if (nextAmpersand(start) >= end) tell(true, start, end);
      else read(true, start, end);
    },
  };
}

/** The value of an attribute, as it is written, with its references decoded. */
export function decodedValue(written: string): string {
  return decoded(written, (reader) => reader.value(0, written.length));
}

/** A text, as it is written, with its references decoded. */
export function decodedText(written: string): string {
  return decoded(written, (reader) => reader.text(0, written.length));
}

function decoded(written: string, read: (reader: EntityReader) => void): string {
  let all = '';
  const add = (start: number, end: number) => {
    all += written.slice(start, end);
  };
  const addReference = (codePoint: number) => {
    all += String.fromCodePoint(codePoint);
  };
  read(entityReader(written, { text: add, value: add, textEntity: addReference, valueEntity: addReference }));
  return all;
}

/** Has htmlparser2 read a range by itself: a text without tags, or a value, in a tag that is put around it. */
function delegated(
  source: string,
  handler: EntityHandler,
): (inValue: boolean, start: number, end: number) => void {
  let offset = 0;
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => handler.text(start + offset, end + offset),
      ontextentity: (codePoint) => handler.textEntity(codePoint),
      onattribdata(start, end) {
        if (end > start) handler.value(start + offset, end + offset);
      },
      onattribentity: (codePoint) => handler.valueEntity(codePoint),
      ...{ onopentagname: ignore, onattribname: ignore, onattribend: ignore, onopentagend: ignore },
      ...{ onselfclosingtag: ignore, onclosetag: ignore, oncdata: ignore, oncomment: ignore },
      ...{ ondeclaration: ignore, onprocessinginstruction: ignore, onend: ignore },
    },
  );
  return (inValue, start, end) => {
    const range = source.slice(start, end);
    const quote = range.includes('"') ? "'" : '"';
    const before = inValue ? `<a b=${range.includes(quote) ? '' : quote}` : '';
    offset = start - before.length;
    tokenizer.reset();
    tokenizer.write(inValue ? `${before}${range}${before.endsWith('=') ? '' : quote}>` : range);
    tokenizer.end();
  };
}

const hash = 0x23;
const semicolon = 0x3b;
const equals = 0x3d;
const decimal = /^\d+$/;
const hexadecimal = /^x[\da-f]+$/i;

function isAlphanumeric(code: number): boolean {
  const lower = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
}

/** Whether a numeric reference to it is that character: not of the C1 controls, which stand for Windows-1252's. */
function isPlain(codePoint: number): boolean {
  if (codePoint < 0x80) return codePoint > 0;
  return (codePoint >= 0xa0 && codePoint < 0xd800) || (codePoint >= 0xe000 && codePoint <= 0x10ffff);
}
