import { converted, htmlWriter } from '../base/html-writer.ts';
import { writePlain } from '../base/linked-text.ts';
import { type Converter, Unreadable } from '../converter.ts';
import { readEncodings } from './glyph-names.ts';
import { groffText } from './groff-text.ts';

const tokens =
  /%[^\r\n]*|\(((?:[^()\\]|\\[\s\S]|\((?:[^()\\]|\\[\s\S])*\))*)\)?|-?\d+(?:\.\d+)?|-?\.\d+|<[0-9a-fA-F\s]*>|\/?[^\s()<>[\]{}/%]+|\S/g;

/** Operators behind which a new line begins. */
const newLine = new Set(['moveto', 'rmoveto', 'showpage', 'newpath', 'lineto', 'setmatrix', 'translate']);

/**
 * PostScript, as far as its strings are text: the language is not run. A document whose strings are codes of glyphs, or that has none,
 * says nothing.
 */
export const convertPostscript: Converter = ({ body }, limits) => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // A file for old PCs has its PostScript behind a head of 30 bytes.
  const isDos = bytes.length > 30 && bytes.readUInt32BE(0) === 0xc5d0d3c6;
  const start = isDos ? bytes.readUInt32LE(4) : 0;
  const source = bytes.toString('latin1', start, isDos ? start + bytes.readUInt32LE(8) : bytes.length);
  if (!source.trimStart().startsWith('%!'))
    throw new Unreadable('damaged', 'it does not begin as PostScript does');
  const comment = (name: string): string | undefined =>
    new RegExp(`^%%${name}:([^\\r\\n]*)`, 'm')
      .exec(source.slice(0, 20_000))?.[1]
      ?.trim()
      .replace(/^\(|\)$/g, '');
  const html = htmlWriter(limits.maxHtml);
  const text = textOf(source);
  if (isText(text)) writePlain(html, text);
  const pages = Number(/^%%Pages:\s*(\d{1,6})/m.exec(source)?.[1] ?? 0);
  return converted(
    html,
    { title: comment('Title'), metadata: { author: comment('For'), date: comment('CreationDate') } },
    pages > 0 ? { parts: { unit: 'page', count: pages } } : {},
  );
};

function textOf(source: string): string {
  const textOfString = stringReader(readEncodings(source));
  const text = isOfGroff(source)
    ? textOfGroff(source, textOfString)
    : isOfDvips(source)
      ? textOfDvips(source, textOfString)
      : textOfOthers(source, textOfString);
  // A word that goes on in the next line.
  return text.replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1');
}

function isOfGroff(source: string): boolean {
  return /^%%Creator: groff\b/m.test(source.slice(0, 20_000));
}

/** What a string of PostScript stands for, without its brackets. */
type TextOfString = (string: string) => string;

function textOfGroff(source: string, textOfString: TextOfString): string {
  const groff = groffText();
  let text = '';
  for (const [token, string] of source.slice(source.indexOf('%%EndSetup')).matchAll(tokens)) {
    if (token.startsWith('%')) continue;
    if (string !== undefined) groff.string(textOfString(string));
    else if (/^-?[\d.]/.test(token)) groff.number(Number(token));
    else text += groff.operator(token) ?? '';
  }
  return text;
}

function textOfDvips(source: string, textOfString: TextOfString): string {
  const dvips = dvipsText(source);
  let text = '';
  for (const [token, string] of source.slice(Math.max(0, startOfPages(source))).matchAll(tokens)) {
    if (token.startsWith('%')) continue;
    if (string !== undefined) dvips.string(textOfString(string));
    else if (/^-?\d/.test(token)) dvips.number(Number(token));
    else text += dvips.operator(token);
  }
  return text.replace(/\n{2,}/g, '\n\n');
}

function startOfPages(source: string): number {
  return Math.max(source.indexOf('%%EndSetup'), source.indexOf('%%EndProlog'));
}

function textOfOthers(source: string, textOfString: TextOfString): string {
  let text = '';
  let waiting = '';
  let number = 0;
  for (const match of source.matchAll(tokens)) {
    const [token, string] = match;
    if (token.startsWith('%')) {
      if (token === '%%EndSetup' || token === '%%EndProlog') text = '';
      continue;
    }
    if (string !== undefined) {
      text += waiting;
      waiting = textOfString(string);
    } else if (/^-?\d/.test(token)) number = Number(token);
    else {
      text += waiting;
      waiting = '';
      if (newLine.has(token)) text += Math.abs(number) > 60 || token === 'showpage' ? '\n' : ' ';
      number = 0;
    }
  }
  return (text + waiting).replace(/\n{2,}/g, '\n\n');
}

function stringReader(encoding: ReadonlyMap<number, string>): TextOfString {
  return (string) =>
    string.replace(
      /\\(?:([0-7]{1,3})|\r?\n|([\s\S]))|[^\\]/g,
      (written: string, octal?: string, char?: string) => {
        const code = octal === undefined ? (char ?? written).charCodeAt(0) : Number.parseInt(octal, 8) & 0xff;
        if (/^[nrt]$/.test(char ?? '')) return ' ';
        if (octal === undefined && written.startsWith('\\') && char === undefined) return '';
        return encoding.get(code) ?? (octal === undefined ? (char ?? written) : ligature(code));
      },
    );
}

/** What TeX's fonts have where others have control characters. */
const ligatures: Readonly<Record<number, string>> = {
  11: 'ff',
  12: 'fi',
  13: 'fl',
  14: 'ffi',
  15: 'ffl',
  92: '“',
  123: '–',
  124: '—',
};

function ligature(code: number): string {
  return ligatures[code] ?? (code < 32 ? ' ' : String.fromCharCode(code & 0xff));
}

/** Whether strings are text and no codes of glyphs: most of it are letters and spaces. */
function isText(text: string): boolean {
  const letters = text.match(/[A-Za-z\s]/g)?.length ?? 0;
  return letters > text.length * 0.6;
}

/** How wide a gap between words is at the least, in points: TeX's own is 3.3 and shrinks to 2.2, kerning has less than one. */
const leastGap = 1.6;
/** How far a line is from the next one at the least, in points: what is higher or lower by less is an index or an accent. */
const leastLine = 6;
const pointsOfInch = 72.27;
const usualResolution = 300;

/** The dots of an inch in which a document of dvips counts, as it begins (`TeXDict begin … 600 600 (x.dvi)`). */
function resolutionOf(source: string): number {
  const said = /^TeXDict begin(?:\s+\d+){3}\s+\d+\s+(\d+)/m.exec(source)?.[1];
  return Number(said ?? 0) || usualResolution;
}

function isOfDvips(source: string): boolean {
  return /^TeXDict begin\b/m.test(source);
}

/**
 * Puts together the strings of dvips (its `tex.pro`), which shows each before a move: `b` keeps how far it moves to the right, `c` to `k` move as far
 * as that and up to four dots more or less, `l` to `t` only up to four. `a` and `y` go to a place, `w` to the right, `x` down.
 */
function dvipsText(source: string): {
  number(value: number): void;
  string(text: string): void;
  /** @returns what is shown */
  operator(name: string): string;
} {
  const point = resolutionOf(source) / pointsOfInch;
  let numbers: number[] = [];
  let said = '';
  let kept = 0;
  /** Where the line is, and the text that is shown. */
  let line = 0;
  let place = 0;
  const right = (move: number): string => (move > leastGap * point ? ' ' : '');
  function to(next: number): string {
    const before = place;
    place = next;
    if (Math.abs(next - line) < leastLine * point) return next !== line && before === line ? '' : ' ';
    line = next;
    return '\n';
  }
  function moveOf(name: string, [last = 0]: readonly number[]): string {
    if (name === 'a' || name === 'y') return to(last);
    if (name === 'x') return to(place + last).trimEnd();
    if (name === 'w') return right(last);
    if (name === 'bop' || name === 'eop') return '\n';
    if (name === 'b') kept = last;
    else if (/^[c-k]$/.test(name)) kept += name.charCodeAt(0) - 'g'.charCodeAt(0);
    else return '';
    return right(kept);
  }
  return {
    number(value) {
      numbers = [value, ...numbers.slice(0, 1)];
    },
    string(text) {
      said += text;
    },
    operator(name) {
      const shown = said + moveOf(name, numbers);
      numbers = [];
      said = '';
      return shown;
    },
  };
}
