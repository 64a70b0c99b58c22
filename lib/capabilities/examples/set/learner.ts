import type { ModelSettings } from '../../../topic/settings.ts';
import type { Side } from './side.ts';

/** A page that a topic is learnt of. */
export interface LearnPage {
  /** Its URL, or the name of a file. */
  readonly source: string;
  /** What classifiers read of it (`documentText`). */
  readonly text: string;
  readonly language?: string;
}

/** What a topic is learnt of. */
export interface Material {
  /** What people have put on each side, and pages that their rules match. */
  readonly labelled: Readonly<Record<Side, readonly LearnPage[]>>;
  /** Pages that nobody has judged: some of them are on topic, most are not. */
  readonly unlabelled: readonly LearnPage[];
  /** The day, for the model's file. */
  readonly date: string;
}

/** A topic that was learnt. */
export interface Learnt {
  /** The model's file. */
  readonly bytes: Uint8Array;
  /** As a filter of a job. */
  readonly topic: ModelSettings;
}

/** Why nothing can be learnt, and what a person can do about it. */
export interface NotLearnt {
  readonly problem: string;
}

/** Learns a topic of examples. Each knows pages only, and gives a model's file with the settings of its filter. */
export interface Learner {
  readonly name: string;
  /** What it does, in a line. */
  readonly about: string;
  learn(material: Material): Learnt | NotLearnt;
  /**
   * How well pages fit a topic that is learnt of the material; more is better. Pages of the material must not be among them.
   * Absent when nothing can be learnt.
   */
  score(material: Material, pages: readonly LearnPage[]): Float64Array | undefined;
}
