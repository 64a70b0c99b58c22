import { type Census, groupsOf } from './census.ts';
import { dayMs, type FreshnessSettings } from './freshness-settings.ts';
import { type Bounds, priceFor } from './ideal-interval.ts';
import {
  type Looked,
  type Maintenance,
  newsSince,
  type Signals,
  shareOf,
  shiftFor,
  shiftReasons,
} from './shift.ts';

/** By what a job visits pages again: the same for all of its hosts. */
export interface RevisitPlan {
  /** What a visit has to bring (`ideal-interval.ts`). */
  readonly price: number;
  /** Visits a day that it was reckoned for. */
  readonly perDay: number;
  /** The job looks after what it has rather than for more. */
  readonly maintains?: Maintenance;
  /** From where visits of new pages are counted; absent in plans of older versions. */
  readonly looked?: Looked;
}

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
  signals: Omit<Signals, 'news'>,
  settings: FreshnessSettings,
  now: number,
  ceiling = Number.POSITIVE_INFINITY,
): RevisitPlan {
  const { first = 0, again = 0 } = census;
  const { looked, ...news } = newsSince(before?.looked, { first, again });
  const reason = shiftFor(before?.maintains, { ...signals, ...news }, settings);
  const isOther = before?.maintains?.reason !== reason;
  const maintains =
    reason === undefined ? {} : { maintains: { since: sinceOf(before, isOther, now), reason } };
  const groups = groupsOf(census);
  const pages = groups.reduce((sum, { count }) => sum + count, 0);
  // What is left of a day is too short to plan for.
  const share = shareOf(reason === shiftReasons.day ? undefined : maintains, settings);
  // No part of any number of pages is none.
  const room = share === 0 ? 0 : share * ceiling;
  const perDay = Math.min((pages * dayMs) / settings.everyMs, room);
  const price = priceFor(groups, perDay, boundsOf(settings));
  const isSame =
    before !== undefined &&
    !isOther &&
    before.looked === looked &&
    Math.abs(price / before.price - 1) < worth;
  return isSame ? before : { price, perDay, ...maintains, looked };
}

function sinceOf(before: RevisitPlan | undefined, isOther: boolean, now: number): number {
  return isOther ? now : (before?.maintains?.since ?? now);
}
