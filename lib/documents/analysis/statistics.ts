import { maxAnalysed, sentencesOf, wordsOf } from '../../base/language/sentences.ts';
import type { Analysis } from './analysis.ts';

/** A word of more letters is long (Björnsson, 1968). */
const longWord = 6;
/** Fewer words have no measure. */
const fewestWords = 30;
/** Scripts that put no spaces between words, so that there are none to count. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Part of the words that may be of such a script. */
const mostUnspaced = 0.2;

/** How much a page says and how hard it is to read: of its main content, where that was read. */
export const statisticsAnalysis: Analysis = {
  name: 'statistics',
  analyse({ main, text }, { settings }) {
    return settings.statistics ? { ...textStatistics(main?.text || text) } : undefined;
  },
};

export interface TextStatistics {
  /** UTF-16 units, of the whole text; all else is of its first 100,000. */
  readonly characters: number;
  readonly words: number;
  readonly sentences: number;
  /** Words in a sentence and the percentage of long ones, added: 20 is a children's book, 60 a law. The same in all languages with spaces. */
  readonly lix?: number;
}

export function textStatistics(text: string): TextStatistics {
  const words = wordsOf(text.slice(0, maxAnalysed));
  const sentences = sentencesOf(text).filter((one) => /\p{L}/u.test(one)).length;
  const counted = { characters: text.length, words: words.length, sentences };
  if (words.length < fewestWords) return counted;
  if (words.filter((word) => unspaced.test(word)).length > mostUnspaced * words.length) return counted;
  const long = words.filter((word) => word.length > longWord).length;
  const lix = words.length / Math.max(1, sentences) + (100 * long) / words.length;
  return { ...counted, lix: Math.round(lix) };
}
