import { unmarkedUtf16 } from '../../base/charset/utf16.ts';
import { addWord, type Ngrams, ngrams } from '../../base/language/ngrams/ngrams.ts';
import { largest } from '../../base/long-lists.ts';

/** Decodes bytes by an encoding of the WHATWG standard. */
export type Decode = (bytes: Uint8Array, charset: string) => string;

/** Bytes that are looked for text beyond ASCII. */
const mostSearched = 262_144;
/** Bytes of text that decide. */
const mostRead = 8_192;
/** What comes before the first byte beyond ASCII is read as well: it helps to tell the language. */
const before = 256;

/** What is not declared and cannot be told. */
const usual = 'windows-1252';
/** So much better than the usual one another encoding has to be: a word or two. */
const leastMore = 5;
/** Bytes beyond ASCII below which nothing is told. */
const leastBytes = 6;

/** Encodings of two bytes a character. */
const wide = ['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'] as const;
/** Of one byte a character; where several read the same out of the bytes, the first counts. */
const narrow = (
  'windows-1251 windows-1250 iso-8859-2 windows-1254 windows-1253 iso-8859-7 windows-1255 iso-8859-8 ' +
  'windows-1256 iso-8859-6 windows-874 windows-1257 iso-8859-13 iso-8859-4 koi8-r koi8-u iso-8859-5 ibm866 x-mac-cyrillic ' +
  'windows-1258 iso-8859-15 iso-8859-16 iso-8859-3 iso-8859-10 macintosh'
).split(' ');

/** A character of a text in its right encoding weighs so much or more, on average: real texts have 2 to 5, others below 1. */
const leastWide = 1.5;

/**
 * The encoding in which bytes read most like a language, by the frequency of its trigrams and characters; undefined where
 * they are ASCII. For bytes that declare nothing and are not UTF-8.
 */
export function guessCharset(body: Uint8Array, decode: Decode): string | undefined {
  const utf16 = unmarkedUtf16(body);
  if (utf16 !== undefined) return utf16;
  const bytes = sampleOf(body);
  if (bytes === undefined) return undefined;
  const known = ngrams();
  let best: string | undefined;
  let most = leastWide;
  for (const charset of wide) {
    const score = wideScore(known, decode(bytes, charset));
    if (score > most) [best, most] = [charset, score];
  }
  if (best !== undefined) return best;
  most = narrowScore(known, decode(bytes, usual)) + leastMore;
  for (const charset of narrow) {
    const score = narrowScore(known, decode(bytes, charset));
    if (score > most) [best, most] = [charset, score];
  }
  return best ?? usual;
}

/** The text about the first byte beyond ASCII, without tags, scripts and styles. */
function sampleOf(body: Uint8Array): Uint8Array | undefined {
  const text = withoutTags(Buffer.from(body.subarray(0, mostSearched)).toString('latin1'));
  if ((text.match(/[\x80-\xff]/g)?.length ?? 0) < leastBytes) return undefined;
  const first = text.search(/[\x80-\xff]/);
  const start = Math.max(0, first - before);
  return Buffer.from(text.slice(start, start + mostRead), 'latin1');
}

function withoutTags(source: string): string {
  const small = source.toLowerCase();
  let text = '';
  let from = 0;
  for (;;) {
    const open = small.indexOf('<', from);
    if (open < 0) return text + source.slice(from);
    text += `${source.slice(from, open)} `;
    const raw = ['script', 'style'].find((name) => small.startsWith(name, open + 1));
    const end = raw === undefined ? small.indexOf('>', open) : small.indexOf(`</${raw}`, open);
    if (end < 0) return text;
    from = end + 1;
  }
}

/** Whether bytes of ASCII switch to Japanese characters (ISO-2022-JP). */
export function hasEscapes(body: Uint8Array): boolean {
  const source = Buffer.from(body.subarray(0, mostSearched)).toString('latin1');
  return ['\x1b$@', '\x1b$B', '\x1b(J'].some((sequence) => source.includes(sequence));
}

/** What a character beyond ASCII weighs on average; punctuation is left out. */
function wideScore({ weights }: Ngrams, text: string): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80 || (unit >= 0x3000 && unit <= 0x303f) || (unit >= 0xff00 && unit <= 0xff60)) continue;
    count++;
    // A character may be cut in two at the end.
    if (unit === 0xfffd && at < text.length - 2) sum -= 10;
    else sum += weights.get(text.charAt(at))?.[0]?.weight ?? 0;
  }
  return count === 0 ? 0 : sum / count;
}

const wordPattern = /\p{L}[\p{L}\p{M}]*/gu;
/** What does not belong into a text, or not there: controls, symbols, small letters before capitals, two scripts in a word. */
const oddities: readonly (readonly [pattern: RegExp, cost: number])[] = [
  [/[\u0080-\u009f\ufffd\ue000-\uf8ff]/gu, 20],
  [/(?<=\p{L})[^\p{L}\p{M}\p{Pd}\p{Pf}\p{Pi}\p{ASCII}\u00a0\u00ad\u00b7](?=\p{L})/gu, 6],
  [/[^\p{L}\p{M}\p{Pd}\p{Pf}\p{Pi}\p{ASCII}\u00a0\u00ad\u00b7\u00b0\u00a9\u00ae\u2022\u2026\u2116]/gu, 3],
  [/\p{Ll}(?=\p{Lu})/gu, 3],
  [/\p{Script=Latin}(?=[\p{L}--\p{Script=Latin}])|[\p{L}--\p{Script=Latin}](?=\p{Script=Latin})/gv, 6],
];

/** How much a text speaks for the language for which it speaks most, less what is odd in it. */
function narrowScore(known: Ngrams, text: string): number {
  const scores = new Float64Array(known.languages.length);
  const small = text.toLowerCase();
  for (const word of small.match(wordPattern) ?? []) addWord(known, scores, word);
  for (const letter of small.match(/\P{ASCII}/gu) ?? [])
    for (const language of known.letters.get(letter) ?? []) scores[language] = (scores[language] ?? 0) + 1;
  const odd = oddities.reduce((sum, [pattern, cost]) => sum + cost * (text.match(pattern)?.length ?? 0), 0);
  return largest(scores) - odd;
}
