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

/** Taken out in two steps: expressions of Unicode classes are slow where they match, and most of a text is ASCII. */
const unwantedAscii = /[^A-Za-z0-9/'\-\u0080-\uffff]+/g;
const unwantedBeyond = /[^\p{L}\p{N}\p{M}A-Za-z0-9 /'-]+/gu;
const beyondAscii = /[\u0080-\uffff]/;
const endsInWord = /[\p{L}\p{N}\p{M}_]$/u;
const beginsWithWord = /^[\p{L}\p{N}\p{M}_]/u;

/**
 * Text as it is matched: letters, digits and `/ ' -` kept, all else a space, numbers taken out, lower case, stop words
 * taken out, the others reduced to their stems where there is a stemmer. Combine's own conversion, with the letters of every script where it has those of Latin-1.
 * @returns words joined by single spaces; a leading space where the text does not begin with a word, which counts as a
 * word of its own, as in Combine
 */
export function topicText(text: string, stopWords: ReadonlySet<string>, stem?: Stem): string {
  const ascii = text.replace(unwantedAscii, ' ');
  const left = beyondAscii.test(ascii)
    ? withoutNumbers(ascii.replace(unwantedBeyond, ' '))
    : ascii.replace(/\b\d+\b/g, ' ');
  const words = left.toLowerCase().replace(/ {2,}/g, ' ').replace(/ $/, '');
  if (words === '' || (stopWords.size === 0 && stem === undefined)) return words;
  const kept = words.split(' ').filter((word) => !stopWords.has(word));
  return (stem === undefined ? kept : kept.map(stem)).join(' ');
}

/** Numbers that stand alone, between characters of any script. */
function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, (number, at: number) => {
    const end = at + number.length;
    const isPart =
      endsInWord.test(text.slice(Math.max(0, at - 2), at)) || beginsWithWord.test(text.slice(end, end + 2));
    return isPart ? number : ' ';
  });
}

/** How many words a converted text has; at least 1, as it divides. */
export function wordCount(converted: string): number {
  return converted === '' ? 1 : converted.split(' ').length;
}
