import type { Stem } from '../../base/language/stem.ts';
import { append } from '../../base/long-lists.ts';
import type { TermPlace } from '../../base/page/topic-verdict.ts';
import { termsOf } from '../judging/term-filter.ts';
import type { FilterDocument } from '../judging/topic-filter.ts';
import type { TermSettings } from '../judging/topic-settings.ts';
import { plainMatcher } from '../terms/plain-matcher.ts';
import { pathWords, positionMatches, positionsIn, wordsOfTerms } from '../terms/position-scores.ts';
import type { TopicTerm } from '../terms/topic-file.ts';
import { joinParts, type TextSpan } from './page-parts.ts';
import { convertedText, originalPlaces, placedWords } from './placed-words.ts';

/** A row of the topic definition that a page has to do with. */
export interface TermEvidence {
  /** Of the topic definition, from 1. */
  readonly line: number;
  readonly term: string;
  readonly weight: number;
  readonly classes: readonly string[];
  /** What all its matches are worth, for each of its classes. */
  readonly points: number;
  /** Where it stands, in the order of the page, at most 1,000 in each part of it; of a term with `@and` all of its parts. */
  readonly places: readonly TextSpan[];
}

/**
 * What the terms of a topic definition find in a page, where: a slower way to the same points as the crawl's.
 * @returns the terms with most points first, those that took points away among them
 */
export function termEvidence(settings: TermSettings, document: FilterDocument): readonly TermEvidence[] {
  const { terms, matching, stem } = termsOf(settings);
  const points = new Map<TopicTerm, number>();
  matching(document, (term, { score }) => points.set(term, (points.get(term) ?? 0) + score));
  const found = terms.filter((term) => points.has(term));
  const stops = new Set(settings.stopWords);
  const places =
    settings.algorithm === 'plain'
      ? plainPlaces(found, document, stops, stem)
      : positionPlaces(found, document, stops, settings.k, stem);
  return found
    .map(({ line, term, weight, classes }, at) => ({
      ...{ line, term, weight, classes },
      points: points.get(found[at] as TopicTerm) as number,
      places: places[at] as readonly TextSpan[],
    }))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points) || a.line - b.line);
}

/** Places of a term that are told of each part of a page: a page of 30 MB has a million. */
const mostPlaces = 1_000;

/** The parts of a page as plain matching reads them. */
const plainParts: readonly (readonly [TermPlace, (document: FilterDocument) => readonly string[]])[] = [
  ['title', ({ title }) => [title]],
  ['metadata', ({ metadata }) => metadata],
  ['headings', ({ headings }) => headings],
  ['text', ({ text }) => [text]],
];

function plainPlaces(
  terms: readonly TopicTerm[],
  document: FilterDocument,
  stops: ReadonlySet<string>,
  stem: Stem | undefined,
): readonly (readonly TextSpan[])[] {
  const parts = [...new Set(terms.flatMap((term) => term.parts))];
  const matcher = plainMatcher(parts);
  const places = terms.map((): TextSpan[] => []);
  for (const [part, valuesOf] of plainParts) {
    const joined = joinParts(part, valuesOf(document), ' ');
    const placed = placedWords(joined.text, stops, stem);
    if (placed.words.length === 0) continue;
    const original = originalPlaces(placed);
    const byPart = new Map(parts.map((one): [string, TextSpan[]] => [one, []]));
    matcher.find(convertedText(placed), (at, start, end) => {
      const known = byPart.get(parts[at] as string) as TextSpan[];
      if (end > start && known.length < mostPlaces) known.push(joined.place(...original(start, end)));
    });
    for (const [at, term] of terms.entries()) {
      const each = term.parts.map((one) => byPart.get(one) as TextSpan[]);
      if (each.every(({ length }) => length > 0))
        append(
          places[at] ?? [],
          each
            .flat()
            .sort((a, b) => a.index - b.index || a.start - b.start)
            .slice(0, mostPlaces),
        );
    }
  }
  return places;
}

function positionPlaces(
  terms: readonly TopicTerm[],
  document: FilterDocument,
  stops: ReadonlySet<string>,
  k: number,
  stem: Stem | undefined,
): readonly (readonly TextSpan[])[] {
  const { title, metadata, headings, text } = document;
  const joined = [
    joinParts('title', [title], ''),
    joinParts('url', [pathWords(document.url)], ''),
    joinParts('metadata', metadata, ' '),
    joinParts('headings', headings, ' '),
    joinParts('text', [text], ''),
  ];
  const placed = joined.map((one) => placedWords(one.text, stops, stem));
  const whole = placed.map(convertedText).join(' ');
  const words = placed.flatMap((one, at) =>
    one.words.map(({ start, end }) => (joined[at] as (typeof joined)[number]).place(start, end)),
  );
  // Positions are from 1; a space at the beginning counts as a word.
  const first = whole.startsWith(' ') ? 2 : 1;
  const positions = positionsIn(whole, wordsOfTerms(terms));
  return terms.map(({ parts }) =>
    positionMatches(parts, positions, k).flatMap(({ parts: at }) =>
      at.flatMap((position, part) => {
        const length = (parts[part] as string).split(' ').length;
        const start = words[position - first];
        const last = words[position - first + length - 1];
        if (start === undefined) return [];
        const isWhole = last?.part === start.part && last.index === start.index;
        return [{ ...start, end: isWhole ? last.end : start.end }];
      }),
    ),
  );
}
