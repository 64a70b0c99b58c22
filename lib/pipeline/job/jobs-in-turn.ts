import { jitterOf } from '../../domain/politeness/jitter.ts';
import type { Job } from '../../ports/jobs.ts';

/**
 * The jobs in the order of one round. Each round begins with another job, nearly at random and without stored state, so that
 * no job is cut off each time when rounds run out of time.
 * @param round the name of the round @param now epoch ms
 */
export function jobsInTurn(round: string, jobs: readonly Job[], now: number): readonly Job[] {
  const first = Math.floor(jitterOf(round, now) * jobs.length);
  return [...jobs.slice(first), ...jobs.slice(0, first)];
}
