import type { ChangeLine, SnapshotEnd } from '../../domain/collection/record.ts';
import {
  type OnMissing,
  type ReplayedObject,
  type ReplayQuery,
  replayChanges,
} from '../../pipeline/collection/replay-changes.ts';
import { snapshotRecords } from '../../pipeline/collection/snapshot-records.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/** The changes of a collection, for indexers. Reads only. */
export interface ChangeEvents {
  /**
   * Reads the changes objects of a query one after the other; those of a host are ordered by turn.
   * @param onMissing called for each object that is listed and cannot be read; the others follow all the same
   */
  replay(job: string, query: ReplayQuery, onMissing: OnMissing): AsyncIterable<ReplayedObject>;
  /** Every record as it is now, as change lines; the last line says where to continue. */
  snapshot(job: string): AsyncIterable<ChangeLine | SnapshotEnd>;
}

/** The changes of a job on a stack, whose bucket sends an event for each changes object. */
export interface StackEvents extends ChangeEvents {
  /**
   * Sends a queue the events of changes objects again, in the form in which S3 sends them.
   * @param onMissing called for an object that a host's changes name and that is missing
   * @returns the number of events sent
   * @throws WinnowError `not-found` for an unknown job, `usage` when the queue refuses events, `unavailable` when there is
   *   no such queue
   */
  redeliver(job: string, query: ReplayQuery, queueUrl: string, onMissing: OnMissing): Promise<number>;
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
export interface LocalEvents extends ChangeEvents {
  /**
   * Replays the changes since a time (epoch ms), and follows new ones until `signal` aborts. Yields undefined whenever it
   * has caught up.
   */
  follow(
    job: string,
    since: number,
    signal: AbortSignal,
    onMissing: OnMissing,
  ): AsyncIterable<ReplayedObject | undefined>;
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

/** @param jobNamed throws for an unknown job */
export function changeEvents(
  ports: Pick<Ports, 'changes' | 'clock' | 'records' | 'hosts' | 'jobs'>,
  jobNamed: (name: string) => Promise<Job>,
): ChangeEvents {
  return {
    async *replay(name, query, onMissing) {
      yield* replayChanges(ports, (await jobNamed(name)).name, query, onMissing);
    },
    async *snapshot(name) {
      yield* snapshotRecords(ports, (await jobNamed(name)).name);
    },
  };
}
