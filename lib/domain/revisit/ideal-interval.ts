/**
 * Plans revisits so that as much of a collection as possible is fresh, with a given number of visits a day: the
 * schedule of Cho and Garcia-Molina (Effective page refresh policies for web crawlers, ACM TODS 28(4), 2003, section
 * 4). In the optimum, one more visit gains the same at every page: this gain is the price. A page that changes too
 * often for its weight gets the longest interval, because no affordable number of visits keeps it fresh.
 */

/** Returns the part of the time for which the stored page is current. @param x changes expected between two visits */
export function freshness(x: number): number {
  return x < 1e-9 ? 1 : -Math.expm1(-x) / x;
}

/** The gain of a visit after which the previous visit is worth nothing, less one part in a thousand millions. */
const nearlyAll = 1 - 1e-9;
/**
 * Over this range of the price, a page that is not worth its visits is given up gradually. With an abrupt end, many
 * equal pages would be given up together at a change of the price too small for floating point, and visits would be
 * left over.
 */
const slack = 0.01;

/** Steps of Newton's method. Each doubles the number of correct digits. */
const newtonSteps = 6;
/** Below this, x equals the root of 2y, and floating point cancels x − ln(1 + x). */
const tiny = 1e-4;

/**
 * Returns the number of expected changes between two visits at which a visit gains `wanted`; infinite from `1 + slack`
 * on.
 */
function changesAt(wanted: number): number {
  if (wanted >= 1 + slack) return Number.POSITIVE_INFINITY;
  if (wanted <= 0) return 0;
  if (wanted > nearlyAll) return (changesAt(nearlyAll) * (1 + slack - nearlyAll)) / (1 + slack - wanted);
  // The gain of one more visit after x changes, times the rate, is 1 - (1 + x)e^-x, so x - ln(1 + x) = y. The left side
  // is convex, so Newton's method converges downwards from any x that is too large.
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
 * Returns the days from one visit of a page to the next.
 * @param rate changes a day
 * @param weight value of the page's freshness
 */
export function intervalAt(rate: number, weight: number, price: number, { min, max }: Bounds): number {
  return Math.min(max, Math.max(min, changesAt((price * rate) / weight) / rate));
}

/** A number of pages with the same rate and weight. */
export interface PageGroup {
  readonly count: number;
  readonly rate: number;
  readonly weight: number;
}

/** Returns the visits a day of all groups at a price. */
export function visitsAt(groups: readonly PageGroup[], price: number, bounds: Bounds): number {
  return groups.reduce(
    (sum, { count, rate, weight }) => sum + count / intervalAt(rate, weight, price, bounds),
    0,
  );
}

const [lowest, highest] = [2 ** -40, 2 ** 40];

/**
 * Returns the price at which the groups get `perDay` visits a day, or as close to that as the bounds of intervals
 * allow.
 */
export function priceFor(groups: readonly PageGroup[], perDay: number, bounds: Bounds): number {
  let [low, high] = [Math.log2(lowest), Math.log2(highest)];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (visitsAt(groups, 2 ** middle, bounds) > perDay) low = middle;
    else high = middle;
  }
  return 2 ** high;
}
