/** What a job that is crawled on one machine has ahead of it. */
export interface JobOutlook {
  /** No page may be fetched for it: it is paused, or the day's ceiling is reached. */
  readonly isPaused: boolean;
  /** Tickets of it are out: their hosts have something to do. */
  readonly isMoving: boolean;
  /** What is due next, hosts that are backed off from among it. */
  readonly next: readonly Expected[];
}

/** Something is due at `at` (epoch ms), and is waited for when that is within `patienceMs`. */
export interface Expected {
  readonly at: number;
  readonly patienceMs: number;
}

/** Whether a crawl on one machine ends now, or waits: `ms` from now on something is due (`Infinity`: nothing is known to be). */
export type NextStep =
  | { readonly kind: 'end'; readonly end: 'done' | 'paused' }
  | { readonly kind: 'wait'; readonly ms: number };

/**
 * Where no turn runs and none can be begun: a crawl ends when none of its jobs has anything due within its patience.
 * Every job that is not paused counts; where all are paused, the crawl is.
 * @param now epoch ms
 */
export function nextStep(jobs: readonly JobOutlook[], now: number): NextStep {
  const open = jobs.filter(({ isPaused }) => !isPaused);
  if (open.length === 0) return { kind: 'end', end: 'paused' };
  const expected = open.flatMap(({ next }) => next);
  const goesOn =
    open.some(({ isMoving }) => isMoving) || expected.some(({ at, patienceMs }) => at - now <= patienceMs);
  if (!goesOn) return { kind: 'end', end: 'done' };
  return { kind: 'wait', ms: Math.min(...expected.map(({ at }) => Math.max(0, at - now))) };
}
