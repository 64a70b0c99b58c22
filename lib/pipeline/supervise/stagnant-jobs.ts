import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { utcDay } from '../base/utc-day.ts';
import { firstDue } from '../frontier/due-bands.ts';

const dayMs = 86_400_000;
/** The check only runs for so long after midnight (UTC): reading the count of a day's pages costs a write. */
const lookedForMs = 300_000;

/**
 * How many open jobs fetched no page on the day before and have nothing due for a day. Jobs that were made after that day
 * began do not count. Always 0 except in the first minutes of a day.
 */
export async function stagnantJobs(
  { jobs, due, clock }: Pick<Ports, 'jobs' | 'due' | 'clock'>,
  all: readonly Job[],
): Promise<number> {
  const now = clock.now();
  const midnight = now - (now % dayMs);
  if (now - midnight >= lookedForMs) return 0;
  const before = midnight - dayMs;
  let stagnant = 0;
  for (const { name, state, createdAt } of all) {
    if (state !== 'open' || createdAt >= before) continue;
    if ((await firstDue(due, name, now + dayMs)) !== undefined) continue;
    if ((await jobs.addPages(name, utcDay(before), 0)) === 0) stagnant += 1;
  }
  return stagnant;
}
