import type { Stem } from '../language/stem.ts';

/** A document as a topic filter sees it. */
export interface TopicDocument {
  readonly url: string;
  readonly title: string;
  /** Contents of the metadata. */
  readonly metadata: readonly string[];
  readonly headings: readonly string[];
  readonly text: string;
}

const unwanted = /[^\p{L}\p{N}\p{M}/'-]+/gu;
const numbers = /(?<![\p{L}\p{N}\p{M}_])\d+(?![\p{L}\p{N}\p{M}_])/gu;

/**
 * Text as it is matched: letters, digits and `/ ' -` kept, all else a space, numbers taken out, lower case, stop words
 * taken out, the others reduced to their stems where there is a stemmer. Combine's own conversion, with the letters of every script where it has those of Latin-1.
 * @returns words joined by single spaces; a leading space where the text does not begin with a word, which counts as a
 * word of its own, as in Combine
 */
export function topicText(text: string, stopWords: ReadonlySet<string>, stem?: Stem): string {
  const words = text.replace(unwanted, ' ').replace(numbers, ' ').toLowerCase().split(/ +/);
  while (words.at(-1) === '') words.pop();
  const left = stopWords.size === 0 ? words : words.filter((word) => !stopWords.has(word));
  return (stem === undefined ? left : left.map(stem)).join(' ');
}

/** How many words a converted text has; at least 1, as it divides. */
export function wordCount(converted: string): number {
  return converted === '' ? 1 : converted.split(' ').length;
}
