import type { Clock } from '../../ports/clock.ts';
import type { FailedJob } from '../job/isolate-jobs.ts';
import { faultText } from './sink-state.ts';

/** What is told already is told again after this time. */
const againMs = 3_600_000;
const mostTold = 100;

/** @param sink whose trouble it is; absent: that of all sinks of the job */
export type TellFault = (job: string, error: unknown, sink?: string) => void;

/** Tells what goes wrong with sinks, the same words once an hour, whichever numbers stand in them. */
export function faultTeller(
  clock: Pick<Clock, 'monotonic'>,
  onFault: (failed: FailedJob) => void,
): TellFault {
  const toldAt = new Map<string, number>();
  return (job, error, sink = '') => {
    const now = clock.monotonic();
    for (const [words, at] of toldAt) if (now - at >= againMs) toldAt.delete(words);
    const words = `${job} ${sink} ${faultText(error).replace(/\d+/g, '#')}`;
    if (toldAt.has(words) || toldAt.size >= mostTold) return;
    toldAt.set(words, now);
    onFault({ job, work: 'sinks', error });
  };
}
