import { base64 } from '../wasm/phrases.ts';
import { wasmModule } from '../wasm-module.ts';

/** What texts say, as hashes of 32 bits. */
export interface Phrases {
  /** Phrases of three words. */
  readonly words: Set<number>;
  /** Numbers, each with the word before it and the number before it in the same line, and by itself; 0 where it is a sign. Decimals, amounts and times of day are one number each (`13.2`, `04:35`). */
  readonly numbers: Map<number, number>;
}

/**
 * Words and numbers that are taken for mere signs: their places in a map of 2¹⁶ hashes, so one other word in six hundred is taken for
 * one, too.
 */
export type WordMap = readonly number[];

const mapSize = 65_536;
const seed = 0x811c9dc5;
const prime = 0x01000193;

/** Of the words and the numbers of a text. Ids, letters with digits, are signs wherever they stand. */
export function wordMap(words: string, base?: WordMap): WordMap {
  const map = base === undefined ? [] : base.slice();
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
    if (at > start && !isMixed) map.push(hash & (mapSize - 1));
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

/** What is called of `wasm/phrases`. */
interface PhraseFunctions {
  unitsAt(): number;
  endsAt(): number;
  signsAt(): number;
  wordsAt(): number;
  numbersAt(): number;
  readPhrases(texts: number, last: number): void;
  wordCount(): number;
  numberCount(): number;
}

/** The module and places in its memory, which is one for all readers. */
interface PhraseModule {
  readonly run: PhraseFunctions;
  readonly bytes: Buffer;
  readonly unitsAt: number;
  /** Where each text ends. */
  readonly ends: Uint32Array;
  /** Which hashes are signs: a byte each. */
  readonly signs: Uint8Array;
  readonly words: Uint32Array;
  /** Numbers at even places; what they are by themselves, behind each. */
  readonly numbers: Int32Array;
}

let loaded: PhraseModule | undefined;
/** The signs that stand in its memory. */
let signsThere: WordMap = [];

function load(): PhraseModule {
  const module = wasmModule<PhraseFunctions>(base64);
  const { run } = module;
  // Its memory never grows, so that views of it stay.
  const bytes = module.bytes();
  return {
    run,
    bytes,
    unitsAt: run.unitsAt(),
    ends: new Uint32Array(bytes.buffer, run.endsAt(), maxTexts),
    signs: new Uint8Array(bytes.buffer, run.signsAt(), mapSize),
    words: new Uint32Array(bytes.buffer, run.wordsAt()),
    numbers: new Int32Array(bytes.buffer, run.numbersAt()),
  };
}

/** UTF-16 units that are read: as many as anyone asks for. */
const maxUnits = 65_536;
/** Texts that are read at once. */
const maxTexts = 4_096;

/**
 * Reads texts, each by itself, into sets of phrases, those with a hash below `limit` only: one pass in WebAssembly for all of them,
 * since to call it costs as much as to read a line. A phrase breaks off at everything but spaces, hyphens and apostrophes; one that
 * is shorter than three words counts whole. Phrases with a sign in them are left out, for which words are signs depends on the URL,
 * and so are numbers of dates. Behind 65,536 units in all nothing is read.
 * @param limit more than 0
 */
export function phraseReader(signs: WordMap, limit: number): (texts: readonly string[], to: Phrases) => void {
  const last = Math.ceil(limit) - 1;
  return (texts, to) => {
    let left = maxUnits;
    for (let first = 0; first < texts.length && left > 0; first += maxTexts) {
      const some = texts.length <= maxTexts ? texts : texts.slice(first, first + maxTexts);
      left -= readSome(some, left, to);
    }
  };

  /** @returns how many units it has read */
  function readSome(texts: readonly string[], most: number, to: Phrases): number {
    loaded ??= load();
    const { run, bytes, unitsAt, ends, words, numbers } = loaded;
    setSigns(loaded.signs, signs);
    let end = 0;
    for (let i = 0; i < texts.length; i++) {
      end = Math.min(end + (texts[i] as string).length, most);
      ends[i] = end;
    }
    bytes.write(texts.join('').slice(0, end), unitsAt, 'utf16le');
    run.readPhrases(texts.length, last);
    const wordCount = run.wordCount();
    for (let i = 0; i < wordCount; i++) to.words.add(words[i] as number);
    const numberCount = run.numberCount() * 2;
    for (let i = 0; i < numberCount; i += 2) {
      to.numbers.set((numbers[i] as number) >>> 0, numbers[i + 1] as number);
    }
    return end;
  }
}

function setSigns(map: Uint8Array, signs: WordMap): void {
  if (signsThere === signs) return;
  for (const place of signsThere) map[place] = 0;
  for (const place of signs) map[place] = 1;
  signsThere = signs;
}
