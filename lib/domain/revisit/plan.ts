import { type Census, groupsOf } from './census.ts';
import { dayMs, type FreshnessSettings } from './freshness-settings.ts';
import { type Bounds, priceFor } from './ideal-interval.ts';

/** By what a job visits pages again: the same for all of its hosts. */
export interface RevisitPlan {
  /** What a visit has to bring (`ideal-interval.ts`). */
  readonly price: number;
  /** Visits a day that it was reckoned for. */
  readonly perDay: number;
  /** The job looks after what it has rather than for more: since when (epoch ms), and why. */
  readonly maintains?: { readonly since: number; readonly reason: string };
}

/** What speaks for looking after what there is. */
export interface Signals {
  /** The harvest of a focused crawl has fallen (`focus/harvest-watch.ts`). */
  readonly hasFallen: boolean;
  /** Of the limit by which the job stops that is nearest, the part that is spent; 0 without one. */
  readonly spent: number;
}

/** From this part of a budget on the rest is for revisits … */
const shortFrom = 0.9;
/** … and below this, when a limit was raised, it is not any more. */
const ample = 0.8;
/** A price that moves by less is not worth a write. */
const worth = 0.05;

export function boundsOf({ minMs, maxMs }: FreshnessSettings): Bounds {
  return { min: minMs / dayMs, max: Math.max(minMs, maxMs) / dayMs };
}

/**
 * The plan for what a job has come to; the one before, when nothing has changed that matters.
 * @param ceiling pages that may be fetched in a day; absent: any number
 */
export function planned(
  before: RevisitPlan | undefined,
  census: Census,
  signals: Signals,
  settings: FreshnessSettings,
  now: number,
  ceiling = Number.POSITIVE_INFINITY,
): RevisitPlan {
  const reason = reasonFor(before, signals);
  const maintains = reason === undefined ? undefined : { since: before?.maintains?.since ?? now, reason };
  const groups = groupsOf(census);
  const pages = groups.reduce((sum, { count }) => sum + count, 0);
  const share = shareOf({ ...(maintains === undefined ? {} : { maintains }) }, settings);
  const perDay = Math.min((pages * dayMs) / settings.everyMs, share * ceiling);
  const price = priceFor(groups, perDay, boundsOf(settings));
  const isSame =
    before !== undefined && before.maintains?.reason === reason && Math.abs(price / before.price - 1) < worth;
  return isSame ? before : { price, perDay, ...(maintains === undefined ? {} : { maintains }) };
}

/** Why a job should look after what it has; undefined: it should look for more. */
function reasonFor(before: RevisitPlan | undefined, { hasFallen, spent }: Signals): string | undefined {
  if (hasFallen) return 'it finds no more pages on its topic';
  const isShort = spent >= (before?.maintains === undefined ? shortFrom : ample);
  return isShort ? 'its budget is nearly spent' : undefined;
}

/** The part of fetches that goes to pages that are due again. */
export function shareOf(
  plan: Pick<RevisitPlan, 'maintains'> | undefined,
  settings: FreshnessSettings,
): number {
  return plan?.maintains === undefined ? settings.share : settings.maintenanceShare;
}
