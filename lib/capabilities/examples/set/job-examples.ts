import type { CanonicalUrl } from '../../../base/url/url.ts';
import type { ModelSettings } from '../../../topic/settings.ts';
import type { ExampleRule } from './example-rule.ts';
import type { Side } from './side.ts';

/** How an example came in: a person named it, a person judged it in a list, or a person approved its site. */
export type ExampleOrigin = 'named' | 'judged' | 'site';

/** A page that a person has put on a side. */
export interface Example {
  /** Its URL, or the name of the file that it was read from. Unique in its set. */
  readonly source: string;
  /** Absent for a file. */
  readonly url?: CanonicalUrl;
  readonly side: Side;
  readonly title: string;
  /** Digest of its text, which is stored under it; absent: the page has not been had yet. */
  readonly text?: string;
  /** The language that it declares. */
  readonly language?: string;
  /** Epoch ms. */
  readonly addedAt: number;
  readonly origin: ExampleOrigin;
}

/** A page of a list that a person has judged, and which the next round takes in. */
export interface ExampleAnswer {
  readonly url: CanonicalUrl;
  readonly side: Side;
  /** Epoch ms. */
  readonly at: number;
}

/** One round: a topic is learnt of what is known, and pages are crawled by it. */
export interface ExampleRound {
  /** From 1. */
  readonly number: number;
  /** Epoch ms. */
  readonly begunAt: number;
  /** What learnt the topic; absent: the round crawls without one, to have pages to learn from. */
  readonly learner?: string;
  /** Examples that it was learnt of. */
  readonly in: number;
  readonly out: number;
  /** Pages without a label that it was learnt of. */
  readonly unlabelled: number;
  /** The topic that was learnt, and how long that took, ms. */
  readonly topic?: ModelSettings;
  readonly learntMs?: number;
  /** By cross-validation on what people have labelled; absent: there is too little of it. */
  readonly accuracy?: LearntFigures;
}

/** How well a topic that was learnt tells the sides apart that people have named. Parts of 1. */
export interface LearntFigures {
  readonly labelled: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** What people have said of a job by examples. Stored as JSON under its digest; `lib/capabilities/examples/README.md`. */
export interface JobExamples {
  readonly v: 1;
  readonly examples: readonly Example[];
  /** In order: of those that match a URL the last one decides. */
  readonly rules: readonly ExampleRule[];
  readonly answers: readonly ExampleAnswer[];
  readonly rounds: readonly ExampleRound[];
  /** Digest of a stored list of pages without a label: what the topic is told apart from. */
  readonly background?: string;
}

/** Bounds of a set: beyond them nobody reads what they have said, and rules make every URL slower to judge. */
export const maxExamples = 10_000;
export const maxRules = 1_000;
/** Rounds that are kept with their figures. */
export const maxRounds = 100;

/** The examples of a side. */
export function examplesOn({ examples }: JobExamples, side: Side): readonly Example[] {
  return examples.filter((one) => one.side === side);
}
