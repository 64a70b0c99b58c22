import type { Stem } from '../../base/language/stem.ts';
import { smallest } from '../../base/long-lists.ts';
import type { TermPlace } from '../../base/page/topic-verdict.ts';
import type { TopicTerm } from './topic-file.ts';
import type { TermMatching } from './topic-scores.ts';
import { type TopicDocument, topicText, wordCount } from './topic-text.ts';

/** Positions of words, from 1, ascending. */
type Positions = ReadonlyMap<string, readonly number[]>;

/**
 * Position-weighted matching (Combine's manual §4.5.5, algorithm 2) over title, URL path, metadata, headings and text
 * as one text: each match is worth weight / (log(k × position + 1) × proximity), where proximity is
 * log(mean distance + 1) between the parts of a term with `@and`, else 1. The manual prints log(k × position), which
 * divides by zero; this is the form that the original computes. Regular expressions are words here and match nothing.
 */
export function positionMatching(
  terms: readonly TopicTerm[],
  stopWords: ReadonlySet<string>,
  k: number,
  stem?: Stem,
): TermMatching {
  const wanted = wordsOfTerms(terms);
  return (document, found) => {
    const text = topicText(document.text, stopWords, stem);
    const words = wordCount(text);
    const parts = before(document).map((one) => topicText(one, stopWords, stem));
    const positions = positionsIn([...parts, text].join(' '), wanted);
    const placeOf = placesIn(parts);
    for (const term of terms) {
      for (const { worth, position } of positionMatches(term.parts, positions, k)) {
        const score = term.weight * worth;
        found(term, { score, relative: score / words, place: placeOf(position), hits: 1 });
      }
    }
  };
}

/** The path of a URL as a text. */
export function pathWords(url: string): string {
  return URL.parse(url)?.pathname.slice(1).replaceAll('/', ' ') ?? '';
}

/** What stands before the text, in this order. */
function before({ url, title, metadata, headings }: TopicDocument): readonly string[] {
  return [title, pathWords(url), metadata.join(' '), headings.join(' ')];
}

const beforeText = ['title', 'url', 'metadata', 'headings'] as const;

/** In which part the word at a position stands. */
function placesIn(parts: readonly string[]): (position: number) => TermPlace {
  const ends = parts.map((_, at) => {
    const upTo = parts
      .slice(0, at + 1)
      .join(' ')
      .trimEnd();
    return upTo.split(/\s+/).length;
  });
  return (position) => beforeText[ends.findIndex((end) => position <= end)] ?? 'text';
}

/** The words of terms: no others need be remembered of a text. */
export function wordsOfTerms(terms: readonly Pick<TopicTerm, 'parts'>[]): ReadonlySet<string> {
  return new Set(terms.flatMap(({ parts }) => parts.flatMap((part) => part.split(' '))));
}

/** Where some words stand in a converted text. */
export function positionsIn(text: string, wanted: ReadonlySet<string>): Positions {
  const positions = new Map<string, number[]>();
  for (const [index, word] of text.split(/\s+/).entries()) {
    if (!wanted.has(word)) continue;
    const known = positions.get(word);
    if (known) known.push(index + 1);
    else positions.set(word, [index + 1]);
  }
  return positions;
}

/** A match: where it begins, and what it is worth for a weight of 1. */
export interface PositionMatch {
  readonly position: number;
  /** Where each part of its term begins. */
  readonly parts: readonly number[];
  readonly worth: number;
}

export function positionMatches(
  parts: readonly string[],
  positions: Positions,
  k: number,
): readonly PositionMatch[] {
  if (parts.length > 1) return together(parts, positions, k);
  const [first = '', ...rest] = (parts[0] ?? '').split(' ');
  const starts = positions.get(first) ?? [];
  const found = rest.length === 0 ? starts : phraseStarts(starts, rest, positions);
  return found.map((position) => ({ position, parts: [position], worth: 1 / Math.log(k * position + 1) }));
}

/** The n-th occurrences of the parts belong together, as in the original, until one of them has no more. */
function together(parts: readonly string[], positions: Positions, k: number): readonly PositionMatch[] {
  const lists = parts.map((part) => positions.get(part) ?? []);
  const found: PositionMatch[] = [];
  for (let n = 0; lists.every((list) => n < list.length); n += 1) {
    const places = lists.map((list) => list[n] as number);
    let distance = 0;
    for (let i = 1; i < places.length; i += 1) {
      distance += Math.abs((places[i] as number) - (places[i - 1] as number));
    }
    const proximity = Math.log(distance / (places.length - 1) + 1);
    const position = smallest(places);
    if (proximity > 0)
      found.push({ position, parts: places, worth: 1 / (Math.log(k * position + 1) * proximity) });
  }
  return found;
}

/**
 * Where a phrase stands. As in the original, a word that is not next is passed over: the phrase is there when its last
 * word is next to the words before it that were.
 */
function phraseStarts(
  starts: readonly number[],
  rest: readonly string[],
  positions: Positions,
): readonly number[] {
  if (rest.some((word) => !positions.has(word))) return [];
  const places = rest.map((word) => new Set(positions.get(word)));
  return starts.filter((start) => {
    let next = start + 1;
    let last = false;
    for (const place of places) {
      last = place.has(next);
      if (last) next += 1;
    }
    return last;
  });
}
