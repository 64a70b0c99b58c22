import type { Evidence, TermPlace } from '../../base/page/topic-verdict.ts';
import type { TopicTerm } from './topic-file.ts';
import type { TopicDocument } from './topic-text.ts';

/** A class and what was found for it in a document. */
export interface ClassScore {
  readonly id: string;
  /** Points, as the algorithm sums them up. */
  readonly score: number;
  /** Points for the length of the text. */
  readonly relative: number;
  /** Terms that scored, each once, the one with the most points first; of equals the earliest line. */
  readonly evidence: readonly Evidence[];
}

/** What a term-matching algorithm makes of a document, before any cut-off. */
export interface TopicScores {
  /** Sum over all classes, those with negative scores too: what Combine calls the class ALL. */
  readonly score: number;
  readonly relative: number;
  /** The best relative score first. */
  readonly classes: readonly ClassScore[];
}

/** What a term scores in one place of a document. */
export interface TermHits {
  readonly score: number;
  readonly relative: number;
  readonly place: TermPlace;
  /** Matches. */
  readonly hits: number;
}

/** Told of what a term scores in a document, as often as it does. */
export type TermFound = (term: TopicTerm, found: TermHits) => void;

/** Finds what the terms of a topic score in a document. */
export type TermMatching = (document: TopicDocument, found: TermFound) => void;

/** What all terms of a topic score in a document. */
export type Scorer = (document: TopicDocument) => TopicScores;

export function scorerOf(matching: TermMatching): Scorer {
  return (document) => {
    const tally = openTally();
    matching(document, tally.add);
    return tally.result();
  };
}

interface TermTally {
  readonly term: string;
  readonly line: number;
  score: number;
  readonly hits: Partial<Record<TermPlace, number>>;
}

/** Adds up what terms score, class by class. */
function openTally(): { readonly add: TermFound; result(): TopicScores } {
  const byTerm = new Map<TopicTerm, TermTally>();
  const byClass = new Map<string, { score: number; relative: number; terms: Set<TermTally> }>();
  return {
    add(term, { score, relative, place, hits }) {
      let found = byTerm.get(term);
      if (!found) {
        found = { term: term.term, line: term.line, score: 0, hits: {} };
        byTerm.set(term, found);
      }
      found.score += score;
      found.hits[place] = (found.hits[place] ?? 0) + hits;
      for (const id of term.classes) {
        let entry = byClass.get(id);
        if (!entry) {
          entry = { score: 0, relative: 0, terms: new Set() };
          byClass.set(id, entry);
        }
        entry.score += score;
        entry.relative += relative;
        entry.terms.add(found);
      }
    },
    result() {
      const classes = [...byClass].map(([id, { score, relative, terms }]): ClassScore => {
        return { id, score, relative, evidence: evidenceOf(terms) };
      });
      classes.sort((a, b) => b.relative - a.relative || (a.id < b.id ? -1 : 1));
      return {
        score: classes.reduce((sum, { score }) => sum + score, 0),
        relative: classes.reduce((sum, { relative }) => sum + relative, 0),
        classes,
      };
    },
  };
}

function evidenceOf(terms: ReadonlySet<TermTally>): readonly Evidence[] {
  return [...terms]
    .sort((a, b) => b.score - a.score || a.line - b.line)
    .map(({ term, score, hits }) => ({ term, score, hits }));
}
