import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { utcDay } from '../base/utc-day.ts';

/** The pages for each turn, and the UTC day from whose ceiling they were taken, where there is a ceiling. */
export interface PageAllowance {
  readonly pages: readonly number[];
  readonly day?: string;
}

/** Reserves pages for turns from the day's ceiling, as far as it goes; turns give back what they do not use. */
export async function reservePages(
  ports: Pick<Ports, 'jobs' | 'clock'>,
  job: Job,
  ceiling: number | undefined,
  wanted: readonly number[],
): Promise<PageAllowance> {
  if (ceiling === undefined) return { pages: wanted };
  const day = utcDay(ports.clock.now());
  const asked = wanted.reduce((sum, pages) => sum + pages, 0);
  const counted = await ports.jobs.addPages(job.name, day, asked);
  const granted = Math.max(0, Math.min(asked, asked - (counted - ceiling)));
  if (granted < asked) await ports.jobs.addPages(job.name, day, granted - asked);
  const pages: number[] = [];
  let left = granted;
  for (const want of wanted) {
    if (left === 0) break;
    pages.push(Math.min(left, want));
    left -= Math.min(left, want);
  }
  return { pages, day };
}
