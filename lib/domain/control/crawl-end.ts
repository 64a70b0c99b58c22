import { smallest } from '../../base/long-lists.ts';
/** The pending work of a job that is crawled on one machine. */
export interface JobOutlook {
  /** No page may be fetched for the job: it is paused, or the day's ceiling is reached. */
  readonly isPaused: boolean;
  /** The job has tickets in the queue or at workers. */
  readonly isMoving: boolean;
  /** The next due times, also of hosts in back-off. */
  readonly next: readonly Expected[];
}

/** Something is due at `at` (epoch ms). The crawl waits for it if this time is at most `patienceMs` away. */
export interface Expected {
  readonly at: number;
  readonly patienceMs: number;
}

/**
 * Whether a crawl on one machine ends now or waits: `ms` until something is due (`Infinity`: nothing is known to be
 * due).
 */
export type NextStep =
  | { readonly kind: 'end'; readonly end: 'done' | 'paused' }
  | { readonly kind: 'wait'; readonly ms: number };

/**
 * Decides what a crawl does while no turn runs and none can begin. The crawl ends if no job that is not paused has
 * tickets, or something due within its patience. If all jobs are paused, the crawl ends as paused.
 * @param now epoch ms
 */
export function nextStep(jobs: readonly JobOutlook[], now: number): NextStep {
  const open = jobs.filter(({ isPaused }) => !isPaused);
  if (open.length === 0) return { kind: 'end', end: 'paused' };
  const expected = open.flatMap(({ next }) => next);
  const goesOn =
    open.some(({ isMoving }) => isMoving) || expected.some(({ at, patienceMs }) => at - now <= patienceMs);
  if (!goesOn) return { kind: 'end', end: 'done' };
  return { kind: 'wait', ms: smallest(expected.map(({ at }) => Math.max(0, at - now))) };
}
