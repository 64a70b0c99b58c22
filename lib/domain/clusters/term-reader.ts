import { documentLanguage } from '../analysis/document-language.ts';
import { stemmerOf } from '../analysis/stem.ts';
import type { TokeniserSettings } from '../topic/learn/tokeniser.ts';
import { wordsOf } from '../topic/learn/words.ts';

/** A word of a text, and the term that it counts as: its stem, where its language is known. */
export interface TermInText {
  readonly term: string;
  readonly word: string;
}

/** Reads the terms of a text, in its order. @param declared the language that the document says it is in */
export type TermReader = (text: string, declared?: string) => readonly TermInText[];

/** Numbers, and letters that stand alone, say nothing of what a page is about. */
const noTerm = /^(?:\p{N}+|.)$/u;

/** The words of models (`openTokeniser`) as they stand beside their terms: labels of clusters are for people. */
export function openTermReader({ stopWords, languages }: TokeniserSettings): TermReader {
  const stops = new Set(stopWords);
  return (text, declared) => {
    const language = documentLanguage(declared, languages);
    const stem = language === undefined ? (word: string): string => word : stemmerOf(language);
    return wordsOf(text).flatMap((word) =>
      stops.has(word) || noTerm.test(word) ? [] : [{ term: stem(word), word }],
    );
  };
}
