import type { TargetWeb } from '../../ports/target-web.ts';
import type { RecordLine } from '../collection/present-line.ts';
import type { RecordChange } from '../feed/outgoing.ts';
import type { Replaced } from '../feed/replaced-text.ts';

/** A change that a target refuses whatever is done: it is set aside, and the others go on. */
export interface SinkRefusal {
  readonly md5: string;
  /** In the words of the target, at most a line. */
  readonly why: string;
}

/** Hands changes to one target. Not for use by two processes at once. */
export interface Sink {
  /**
   * Hands over changes in their order; it returns when the target has them for good. A change may come again: putting a record twice, or
   * removing one that is not there, leaves the target the same.
   * @returns what the target refuses for good
   * @throws WinnowError `unavailable`: all of it is tried again later; `config`: somebody has to mend the settings, the
   * credentials or the target first, as the message says
   */
  push(changes: readonly RecordChange[], signal: AbortSignal): Promise<readonly SinkRefusal[]>;
  /** Has readers see this generation in place of the one before, and takes away older ones that this sink made. Idempotent. */
  publish?(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** What a sink is opened with. */
export interface SinkPlan<S> {
  readonly job: string;
  /** The name of the sink in its job. */
  readonly name: string;
  readonly settings: S;
  /** Counted up by each rebuild: what is put under another number does not touch what readers see until `publish`. From 1. */
  readonly generation: number;
  /** The target has taken changes of this generation: what is missing there was deleted, and an empty one would lack them. */
  readonly isBegun?: true;
  readonly web: TargetWeb;
  /** The present text of a secret (`ports/secrets.ts`). */
  readonly secret: (name: string) => Promise<string>;
  /** Epoch ms. */
  readonly now: () => number;
  /** What the page of a new record said before (`feed/replaced-text.ts`). */
  readonly replaced: (line: RecordLine) => Promise<Replaced | undefined>;
  /** A directory of this machine that relative paths of the settings begin at; absent: there are no files here. */
  readonly directory?: string;
}

/** A kind of target: a folder of `lib/capabilities`, and a line in `sink-types.ts`. */
export interface SinkType<S> {
  /** What `to:` says in job.yaml. */
  readonly name: string;
  /** Whether records come with their raw documents. Absent: they do not. */
  readonly wantsDocuments?: (settings: S) => boolean;
  /** It writes files or runs programs: it exists on one machine only. */
  readonly isLocal?: true;
  /** Changes of one `push`, and bytes of their text, at most. */
  readonly batch: { readonly changes: number; readonly bytes: number };
  open(plan: SinkPlan<S>): Promise<Sink>;
}
