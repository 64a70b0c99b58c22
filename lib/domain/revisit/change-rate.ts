import { dayMs } from './freshness-settings.ts';

/** What visits have told of how often the pages of a host change, taken together. */
export interface ChangeHistory {
  /** Changes: those that a visit long after the one before must have missed are reckoned in. */
  readonly changes: number;
  /** Days over which a page was watched, added up over pages. */
  readonly days: number;
}

/** What is older counts less: a page that was news is not for ever. */
const memoryDays = 180;
/** The same for a host, over all of its pages. */
const hostMemoryDays = 20_000;
/** A page of a host that told nothing yet: a change in a month. */
const usualDays = 30;

/** Changes a day of a page of a host, as far as its other pages tell. */
export function hostRate({ changes, days }: ChangeHistory): number {
  return (changes + 1) / (days + usualDays);
}

/** @param days for which a page was watched @param changes that were seen, or reckoned in */
export function withPage(host: ChangeHistory, days: number, changes: number): ChangeHistory {
  const kept = Math.min(1, hostMemoryDays / (host.days + days));
  return { changes: (host.changes + changes) * kept, days: (host.days + days) * kept };
}

/**
 * Changes that are to be expected over so many days, at a rate, where a visit has seen that there was one at least; 0 where it has
 * seen none.
 */
export function expectedChanges(rate: number, days: number, changed: boolean): number {
  const x = rate * days;
  if (!changed) return 0;
  return x < 1e-6 ? 1 : x / -Math.expm1(-x);
}

/** What is known of a host's pages counts as this part of a change seen of each. */
const borrowed = 1 / 3;
/** A visit that finds nothing new after more changes were expected than this tells no more. */
const mostExpected = 3;

/**
 * Changes a day of a page after a visit. They are taken for a Poisson process, of which a visit sees only whether anything has
 * changed: for visits at irregular intervals t the rate r of greatest likelihood solves Σ t/(e^(rt) − 1) over those that found a
 * change = Σ t over the others (Cho and Garcia-Molina, Estimating frequency of change, ACM TOIT 3(3), 2003, section 5). So that no
 * list of visits is kept, each takes one step towards it, the slope over Fisher's information for the days watched so far (Amari,
 * Natural gradient works efficiently in learning, 1998): up by 1/days, down by (e^(rt) − 1)/days.
 * @param rate as it was estimated before
 * @param watchedDays from the first visit to the one before this
 */
export function rateAfter(
  rate: number,
  watchedDays: number,
  days: number,
  changed: boolean,
  host: ChangeHistory,
): number {
  const known = Math.min(memoryDays, watchedDays) + borrowed / hostRate(host);
  if (changed) return rate + 1 / (known + days);
  return rate / (1 + Math.expm1(Math.min(mostExpected, rate * days)) / (rate * known));
}

export function daysBetween(from: number, to: number): number {
  return Math.max(0, to - from) / dayMs;
}
