import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import { type ClassHierarchy, classHierarchy } from './class-file.ts';
import type { TopicTerm } from './topic-file.ts';
import type { TermMatching } from './topic-scores.ts';
import type { TopicDocument } from './topic-text.ts';

/** What a collection has of a class. */
export interface ClassStatistics {
  readonly id: string;
  readonly label?: string;
  /** Records that have it among the classes that count. */
  readonly records: number;
  /** Records that have it or a class below it, each once. */
  readonly within: number;
  /** Records of which it is the best. */
  readonly best: number;
}

/** What a collection has of a row of a topic definition. */
export interface TermStatistics {
  /** The filter whose definition it stands in. */
  readonly filter: string;
  readonly line: number;
  readonly term: string;
  readonly classes: readonly string[];
  /** Matches in all records; a term with `@and` as often as its rarest part. */
  readonly hits: number;
  readonly records: number;
}

export interface CollectionStatistics {
  readonly records: number;
  /** Records whose text could not be found, or that no topic was asked about. */
  readonly unjudged: number;
  /** Records that were judged and fit no class. */
  readonly unclassified: number;
  /** Those with most records within first; classes that are only above others, too. */
  readonly classes: readonly ClassStatistics[];
  /** Those with most hits first, and those that hit nothing; absent where nobody asked for them. */
  readonly terms?: readonly TermStatistics[];
}

/** A topic definition whose terms are counted. */
export interface CountedTerms {
  readonly filter: string;
  readonly terms: readonly TopicTerm[];
  readonly matching: TermMatching;
}

/**
 * Counts a collection record by record; memory grows with classes and terms only.
 * @param hierarchy what is above what
 */
export function openStatistics(
  definitions: readonly CountedTerms[] | undefined,
  hierarchy: ClassHierarchy = classHierarchy(),
): {
  add(verdict: TopicVerdict | undefined, document: TopicDocument | undefined): void;
  result(): CollectionStatistics;
} {
  const classes = new Map<string, { label?: string; records: number; within: number; best: number }>();
  const countOf = (id: string) => {
    let known = classes.get(id);
    if (known === undefined) {
      known = { records: 0, within: 0, best: 0 };
      classes.set(id, known);
    }
    return known;
  };
  const counts = (definitions ?? []).map(
    ({ terms }) => new Map(terms.map((term) => [term, { hits: 0, records: 0 }])),
  );
  let records = 0;
  let unjudged = 0;
  let unclassified = 0;
  return {
    add(verdict, document) {
      records += 1;
      if (verdict === undefined) unjudged += 1;
      else if (verdict.classes.length === 0) unclassified += 1;
      for (const [at, { id, label }] of (verdict?.classes ?? []).entries()) {
        const known = countOf(id);
        known.records += 1;
        if (at === 0) known.best += 1;
        if (label !== undefined) known.label = label;
      }
      const ids = (verdict?.classes ?? []).map(({ id }) => id);
      for (const id of new Set(ids.flatMap((one) => [one, ...hierarchy.above(one)]))) countOf(id).within += 1;
      if (document !== undefined)
        for (const [at, { matching }] of (definitions ?? []).entries())
          countTerms(matching, document, counts[at]);
    },
    result() {
      const byClass = [...classes].map(([id, one]) => ({ id, ...one }));
      byClass.sort((a, b) => b.within - a.within || b.records - a.records || (a.id < b.id ? -1 : 1));
      if (definitions === undefined) return { records, unjudged, unclassified, classes: byClass };
      const terms = definitions.flatMap(({ filter }, at) =>
        [...(counts[at] ?? [])].map(([{ line, term, classes: of }, { hits, records: found }]) => {
          return { filter, line, term, classes: of, hits, records: found };
        }),
      );
      terms.sort((a, b) => b.hits - a.hits || a.line - b.line);
      return { records, unjudged, unclassified, classes: byClass, terms };
    },
  };
}

function countTerms(
  matching: TermMatching,
  document: TopicDocument,
  counts: ReadonlyMap<TopicTerm, { hits: number; records: number }> | undefined,
): void {
  const found = new Set<TopicTerm>();
  matching(document, (term, { hits }) => {
    const count = counts?.get(term);
    if (count === undefined) return;
    count.hits += hits;
    if (!found.has(term)) count.records += 1;
    found.add(term);
  });
}
