import type { FreshnessSettings } from './freshness-settings.ts';

/** Why a job looks after what it has rather than for more. */
export const shiftReasons = {
  harvest: 'it finds no more pages on its topic',
  budget: 'its budget is nearly spent',
  stagnation: 'it finds hardly any new pages',
  day: 'its pages of the day are nearly spent',
} as const;

/** The job looks after what it has: since when (epoch ms), and why. */
export interface Maintenance {
  readonly since: number;
  /** One of `shiftReasons`. */
  readonly reason: string;
}

/** What speaks for looking after what there is. */
export interface Signals {
  /** The harvest of a focused crawl has fallen (`focus/harvest-watch.ts`). */
  readonly hasFallen: boolean;
  /** Of the limit by which the job stops that is nearest, the part that is spent; 0 without one. */
  readonly spent: number;
  /** Of the pages that may be fetched today, the part that was; 0 without a ceiling. */
  readonly spentToday: number;
  /** The part of the last visits that were of new pages; absent while there are too few of them. */
  readonly news?: number;
}

/** From this part of a budget on the rest is for revisits … */
const shortFrom = 0.9;
/** … and below this, when a limit was raised or a day is over, it is not any more. */
const ample = 0.8;

/**
 * Why a job should look after what it has; undefined: it should look for more. Where two things speak for it the first of
 * `shiftReasons` is named. Each has two bounds, so that nothing swings: of what maintenance leaves to new pages
 * (1 − `maintenanceShare`) less than a fifth is used before, and more than half after.
 */
export function shiftFor(
  before: Maintenance | undefined,
  { hasFallen, spent, spentToday, news }: Signals,
  { maintenanceShare }: Pick<FreshnessSettings, 'maintenanceShare'>,
): string | undefined {
  const was = (reason: string): boolean => before?.reason === reason;
  if (hasFallen) return shiftReasons.harvest;
  if (spent >= (was(shiftReasons.budget) ? ample : shortFrom)) return shiftReasons.budget;
  const room = 1 - maintenanceShare;
  const isStagnant =
    news === undefined
      ? was(shiftReasons.stagnation)
      : news <= (was(shiftReasons.stagnation) ? room / 2 : room / 5);
  if (isStagnant) return shiftReasons.stagnation;
  return spentToday >= (was(shiftReasons.day) ? ample : shortFrom) ? shiftReasons.day : undefined;
}

/** The part of fetches that goes to pages that are due again. */
export function shareOf(
  plan: { readonly maintains?: Maintenance } | undefined,
  settings: Pick<FreshnessSettings, 'share' | 'maintenanceShare'>,
): number {
  return plan?.maintains === undefined ? settings.share : settings.maintenanceShare;
}

/** Visits so far of pages that were new, and of others. */
export interface Looked {
  readonly first: number;
  readonly again: number;
}

/** Of so many visits the part that was of new pages is worth knowing. */
const enough = 200;

/** What part of the visits since the last look were of new pages, and from where to look the next time. */
export function newsSince(
  before: Looked | undefined,
  { first, again }: Looked,
): { readonly looked: Looked; readonly news?: number } {
  if (before === undefined) return { looked: { first, again } };
  const fresh = first - before.first;
  const visits = fresh + again - before.again;
  return visits < enough ? { looked: before } : { looked: { first, again }, news: fresh / visits };
}
