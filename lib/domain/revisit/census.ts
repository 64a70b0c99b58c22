import type { PageGroup } from './ideal-interval.ts';

/**
 * How many pages of a job change how often, in few counters. A page falls into a bin by its change rate divided by its
 * weight; each bin is an octave wide. `n<bin>` counts the pages of a bin, and `r<bin>` sums their rates. A visit adds a
 * difference to these counters. `first` and `again` count visits of new pages, and of all others (`shift.ts`).
 */
export type Census = Readonly<Record<string, number>>;

const bins = 24;
/** Lower bound of the first bin, in changes a day per unit of weight: a change in 180 years. */
const lowest = 2 ** -16;
/** Rates are summed in whole millionths of changes a day. */
const unit = 1e6;

function binOf(rate: number, weight: number): number {
  return Math.max(0, Math.min(bins - 1, Math.floor(Math.log2(rate / weight / lowest))));
}

/** Adds a page to a census, or removes it. @param rate changes a day @param sign 1 adds, -1 removes */
export function countPage(census: Record<string, number>, rate: number, weight: number, sign: 1 | -1): void {
  const bin = binOf(rate, weight);
  census[`n${bin}`] = (census[`n${bin}`] ?? 0) + sign;
  census[`r${bin}`] = (census[`r${bin}`] ?? 0) + sign * Math.round(rate * unit);
}

/** Counts a visit. @param isFirst whether the page was visited for the first time */
export function countVisit(census: Record<string, number>, isFirst: boolean): void {
  const name = isFirst ? 'first' : 'again';
  census[name] = (census[name] ?? 0) + 1;
}

/**
 * The pages of a bin are spread over this many rates within its octave. With a single rate, all of them would be given
 * up at the same price.
 */
const steps = 8;

/**
 * Returns the pages of a census in groups. Workers that died before they counted leave counters slightly wrong, so bins
 * with impossible counters are left out.
 */
export function groupsOf(census: Census): readonly PageGroup[] {
  return Array.from({ length: bins }, (_, bin) => {
    const count = Math.max(0, census[`n${bin}`] ?? 0);
    const rate = Math.max(0, census[`r${bin}`] ?? 0) / unit / Math.max(1, count);
    if (count === 0 || rate === 0) return [];
    const weight = rate / (lowest * 2 ** (bin + 0.5));
    return Array.from({ length: steps }, (_step, step): PageGroup => {
      return { count: count / steps, rate: rate * 2 ** ((step + 0.5) / steps - 0.5), weight };
    });
  }).flat();
}
