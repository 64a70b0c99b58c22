import { WinnowError } from '../../base/error.ts';
import type { Clock } from '../../ports/clock.ts';
import { endsBy } from '../base/ends-by.ts';

/** A count that could not be written, although what it counts is done. */
export interface LostWrite {
  /** What was counted, for people. */
  readonly what: string;
  readonly error: unknown;
}

/** Writes a count. @returns the result of the write; undefined if it failed */
export type BestEffortWrite = <T>(what: string, write: () => Promise<T>) => Promise<T | undefined>;

/** Writes counts of work that is done. A failed or slow write neither repeats that work nor delays the next write. */
export interface BestEffort {
  readonly keep: BestEffortWrite;
  readonly lost: readonly LostWrite[];
}

/** @param by monotonic ms after which no write is waited for */
export function openBestEffort(clock: Pick<Clock, 'monotonic' | 'sleep'>, by: number): BestEffort {
  const lost: LostWrite[] = [];
  return {
    lost,
    async keep(what, write) {
      try {
        const writing = write();
        if (await endsBy(clock, by, writing)) return await writing;
        throw new WinnowError('unavailable', 'the write did not end in time');
      } catch (error) {
        lost.push({ what, error });
        return undefined;
      }
    },
  };
}
