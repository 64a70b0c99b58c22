import { WinnowError } from '../../base/error.ts';
import { documentLanguage } from '../../base/language/document-language.ts';
import { type StemmedLanguage, stemmedLanguages } from '../../base/language/languages.ts';
import { stemmerOf } from '../../base/language/stem.ts';
import { wordsOf } from './words.ts';

/** How documents become words: part of a model, which reads pages as it read its examples. */
export interface TokeniserSettings {
  /** In lower case; they do not count. */
  readonly stopWords: readonly string[];
  /**
   * Languages whose words are reduced to stems, in documents that are in one of them (`documentLanguage`): the first is
   * that of documents that say nothing.
   */
  readonly languages: readonly StemmedLanguage[];
}

/** Words as they stand in the text: what models of before had no word for. */
export const plainTokeniser: TokeniserSettings = { stopWords: [], languages: [] };

/** The words of a text, in its order. @param declared the language that the document says it is in */
export type Tokeniser = (text: string, declared?: string) => readonly string[];

/** The stemmers of its languages have to be loaded when it is called (`load-stemmers.ts`). */
export function openTokeniser({ stopWords, languages }: TokeniserSettings): Tokeniser {
  const stops = new Set(stopWords);
  return (text, declared) => {
    const all = wordsOf(text);
    const words = stops.size === 0 ? all : all.filter((word) => !stops.has(word));
    const language = documentLanguage(declared, languages);
    return language === undefined ? words : words.map(stemmerOf(language));
  };
}

export function isPlain({ stopWords, languages }: TokeniserSettings): boolean {
  return stopWords.length === 0 && languages.length === 0;
}

/** Stop words as files list them: parted by white space, in whatever case. */
export function stopWordsIn(text: string): readonly string[] {
  return [...new Set(wordsOf(text))].sort();
}

/**
 * The tokeniser that a model's header names; models of before have none.
 * @param name of the file, for messages
 * @throws WinnowError `newer` for a language that there is no stemmer for, `corrupt` for what is no tokeniser
 */
export function readTokeniser(stored: unknown, name: string): TokeniserSettings {
  if (stored === undefined) return plainTokeniser;
  const { stopWords, languages } = (stored ?? {}) as Readonly<Record<string, unknown>>;
  if (!isTexts(stopWords) || !isTexts(languages))
    throw new WinnowError('corrupt', `${name}: it does not say how documents become words`);
  const unknown = languages.find((one) => !stemmedLanguages.includes(one as StemmedLanguage));
  if (unknown !== undefined)
    throw new WinnowError(
      'newer',
      `${name}: it was trained with a stemmer for ${unknown}, which is not here`,
    );
  return { stopWords, languages: languages as readonly StemmedLanguage[] };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

export function isSameTokeniser(one: TokeniserSettings, other: TokeniserSettings): boolean {
  return (
    JSON.stringify([one.stopWords, one.languages]) === JSON.stringify([other.stopWords, other.languages])
  );
}
