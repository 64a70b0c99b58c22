import { wordsOf } from '../../../topic/train.ts';
import type { LearnPage } from './learner.ts';

/** A word that tells examples from other pages, and how much. */
export interface DistinctiveTerm {
  readonly term: string;
  readonly weight: number;
}

/** Shorter words, in scripts with letters, are of the language and not of the topic. */
const shortest = 3;
/** Added to counts: a word in one example and in no other page does not count without end. */
const smoothing = 0.5;

/**
 * The words that are in many examples and in few other pages: the log of how much likelier an example has them, times the part of
 * the examples that do. The best first.
 */
export function distinctiveTerms(
  examples: readonly LearnPage[],
  others: readonly LearnPage[],
  most: number,
): readonly DistinctiveTerm[] {
  const [own, beside] = [documentFrequencies(examples), documentFrequencies(others)];
  return [...own]
    .filter(([term]) => term.length >= shortest)
    .map(([term, count]) => {
      const likely = (count + smoothing) / (examples.length + 1);
      const elsewhere = ((beside.get(term) ?? 0) + smoothing) / (others.length + 1);
      return { term, weight: (count / examples.length) * Math.log(likely / elsewhere) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, most);
}

function documentFrequencies(pages: readonly LearnPage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of pages)
    for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
