import type { TopicTerm } from './topic-file.ts';
import type { TopicDocument } from './topic-text.ts';

/** A class and what was found for it in a document. */
export interface ClassScore {
  readonly id: string;
  /** Points, as the algorithm sums them up. */
  readonly score: number;
  /** Points for the length of the text. */
  readonly relative: number;
  /** Terms that scored, as the topic definition has them, each once, the earliest line first. */
  readonly terms: readonly string[];
}

/** What a term-matching algorithm makes of a document, before any cut-off. */
export interface TopicScores {
  /** Sum over all classes, those with negative scores too. */
  readonly score: number;
  readonly relative: number;
  /** The best relative score first. */
  readonly classes: readonly ClassScore[];
}

/** Told of what a term scores in a document, as often as it does. */
export type TermFound = (term: TopicTerm, score: number, relative: number) => void;

/** Finds what the terms of a topic score in a document. */
export type TermMatching = (document: TopicDocument, found: TermFound) => void;

/** What all terms of a topic score in a document. */
export type Scorer = (document: TopicDocument) => TopicScores;

export function scorerOf(matching: TermMatching): Scorer {
  return (document) => {
    const tally = openTally();
    matching(document, ({ classes, term }, score, relative) => tally.add(classes, term, score, relative));
    return tally.result();
  };
}

/** Adds up what terms score, class by class. */
interface Tally {
  add(classes: readonly string[], term: string, score: number, relative: number): void;
  result(): TopicScores;
}

function openTally(): Tally {
  const byClass = new Map<string, { score: number; relative: number; terms: Set<string> }>();
  return {
    add(classes, term, score, relative) {
      for (const id of classes) {
        let entry = byClass.get(id);
        if (!entry) {
          entry = { score: 0, relative: 0, terms: new Set() };
          byClass.set(id, entry);
        }
        entry.score += score;
        entry.relative += relative;
        entry.terms.add(term);
      }
    },
    result() {
      const classes = [...byClass].map(([id, entry]) => ({ id, ...entry, terms: [...entry.terms] }));
      classes.sort((a, b) => b.relative - a.relative || (a.id < b.id ? -1 : 1));
      return {
        score: classes.reduce((sum, { score }) => sum + score, 0),
        relative: classes.reduce((sum, { relative }) => sum + relative, 0),
        classes,
      };
    },
  };
}
