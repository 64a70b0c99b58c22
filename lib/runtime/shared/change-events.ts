import type { OnMissing, ReplayedObject } from '../../pipeline/collection/replay-changes.ts';

/** The changes of a job on a stack, whose bucket sends an event for each changes object. */
export interface StackEvents {
  /**
   * The changes that a queue hears of, one message after the other: those of a host mostly in order, some more than once.
   * Messages about other jobs are left in the queue.
   * @param how `forever`: waits for further messages until the signal aborts; otherwise it ends when the queue has none
   * @throws WinnowError `not-found` for an unknown job, `corrupt` for an object that is missing; `unavailable`
   */
  received(
    job: string,
    queueUrl: string,
    how: { readonly signal: AbortSignal; readonly forever: boolean },
  ): AsyncIterable<ReceivedChanges>;
}

/** What a message of a queue is about. */
export interface ReceivedChanges {
  readonly lines: readonly string[];
  /** The lines were read: the message does not come again. */
  done(): Promise<void>;
}

/** The changes of a job on one machine. */
export interface LocalEvents {
  /**
   * The first changes object that can be read behind a cursor, with the cursor behind it; undefined when there is none yet.
   * @param cursor absent: from the first object
   */
  after(job: string, cursor: string | undefined, onMissing: OnMissing): Promise<ObjectBehind | undefined>;
}

/** A changes object, and the cursor to read on with. */
export interface ObjectBehind {
  readonly object: ReplayedObject;
  readonly cursor: string;
}
