import { jitterOf } from '../../domain/politeness/jitter.ts';
import type { Job } from '../../ports/jobs.ts';

/**
 * The jobs in the order of one round. Each round begins with another job, as good as by chance and without any stored state: where
 * the time of rounds runs out again and again, no job is cut off each time.
 * @param round the name of the round @param now epoch ms
 */
export function jobsInTurn(round: string, jobs: readonly Job[], now: number): readonly Job[] {
  const first = Math.floor(jitterOf(round, now) * jobs.length);
  return [...jobs.slice(first), ...jobs.slice(0, first)];
}
