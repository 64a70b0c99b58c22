import type { Stem } from '../../base/language/stem.ts';
import { plainMatcher } from './plain-matcher.ts';
import type { TopicTerm } from './topic-file.ts';
import type { TermMatching } from './topic-scores.ts';
import { topicText, wordCount } from './topic-text.ts';

/** What a match is worth by the place where it stands. */
export interface LocationWeights {
  readonly title: number;
  readonly metadata: number;
  readonly headings: number;
  readonly text: number;
}

/** Combine's own. */
export const defaultLocationWeights: LocationWeights = { title: 10, metadata: 4, headings: 2, text: 1 };

/** Combine matches nothing in a shorter text. */
const shortestText = 3;

/**
 * Plain matching (Combine's manual §4.5.4, algorithm 1): the sum over locations and terms of hits × term weight ×
 * location weight; a term with `@and` hits as often as its rarest part. The relative score divides each location's by
 * its words; the title's is divided by the words of the metadata, as the original does.
 * A term is told once for each location that it hits in.
 */
export function plainMatching(
  terms: readonly TopicTerm[],
  stopWords: ReadonlySet<string>,
  weights: LocationWeights,
  stem?: Stem,
): TermMatching {
  const parts = [...new Set(terms.flatMap(({ parts }) => parts))];
  const numbers = new Map(parts.map((part, index) => [part, index]));
  const partsOf = terms.map((term) => term.parts.map((part) => numbers.get(part) as number));
  const matcher = plainMatcher(parts);
  return (document, found) => {
    const text = topicText(document.text, stopWords, stem);
    const headings = topicText(spaced(document.headings), stopWords, stem);
    const metadata = topicText(spaced(document.metadata), stopWords, stem);
    const title = topicText(document.title, stopWords, stem);
    const locations = [
      { place: 'text', converted: text, words: wordCount(text) },
      { place: 'headings', converted: headings, words: wordCount(headings) },
      { place: 'metadata', converted: metadata, words: wordCount(metadata) },
      { place: 'title', converted: title, words: wordCount(metadata) },
    ] as const;
    for (const { place, converted, words } of locations) {
      if (converted.length < shortestText) continue;
      const counts = matcher.count(converted);
      for (const [index, term] of terms.entries()) {
        let hits = Number.POSITIVE_INFINITY;
        for (const part of partsOf[index] as readonly number[]) hits = Math.min(hits, counts[part] as number);
        if (hits === 0) continue;
        const score = hits * term.weight * weights[place];
        found(term, { score, relative: score / words, place, hits });
      }
    }
  };
}

/** Combine joins what there are several of with a space after each. */
function spaced(values: readonly string[]): string {
  return values.map((value) => `${value} `).join('');
}
