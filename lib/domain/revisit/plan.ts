import { type Census, groupsOf } from './census.ts';
import { boundsOf, dayMs, type FreshnessSettings, shareOf } from './freshness-settings.ts';
import { priceFor } from './ideal-interval.ts';
import { type Looked, type Maintenance, newsSince, type Signals, shiftFor, shiftReasons } from './shift.ts';

/** The revisit plan of a job, the same for all its hosts. */
export interface RevisitPlan {
  /** The gain that a visit must bring (`ideal-interval.ts`). */
  readonly price: number;
  /** Visits a day for which the price was computed. */
  readonly perDay: number;
  /** Present while the job revisits its pages rather than looks for more. */
  readonly maintains?: Maintenance;
  /** The census counters at which the present count of news begins; absent in the first plan. */
  readonly looked?: Looked;
}

/** A smaller relative change of the price is not worth a write. */
const minPriceChange = 0.05;

/**
 * Returns the plan for the present state of a job. Returns `before` itself if the plan has not changed enough to be
 * stored.
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
  // For the few remaining pages of a day no other share is planned.
  const share = shareOf(reason === shiftReasons.day ? undefined : maintains, settings);
  // A share of 0 is 0 visits, also without a ceiling (0 × Infinity would be NaN).
  const room = share === 0 ? 0 : share * ceiling;
  const perDay = Math.min((pages * dayMs) / settings.everyMs, room);
  const price = priceFor(groups, perDay, boundsOf(settings));
  const isSame =
    before !== undefined &&
    !isOther &&
    before.looked === looked &&
    Math.abs(price / before.price - 1) < minPriceChange;
  return isSame ? before : { price, perDay, ...maintains, looked };
}

function sinceOf(before: RevisitPlan | undefined, isOther: boolean, now: number): number {
  return isOther ? now : (before?.maintains?.since ?? now);
}
