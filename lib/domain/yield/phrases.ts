import { unitReader } from '../base/code-units.ts';

/** What texts say, as hashes of 32 bits. */
export interface Phrases {
  /** Phrases of three words. */
  readonly words: Set<number>;
  /** Numbers, each with the word before it, and that word. */
  readonly numbers: Map<number, number>;
}

/** Words and numbers that are taken for mere signs: a bit for each of 2¹³ hashes, so one other word in eighty is taken for one, too. */
export type WordMap = Uint8Array;

const reader = unitReader();

const mapSize = 8_192;
const seed = 0x811c9dc5;
const prime = 0x01000193;
/** Stands for every number, id and sign. */
const sign = 0x5bd1e995;
/** A longer word is an id. */
const longestWord = 40;

/** Of the words and the numbers of a text. Ids, letters with digits, are signs wherever they stand. */
export function wordMap(words: string, base?: WordMap): WordMap {
  const map = base === undefined ? new Uint8Array(mapSize) : base.slice();
  for (let at = 0; at < words.length; at++) {
    let hash = seed;
    let digits = 0;
    const start = at;
    for (let unit = 0; at < words.length; at++) {
      unit = wordUnit(words.charCodeAt(at));
      if (unit === 0) break;
      if (unit <= lastDigit) digits++;
      hash = Math.imul(hash ^ unit, prime);
    }
    const isMixed = digits > 0 && digits < at - start;
    if (at > start && !isMixed) map[hash & (mapSize - 1)] = 1;
  }
  return map;
}

const lastDigit = 0x39;

/** A letter in lower case or a digit as it is; 0 for all else. */
function wordUnit(code: number): number {
  return code < 0x100 ? (latinUnits[code] as number) : isPunctuation(code) ? 0 : code;
}

/** `wordUnit` for Latin-1: a look at a table costs less than comparisons, which nobody can predict at the ends of words. */
const latinUnits = Uint8Array.from({ length: 0x100 }, (_, code) => {
  const isKept = (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= lastDigit) || code >= 0xc0;
  return isKept ? code : code >= 0x41 && code <= 0x5a ? code | 0x20 : 0;
});

/** General punctuation, and that of East Asian and full-width texts. */
function isPunctuation(code: number): boolean {
  return (
    (code >= 0x2000 && code < 0x2070) ||
    (code >= 0x3000 && code < 0x3040) ||
    (code >= 0xff00 && code < 0xff10)
  );
}

/** Whether a unit stands inside of a phrase and of no word: space, hyphen, apostrophes. */
function joins(code: number): boolean {
  return code === 0x20 || code === 0x2d || code === 0x27 || code === 0x2019;
}

/**
 * Reads texts into sets of phrases, those with a hash below `limit` only: one pass, and no string is made. A phrase
 * breaks off at everything but spaces, hyphens and apostrophes; one that is shorter than three words counts whole.
 * Phrases with a sign in them are left out, for which words are signs depends on the URL, and so are numbers of dates.
 */
export function phraseReader(
  signs: WordMap,
  limit: number,
): (text: string, start: number, end: number, to: Phrases) => void {
  return (text, start, end, to) => {
    let words = 0;
    let first = 0;
    let second = 0;
    let beforeNumber = 0;
    const { at: units } = reader.of(text);
    for (let at = start; at <= end; at++) {
      let hash = seed;
      let digits = 0;
      const begin = at;
      for (let unit = 0; at < end; at++) {
        unit = wordUnit(units[at] as number);
        if (unit === 0) break;
        if (unit <= lastDigit) digits++;
        hash = Math.imul(hash ^ unit, prime);
      }
      const length = at - begin;
      if (length > 0) {
        const isSign = signs[hash & (mapSize - 1)] === 1;
        const isWord = digits === 0 && length <= longestWord && !isSign;
        const word = isWord ? hash : sign;
        if (digits === length && !isOfDate(units, begin, length)) {
          const number = mixed(beforeNumber, hash);
          if (number < limit) to.numbers.set(number, isSign ? 0 : beforeNumber);
        } else if (isWord) beforeNumber = hash;
        // Signs that follow each other are one: how many numbers stand in a row says nothing.
        if (word !== sign || second !== sign) {
          words++;
          if (words > 2) {
            const phrase = mixed(mixed(first, second), word);
            if (phrase < limit && first !== sign && second !== sign && word !== sign) to.words.add(phrase);
          }
          first = second;
          second = word;
        }
      }
      const code = at < end ? (units[at] as number) : 0x0a;
      if (joins(code)) continue;
      if (words === 2 || (words === 1 && second !== sign)) {
        const phrase = mixed(first, second);
        if (phrase < limit && first !== sign && second !== sign) to.words.add(phrase);
      }
      words = 0;
      first = 0;
      second = 0;
    }
  };
}

/** Whether a number may be a day, a month or a year: what calendars have on every page. */
function isOfDate(units: ArrayLike<number>, begin: number, length: number): boolean {
  if (length !== 1 && length !== 2 && length !== 4) return false;
  let value = 0;
  for (let at = begin; at < begin + length; at++) value = value * 10 + (units[at] as number) - 0x30;
  return length === 4 ? value >= 1900 && value < 2100 : value <= 31;
}

function mixed(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ b;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}
