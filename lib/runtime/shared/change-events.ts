import type { ChangeLine, SnapshotEnd } from '../../domain/collection/record.ts';
import {
  type OnMissing,
  type ReplayedObject,
  replayChanges,
} from '../../pipeline/collection/replay-changes.ts';
import { snapshotRecords } from '../../pipeline/collection/snapshot-records.ts';
import type { ChangesQuery } from '../../ports/documents.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/** What changed, for indexers. Reads only. */
export interface ChangeEvents {
  /**
   * The changes objects of a job that a query asks for, those of a host by turn, read one after the other.
   * @param onMissing is told of each that is listed and cannot be read; the others are given all the same
   */
  replay(job: string, query: ChangesQuery, onMissing: OnMissing): AsyncIterable<ReplayedObject>;
  /** Every record now, as change lines, and at last from where to go on. */
  snapshot(job: string): AsyncIterable<ChangeLine | SnapshotEnd>;
}

/** Of a stack, whose changes objects S3 tells of. */
export interface StackEvents extends ChangeEvents {
  /**
   * Sends a queue the events of changes objects once more, as S3 does when they are put.
   * @returns how many
   * @throws WinnowError `not-found` without the job, `usage` for a queue that refuses them, `unavailable` for one that is not there
   */
  redeliver(job: string, query: ChangesQuery, queueUrl: string): Promise<number>;
}

/** Of one machine. */
export interface LocalEvents extends ChangeEvents {
  /**
   * Replays what was put since a time (epoch ms), and goes on with what is put, until it is told to stop. An undefined
   * comes whenever there is nothing more to be told at once.
   */
  follow(
    job: string,
    since: number,
    signal: AbortSignal,
    onMissing: OnMissing,
  ): AsyncIterable<ReplayedObject | undefined>;
}

/** @param jobNamed throws for a job that is not there */
export function changeEvents(
  ports: Pick<Ports, 'changes' | 'clock' | 'records'>,
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
