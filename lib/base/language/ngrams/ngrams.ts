import { brotliDecompressSync } from 'node:zlib';
import { packedNgrams } from './packed-ngrams.ts';

/** How frequent n-grams are in each of some languages. */
export interface Ngrams {
  readonly languages: readonly string[];
  /** By trigram, two-letter word with `_`, or Chinese, Japanese and Korean character: how much it speaks for languages. */
  readonly weights: ReadonlyMap<string, readonly Weight[]>;
  /** The languages that have a letter beyond ASCII in their n-grams. */
  readonly letters: ReadonlyMap<string, ReadonlySet<number>>;
}

export interface Weight {
  /** Its place in `languages`. */
  readonly language: number;
  /** In half nats over an n-gram that the language does not know. */
  readonly weight: number;
}

/** What an n-gram of the most frequent grade counts, and one unit less with each grade of half the frequency. */
export const mostWeight = 9;

/** Languages that are written in characters: their n-grams are one character long. */
export const characterLanguages: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);

let known: Ngrams | undefined;

/** The first call unpacks them, which takes some milliseconds and about three megabytes of memory. */
export function ngrams(): Ngrams {
  known ??= readNgrams(brotliDecompressSync(Buffer.from(packedNgrams, 'base64')).toString());
  return known;
}

/** @param text a line for each language: its code, then grades of its n-grams, the most frequent first, apart by spaces */
function readNgrams(text: string): Ngrams {
  const languages: string[] = [];
  const weights = new Map<string, Weight[]>();
  const letters = new Map<string, Set<number>>();
  for (const line of text.split('\n')) {
    const [code = '', ...grades] = line.split(' ');
    const language = languages.push(code) - 1;
    const size = characterLanguages.has(code) ? 1 : 3;
    if (size > 1) {
      for (const letter of line.match(/\P{ASCII}/gu) ?? [])
        letters.set(letter, (letters.get(letter) ?? new Set()).add(language));
    }
    for (const [grade, grams] of grades.entries()) {
      for (let at = 0; at < grams.length; at += size) {
        const gram = grams.slice(at, at + size);
        const weight = { language, weight: Math.max(1, mostWeight - grade) };
        const others = weights.get(gram);
        if (others === undefined) weights.set(gram, [weight]);
        else others.push(weight);
      }
    }
  }
  return { languages, weights, letters };
}

/** Adds what the trigrams of a word say to the score of each language; a word of two letters is looked up as it is. */
export function addWord({ weights }: Ngrams, scores: Float64Array, word: string): void {
  const last = word.length - 3;
  if (word.length === 2) addGram(weights, scores, `${word}_`);
  for (let at = 0; at <= last; at++) addGram(weights, scores, word.slice(at, at + 3));
}

function addGram(weights: Ngrams['weights'], scores: Float64Array, gram: string): void {
  const found = weights.get(gram);
  if (found === undefined) return;
  for (const { language, weight } of found) scores[language] = (scores[language] ?? 0) + weight;
}
