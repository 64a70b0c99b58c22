import type { PageGroup } from './ideal-interval.ts';

/**
 * How many pages of a job change how often, in few counters: pages are put into bins by their rate over their weight, an
 * octave each, and of each bin the pages and their rates are added up. What a visit changes is the difference of two.
 * Beside them `first` and `again` count visits of pages that were new, and of others (`shift.ts`).
 */
export type Census = Readonly<Record<string, number>>;

const bins = 24;
/** Rate over weight of the first bin: a change in 180 years. */
const lowest = 2 ** -16;
/** Rates are added up in whole millionths of changes a day. */
const unit = 1e6;

function binOf(rate: number, weight: number): number {
  return Math.max(0, Math.min(bins - 1, Math.floor(Math.log2(rate / weight / lowest))));
}

/** Adds a page to a census, or takes it out. @param sign 1 or -1 */
export function countPage(census: Record<string, number>, rate: number, weight: number, sign: 1 | -1): void {
  const bin = binOf(rate, weight);
  census[`n${bin}`] = (census[`n${bin}`] ?? 0) + sign;
  census[`r${bin}`] = (census[`r${bin}`] ?? 0) + sign * Math.round(rate * unit);
}

/** Counts a visit. @param isFirst whether its page was new */
export function countVisit(census: Record<string, number>, isFirst: boolean): void {
  const name = isFirst ? 'first' : 'again';
  census[name] = (census[name] ?? 0) + 1;
}

/** Pages of a bin are taken to be spread over its octave in so many steps: else all of them would be left alone at one price. */
const steps = 8;

/** The pages of a census. A worker that died before it counted leaves it a little wrong: what makes no sense is left out. */
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
