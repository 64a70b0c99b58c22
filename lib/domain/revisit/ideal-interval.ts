/**
 * When to visit pages again so that as much of a collection as possible is as the web has it, for so many visits a day: the
 * schedule of Cho and Garcia-Molina (Effective page refresh policies for web crawlers, ACM TODS 28(4), 2003, section 4). A
 * visit is worth the same everywhere, its price: a page that changes too often for what it is worth is left to the longest
 * interval, since no visit keeps it fresh.
 */

/** The part of the time for which a page is as it was stored. @param x changes expected between two visits */
export function freshness(x: number): number {
  return x < 1e-9 ? 1 : -Math.expm1(-x) / x;
}

/** What a visit brings when nothing is left of the one before, but for one part in a thousand millions. */
const nearlyAll = 1 - 1e-9;
/**
 * A page that is not worth its visits is given up little by little. All at once, many pages alike would have visits or none
 * as the price moves by less than numbers can tell, and visits that there are would be left over.
 */
const slack = 0.01;

/** Each doubles the digits that are right. */
const newtonSteps = 6;
/** Below it x is the root of 2y, and the difference of x and ln(1 + x) has no digits left. */
const tiny = 1e-4;

/** Changes expected between two visits at which a visit brings so much; infinite from a little more than 1 on. */
function changesAt(wanted: number): number {
  if (wanted >= 1 + slack) return Number.POSITIVE_INFINITY;
  if (wanted <= 0) return 0;
  if (wanted > nearlyAll) return (changesAt(nearlyAll) * (1 + slack - nearlyAll)) / (1 + slack - wanted);
  // What one more visit brings after x changes, times the rate, is 1 - (1 + x)e^-x, so x - ln(1 + x) = y. It is convex, and
  // Newton's method comes down to it from any x that is too large.
  const y = -Math.log1p(-wanted);
  let x = y + Math.sqrt(y * y + 2 * y);
  for (let step = 0; step < newtonSteps && x > tiny; step += 1) {
    x -= ((x - Math.log1p(x) - y) * (1 + x)) / x;
  }
  return x;
}

/** Bounds of intervals, in days. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/**
 * Days from one visit of a page to the next.
 * @param rate changes a day
 * @param weight what its freshness is worth
 */
export function intervalAt(rate: number, weight: number, price: number, { min, max }: Bounds): number {
  return Math.min(max, Math.max(min, changesAt((price * rate) / weight) / rate));
}

/** So many pages alike. */
export interface PageGroup {
  readonly count: number;
  readonly rate: number;
  readonly weight: number;
}

/** Visits a day of pages at a price. */
export function visitsAt(groups: readonly PageGroup[], price: number, bounds: Bounds): number {
  return groups.reduce(
    (sum, { count, rate, weight }) => sum + count / intervalAt(rate, weight, price, bounds),
    0,
  );
}

const [lowest, highest] = [2 ** -40, 2 ** 40];

/** The price at which pages have so many visits a day, or as near as the bounds of intervals let it be. */
export function priceFor(groups: readonly PageGroup[], perDay: number, bounds: Bounds): number {
  let [low, high] = [Math.log2(lowest), Math.log2(highest)];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (visitsAt(groups, 2 ** middle, bounds) > perDay) low = middle;
    else high = middle;
  }
  return 2 ** high;
}
