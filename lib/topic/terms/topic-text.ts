import type { Stem } from '../../base/language/stem.ts';
import { wordForm } from '../../base/language/word-form.ts';

/** A document as a topic filter sees it. */
export interface TopicDocument {
  readonly url: string;
  readonly title: string;
  /** Contents of the metadata. */
  readonly metadata: readonly string[];
  readonly headings: readonly string[];
  readonly text: string;
}

/** Taken out in two steps: expressions of Unicode classes are slow, and most of a text is ASCII. */
const unwantedAscii = /[^A-Za-z0-9/'\-\u0080-\uffff]+/g;
const beyondAscii = /[\u0080-\uffff]+/g;
const unwantedBeyond = /[^\p{L}\p{N}\p{M}]+/gu;
/** Numbers that stand alone. What is beyond ASCII is part of a word by then. */
const numbers = /(?<![A-Za-z0-9\u0080-\uffff])\d+(?![A-Za-z0-9\u0080-\uffff])/g;

/**
 * Text as it is matched: words in one form (`wordForm`), letters, digits and `/ ' -` kept, all else a space, numbers taken out, lower case, stop words
 * taken out, the others reduced to their stems where there is a stemmer. Combine's own conversion, with the letters of every script where it has those of Latin-1.
 * @returns words joined by single spaces; a leading space where the text does not begin with a word, which counts as a
 * word of its own, as in Combine
 */
export function topicText(text: string, stopWords: ReadonlySet<string>, stem?: Stem): string {
  const left = wordForm(text)
    .replace(unwantedAscii, ' ')
    .replace(beyondAscii, (run) => run.replace(unwantedBeyond, ' '))
    .replace(numbers, ' ');
  const words = left.toLowerCase().replace(/ {2,}/g, ' ').replace(/ $/, '');
  if (words === '' || (stopWords.size === 0 && stem === undefined)) return words;
  const kept = words.split(' ').filter((word) => !stopWords.has(word));
  return (stem === undefined ? kept : kept.map(stem)).join(' ');
}

/** How many words a converted text has; at least 1, as it divides. */
export function wordCount(converted: string): number {
  let words = 1;
  for (let at = converted.indexOf(' '); at !== -1; at = converted.indexOf(' ', at + 1)) words += 1;
  return words;
}
