import { type CutOffs, cutOffsOf, termVerdict } from '../terms/term-verdict.ts';
import type { TopicTerm } from '../terms/topic-file.ts';
import { scorerOf, type TopicScores } from '../terms/topic-scores.ts';
import type { TopicDocument } from '../terms/topic-text.ts';
import { termsOf } from './term-filter.ts';
import type { TermSettings } from './topic-settings.ts';

/** What a term did in examples of one kind. */
export interface TermWork {
  /** Points in all of them. */
  readonly points: number;
  /** In how many it was found. */
  readonly documents: number;
}

/** A term and what it did in examples that are on topic, and in those that are not. */
export interface TermTest {
  readonly term: TopicTerm;
  readonly good: TermWork;
  readonly bad: TermWork;
}

/** What some cut-offs make of the examples. Parts of 1; 0 where there is nothing to divide by. */
export interface CutOffTest {
  readonly cutOffs: CutOffs;
  readonly accepted: number;
  /** Of those, how many are on topic. */
  readonly right: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface TopicTest {
  readonly good: number;
  readonly bad: number;
  /** With the cut-offs that hold. */
  readonly now: CutOffTest;
  /** With one of them taken away, by its name. */
  readonly without: Readonly<Record<keyof CutOffs, CutOffTest>>;
  /** With other least scores, from 0 ascending: behind each another example is refused. */
  readonly curve: readonly CutOffTest[];
  /** In the order of the file. */
  readonly terms: readonly TermTest[];
}

interface Tried {
  readonly good: boolean;
  readonly scores: TopicScores;
}

type Work = { points: number; documents: number };

/** Tries a topic definition on examples, so that it can be written by looking. */
export function openTopicTest(settings: TermSettings): {
  add(document: TopicDocument, good: boolean): void;
  result(): TopicTest;
} {
  const { terms, matching } = termsOf(settings);
  const cutOffs = cutOffsOf(settings);
  const tried: Tried[] = [];
  const work = new Map(terms.map((term) => [term, { good: nothing(), bad: nothing() }]));
  return {
    add(document, good) {
      const found = new Map<TopicTerm, number>();
      const scorer = scorerOf((one, tell) =>
        matching(one, (term, what) => {
          found.set(term, (found.get(term) ?? 0) + what.score);
          tell(term, what);
        }),
      );
      tried.push({ good, scores: scorer(document) });
      for (const [term, points] of found) count(work.get(term)?.[good ? 'good' : 'bad'], points);
    },
    result() {
      const test = (other: Partial<CutOffs>): CutOffTest => tryCutOffs(tried, { ...cutOffs, ...other });
      const totals = [...new Set(tried.map(({ scores }) => Math.max(0, scores.score)))].sort((a, b) => a - b);
      return {
        good: tried.filter(({ good }) => good).length,
        bad: tried.filter(({ good }) => !good).length,
        now: test({}),
        without: {
          total: test({ total: Number.NEGATIVE_INFINITY }),
          relative: test({ relative: Number.NEGATIVE_INFINITY }),
          share: test({ share: 0 }),
        },
        curve: totals.map((total) => test({ total })),
        terms: terms.map((term) => ({ term, ...(work.get(term) as { good: Work; bad: Work }) })),
      };
    },
  };
}

function nothing(): Work {
  return { points: 0, documents: 0 };
}

function count(work: Work | undefined, points: number): void {
  if (!work) return;
  work.points += points;
  work.documents += 1;
}

function tryCutOffs(tried: readonly Tried[], cutOffs: CutOffs): CutOffTest {
  const accepted = tried.filter(({ scores }) => termVerdict(scores, cutOffs).relevant);
  const right = accepted.filter(({ good }) => good).length;
  const good = tried.filter((one) => one.good).length;
  const part = (all: number): number => (all === 0 ? 0 : right / all);
  const f1 = accepted.length + good === 0 ? 0 : (2 * right) / (accepted.length + good);
  return {
    cutOffs,
    accepted: accepted.length,
    right,
    precision: part(accepted.length),
    recall: part(good),
    f1,
  };
}
