import { WinnowError } from '../error.ts';
import type { StemmedLanguage } from './languages.ts';

/** Reduces a word in lower case to its stem, so that *owls* and *owl* are equal. */
export type Stem = (word: string) => string;

/** Size of the cache of stems: words of a text repeat, and stemming is slow. */
const maxCached = 50_000;
/** Stemmers are pure; they are loaded once per process (`load-stemmers.ts`). */
const loaded = new Map<StemmedLanguage, Stem>();

/** Registers the stemmer of a language. Words with characters other than letters and marks are returned unchanged. */
export function keepStemmer(language: StemmedLanguage, stemmer: Stem): void {
  const known = new Map<string, string>();
  loaded.set(language, (word) => {
    let stem = known.get(word);
    if (stem === undefined) {
      stem = letters.test(word) ? stemmer(word) || word : word;
      if (known.size >= maxCached) known.clear();
      known.set(word, stem);
    }
    return stem;
  });
}

const letters = /^[\p{L}\p{M}]+$/u;

/** Returns the stemmer of a language. @throws WinnowError `internal` if it was not loaded */
export function stemmerOf(language: StemmedLanguage): Stem {
  const stem = loaded.get(language);
  if (stem === undefined) throw new WinnowError('internal', `the stemmer of ${language} was not loaded`);
  return stem;
}

export function isLoaded(language: StemmedLanguage): boolean {
  return loaded.has(language);
}
