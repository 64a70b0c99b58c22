import { documentLanguage } from '../../base/language/document-language.ts';
import { stemmerOf } from '../../base/language/stem.ts';
import type { TokeniserSettings } from '../learn/tokeniser.ts';
import { wordsOf } from '../learn/words.ts';

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
  /** By language: the term of a word, or null for a word that is none. */
  const known = new Map<string | undefined, Map<string, TermInText | null>>();
  const termsOf = (language: string | undefined): Map<string, TermInText | null> => {
    let terms = known.get(language);
    if (terms === undefined) {
      terms = new Map();
      known.set(language, terms);
    }
    return terms;
  };
  return (text, declared) => {
    const language = documentLanguage(declared, languages);
    const terms = termsOf(language);
    const found: TermInText[] = [];
    for (const word of wordsOf(text)) {
      let one = terms.get(word);
      if (one === undefined) {
        const isTerm = !stops.has(word) && !noTerm.test(word);
        one = isTerm ? { term: language === undefined ? word : stemmerOf(language)(word), word } : null;
        if (terms.size >= mostKnown) terms.clear();
        terms.set(word, one);
      }
      if (one !== null) found.push(one);
    }
    return found;
  };
}

/** Words that are remembered: those of a text come again and again. */
const mostKnown = 100_000;
