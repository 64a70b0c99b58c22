import type { FreshnessSettings } from './freshness-settings.ts';

/** Why a job revisits its pages rather than looks for more. */
export const shiftReasons = {
  harvest: 'it finds no more pages on its topic',
  budget: 'its budget is nearly spent',
  stagnation: 'it finds hardly any new pages',
  day: 'its pages of the day are nearly spent',
} as const;

/** The job revisits its pages rather than looks for more: since when (epoch ms), and why. */
export interface Maintenance {
  readonly since: number;
  /** One of `shiftReasons`. */
  readonly reason: string;
}

/** Signals that decide between revisits and new pages. */
export interface Signals {
  /** Whether the harvest rate of a focused crawl has fallen (`focus/harvest-watch.ts`). */
  readonly hasFallen: boolean;
  /** The spent part of the stop rule that is nearest to its limit; 0 without stop rules. */
  readonly spent: number;
  /** The spent part of today's ceiling of pages; 0 without a ceiling. */
  readonly spentToday: number;
  /** The part of the last visits that were first visits; absent while there are too few visits to tell. */
  readonly news?: number;
}

/** Maintenance begins when this part of a budget is spent. */
const beginAt = 0.9;
/** Maintenance ends below this part, after a limit was raised or a new day began. */
const endBelow = 0.8;

/**
 * Returns why a job should revisit its pages rather than look for more; undefined: it should look for more. Of several
 * reasons, the first of `shiftReasons` is returned. Begin and end have different bounds, to avoid oscillation.
 * Stagnation begins when visits of new pages are at most a fifth of what maintenance would leave them (1 −
 * `maintenanceShare`), and ends when they are more than half of that.
 */
export function shiftFor(
  before: Maintenance | undefined,
  { hasFallen, spent, spentToday, news }: Signals,
  { maintenanceShare }: Pick<FreshnessSettings, 'maintenanceShare'>,
): string | undefined {
  const was = (reason: string): boolean => before?.reason === reason;
  if (hasFallen) return shiftReasons.harvest;
  if (spent >= (was(shiftReasons.budget) ? endBelow : beginAt)) return shiftReasons.budget;
  const room = 1 - maintenanceShare;
  const isStagnant =
    news === undefined
      ? was(shiftReasons.stagnation)
      : news <= (was(shiftReasons.stagnation) ? room / 2 : room / 5);
  if (isStagnant) return shiftReasons.stagnation;
  return spentToday >= (was(shiftReasons.day) ? endBelow : beginAt) ? shiftReasons.day : undefined;
}

/** Counters of first visits and of revisits so far. */
export interface Looked {
  readonly first: number;
  readonly again: number;
}

/** The part of first visits is computed over at least this many visits. */
const minVisits = 200;

/**
 * Returns the part of first visits since `before` (`news`), and the counters from which to compare next time
 * (`looked`).
 */
export function newsSince(
  before: Looked | undefined,
  { first, again }: Looked,
): { readonly looked: Looked; readonly news?: number } {
  if (before === undefined) return { looked: { first, again } };
  const fresh = first - before.first;
  const visits = fresh + again - before.again;
  return visits < minVisits ? { looked: before } : { looked: { first, again }, news: fresh / visits };
}
