import { type Stem, stemmerOf } from '../../base/language/stem.ts';
import type { FilterVerdict } from '../../base/page/topic-verdict.ts';
import { type ClassHierarchy, classHierarchy } from '../terms/class-file.ts';
import { defaultLocationWeights, plainMatching } from '../terms/plain-scores.ts';
import { positionMatching } from '../terms/position-scores.ts';
import { cutOffsOf, termVerdict } from '../terms/term-verdict.ts';
import { readTopicFile, type TopicTerm } from '../terms/topic-file.ts';
import { scorerOf, type TermMatching } from '../terms/topic-scores.ts';
import type { TopicDocument } from '../terms/topic-text.ts';
import type { TermSettings, TopicSettings } from './topic-settings.ts';

/** Settings of a topic definition that nothing else is said of: Combine's. */
export const defaultTerms: Omit<TermSettings, 'definition'> = {
  kind: 'terms',
  id: 'terms',
  algorithm: 'plain',
  stopWords: [],
  cutOffs: {},
  weights: defaultLocationWeights,
  k: 0.5,
};

/** The terms of a topic definition, and what finds them by the algorithm of the settings. */
export function termsOf({ algorithm, definition, k, stopWords, weights, language }: TermSettings): {
  readonly terms: readonly TopicTerm[];
  readonly matching: TermMatching;
  readonly stem?: Stem;
} {
  const stops = new Set(stopWords);
  const written = readTopicFile(definition, stops).terms;
  const stem = language === undefined ? undefined : stemmerOf(language);
  const terms = stem === undefined ? written : written.map((term) => withStems(term, stem));
  const matching =
    algorithm === 'plain'
      ? plainMatching(terms, stops, weights, stem)
      : positionMatching(terms, stops, k, stem);
  return { terms, matching, ...(stem === undefined ? {} : { stem }) };
}

/** Words and phrases, and no regular expressions: those say themselves which forms they match. */
const plainWords = /^[\p{L}\p{N}\p{M}/' -]+$/u;

function withStems(term: TopicTerm, stem: Stem): TopicTerm {
  const parts = term.parts.map((part) =>
    plainWords.test(part) ? part.split(' ').map(stem).join(' ') : part,
  );
  return { ...term, parts };
}

/** Judges documents by the terms of a topic definition; made once, as its terms are compiled here. */
export function termFilter(
  settings: TermSettings,
  { isWithin }: ClassHierarchy = classHierarchy(),
): (document: TopicDocument) => FilterVerdict {
  const { id, kind, good } = settings;
  const isGood = (one: string): boolean => good?.some((above) => isWithin(one, above)) ?? true;
  const score = scorerOf(termsOf(settings).matching);
  const cutOffs = cutOffsOf(settings);
  return (document) => {
    const scores = score(document);
    const { relevant, classes } = termVerdict(scores, cutOffs, isGood);
    return { relevant, filter: id, kind, score: scores.score, relative: scores.relative, classes };
  };
}

/** A row of a job's topic definition that its writer hardly intended. */
export interface TopicDoubt {
  /** The filter that the definition is of. */
  readonly filter: string;
  /** What is wrong with which line, or how many more lines there are. */
  readonly detail: string;
}

/** Rows of a definition that are named. */
const maxNamed = 10;
const maxShown = 80;

/** The rows of a job's topic definitions that are left out or doubled. */
export function topicDoubts(topic: Pick<TopicSettings, 'filters'>): readonly TopicDoubt[] {
  return topic.filters.flatMap((filter) => {
    if (filter.kind !== 'terms') return [];
    const { terms, faults } = readTopicFile(filter.definition, new Set(filter.stopWords));
    const used = new Set(terms.map(({ line }) => line));
    const named = faults.slice(0, maxNamed).map(({ line, text, problem }) => {
      const end = used.has(line) ? '' : '; the line is left out';
      return `line ${line}, "${text.trim().slice(0, maxShown)}": ${problem}${end}`;
    });
    const more = faults.length - named.length;
    const rest = more > 0 ? [`${more} more ${more === 1 ? 'line' : 'lines'} to look at`] : [];
    return [...named, ...rest].map((detail) => ({ filter: filter.id, detail }));
  });
}
