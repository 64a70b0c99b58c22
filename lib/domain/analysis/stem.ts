import { WinnowError } from '../base/error.ts';
import type { StemmedLanguage } from './languages.ts';

/** Reduces a word in lower case to its stem, so that *owls* and *owl* are one. */
export type Stem = (word: string) => string;

/** Words of which the stem is remembered: those of a text repeat, and stemming is slow. */
const remembered = 50_000;
/** Stemmers are pure; they are loaded once per process (`load-stemmers.ts`). */
const loaded = new Map<StemmedLanguage, Stem>();

/** Makes a language's stemmer known. Words with anything but letters and marks are left as they are. */
export function keepStemmer(language: StemmedLanguage, stemmer: Stem): void {
  const known = new Map<string, string>();
  loaded.set(language, (word) => {
    let stem = known.get(word);
    if (stem === undefined) {
      stem = letters.test(word) ? stemmer(word) || word : word;
      if (known.size >= remembered) known.clear();
      known.set(word, stem);
    }
    return stem;
  });
}

const letters = /^[\p{L}\p{M}]+$/u;

/** The stemmer of a language. @throws WinnowError `internal` where nobody has loaded it */
export function stemmerOf(language: StemmedLanguage): Stem {
  const stem = loaded.get(language);
  if (stem === undefined) throw new WinnowError('internal', `the stemmer of ${language} was not loaded`);
  return stem;
}

export function isLoaded(language: StemmedLanguage): boolean {
  return loaded.has(language);
}
