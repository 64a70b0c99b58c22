import { dayMs } from './freshness-settings.ts';

/** Observed changes of all pages of a host. */
export interface ChangeHistory {
  /** Changes, with an estimate of those that long intervals between visits must have missed. */
  readonly changes: number;
  /** Days under observation, summed over pages. */
  readonly days: number;
}

/** Older observations of a page weigh less: a page that was news does not stay news. Days. */
const memoryDays = 180;
/** The same bound for a host, in days summed over its pages. */
const hostMemoryDays = 20_000;
/** A page of a host without observations is taken to change once in this many days. */
const usualDays = 30;

/** Returns the changes a day to expect of a page, by the other pages of its host. */
export function hostRate({ changes, days }: ChangeHistory): number {
  return (changes + 1) / (days + usualDays);
}

/**
 * Adds an observation to the history of a host.
 * @param days between two visits of a page
 * @param changes seen or estimated in that time
 */
export function withPage(host: ChangeHistory, days: number, changes: number): ChangeHistory {
  const kept = Math.min(1, hostMemoryDays / (host.days + days));
  return { changes: (host.changes + changes) * kept, days: (host.days + days) * kept };
}

/**
 * Returns the expected number of changes in `days` at a rate, given that a visit has seen at least one change; 0 if the
 * visit has seen none.
 */
export function expectedChanges(rate: number, days: number, changed: boolean): number {
  const x = rate * days;
  if (!changed) return 0;
  return x < 1e-6 ? 1 : x / -Math.expm1(-x);
}

/** Prior from the host: the host's rate counts like this part of a change observed at the page. */
const priorChanges = 1 / 3;
/** A visit without change counts as if at most this many changes had been expected. */
const maxExpected = 3;

/**
 * Returns the estimated changes a day of a page after a visit. Changes are modelled as a Poisson process, and a visit
 * only sees whether there was any change. For visits at irregular intervals t, the rate r of maximum likelihood solves
 * Σ t/(e^(rt) − 1) over the visits that found a change = Σ t over the others (Cho and Garcia-Molina, Estimating
 * frequency of change, ACM TOIT 3(3), 2003, section 5). To avoid storing the list of visits, each visit makes one step
 * towards this rate: the gradient divided by Fisher's information for the days observed so far (Amari, Natural gradient
 * works efficiently in learning, 1998). The step is up by 1/days, or down by (e^(rt) − 1)/days.
 * @param rate estimate before this visit
 * @param watchedDays from the first visit to the previous one
 * @param days from the previous visit to this one
 */
export function rateAfter(
  rate: number,
  watchedDays: number,
  days: number,
  changed: boolean,
  host: ChangeHistory,
): number {
  const known = Math.min(memoryDays, watchedDays) + priorChanges / hostRate(host);
  if (changed) return rate + 1 / (known + days);
  return rate / (1 + Math.expm1(Math.min(maxExpected, rate * days)) / (rate * known));
}

export function daysBetween(from: number, to: number): number {
  return Math.max(0, to - from) / dayMs;
}
