/**
 * The state of a watch over the harvest rate of a crawl: the part of judged pages that were kept. A sequential test
 * (Page's cumulative sums, 1954) tells a fall of the rate from chance. For each page it adds the log of how much
 * likelier the page is under a tenth of the usual rate than under the usual rate; the sum never falls below 0. By
 * chance the sum reaches `ln 10,000` at most once in 10,000 pages (Lorden 1971). The end of a harvest of 0.3 or more is
 * noticed within 50 pages.
 */
export interface HarvestWatch {
  /** Pages observed that were judged, and of those kept. */
  readonly judged: number;
  readonly kept: number;
  /** The usual harvest rate: a mean over recent pages, and the number of pages in it. */
  readonly usual: { readonly mean: number; readonly weight: number };
  /** Pages since the sum was last 0. They enter the usual rate when the sum returns to 0. */
  readonly doubtful: Pages;
  /** Evidence that the rate has fallen, in nats. */
  readonly sum: number;
  /** The last pages in groups, oldest first. */
  readonly recent: readonly Pages[];
  /** Present while the rate has fallen: the value of `judged` at the alarm, and the usual rate before (`from`). */
  readonly alarm?: { readonly judged: number; readonly from: number };
}

/** Counts of judged pages, and of those kept. */
export type Pages = readonly [judged: number, kept: number];

/** Pages before the test begins. */
const warmUp = 50;
/** The usual rate is a mean over this many pages, because a crawl changes over time. */
const memory = 300;
/** The usual rate is at least this part of the rate of the whole crawl, so that a slow decline is noticed too. */
const minPartOfWhole = 0.5;
/** The rate has fallen if it is this part of the usual one. */
const fallenPart = 0.1;
/**
 * A usual rate above this counts as this: a high rate falls as the crawl leaves its seeds, and varies between sites, so
 * that a dozen off-topic pages in a row mean little.
 */
const maxUsual = 0.33;
/** The test assumes that the usual rate was overestimated by this many standard errors. */
const standardErrors = 1.5;
const threshold = Math.log(10_000);
/** The recent rate is over at least this many pages, if there are as many. */
const recentPages = 50;
const groups = 10;
/** The rate has recovered when the recent rate is this part of the rate before the fall. */
const recoveredPart = 0.5;

type Draft = { -readonly [K in keyof HarvestWatch]: HarvestWatch[K] } & { recent: Pages[] };

/** Adds pages of unknown order: the kept ones are assumed to be evenly distributed. */
export function observe(watch: HarvestWatch, [judged, kept]: Pages): HarvestWatch {
  const next: Draft = { ...watch, recent: [...watch.recent] };
  for (let page = 1; page <= judged; page += 1) {
    const isKept = Math.floor((page * kept) / judged) > Math.floor(((page - 1) * kept) / judged);
    observePage(next, isKept ? 1 : 0);
  }
  return next;
}

function observePage(watch: Draft, kept: 0 | 1): void {
  watch.judged += 1;
  watch.kept += kept;
  addRecent(watch.recent, kept);
  if (watch.alarm !== undefined) {
    recover(watch, watch.alarm);
  } else if (watch.judged <= warmUp) {
    watch.usual = withPages(watch.usual, [1, kept]);
    if (watch.judged === warmUp && watch.kept === 0) watch.alarm = { judged: warmUp, from: 0 };
  } else {
    weigh(watch, kept);
  }
}

function weigh(watch: Draft, kept: 0 | 1): void {
  const expected = lowUsual(watch);
  const evidence = kept === 1 ? Math.log(fallenPart) : Math.log((1 - fallenPart * expected) / (1 - expected));
  watch.sum = Math.max(0, watch.sum + evidence);
  watch.doubtful = [watch.doubtful[0] + 1, watch.doubtful[1] + kept];
  if (watch.sum === 0) {
    watch.usual = withPages(watch.usual, watch.doubtful);
    watch.doubtful = [0, 0];
  } else if (watch.sum >= threshold) {
    watch.alarm = { judged: watch.judged, from: usualHarvest(watch) };
  }
}

/** Returns the usual harvest rate. */
export function usualHarvest({ usual, kept, judged }: HarvestWatch): number {
  return Math.max(usual.mean, judged === 0 ? 0 : (minPartOfWhole * kept) / judged);
}

/** Returns a lower estimate of the usual rate, by its standard error. */
function lowUsual(watch: HarvestWatch): number {
  const mean = usualHarvest(watch);
  const error = Math.sqrt((mean * (1 - mean)) / Math.max(warmUp, watch.usual.weight));
  return Math.min(maxUsual, Math.max(0.01, mean - standardErrors * error));
}

/** Returns the rate of the last `recentPages` pages or a few more; undefined before the first page. */
export function recentHarvest({ recent }: HarvestWatch): number | undefined {
  const [judged, kept] = sumOf(recent);
  return judged === 0 ? undefined : kept / judged;
}

function recover(
  watch: Draft,
  { judged: judgedAtAlarm, from }: { readonly judged: number; readonly from: number },
): void {
  const [judged, kept] = sumOf(watch.recent);
  const threshold = Math.max(0.05, recoveredPart * Math.min(maxUsual, from));
  if (watch.judged - judgedAtAlarm < recentPages / 2 || kept / judged < threshold) return;
  delete watch.alarm;
  watch.sum = 0;
  watch.doubtful = [0, 0];
  watch.usual = { mean: kept / judged, weight: judged };
}

function withPages({ mean, weight }: HarvestWatch['usual'], [judged, kept]: Pages): HarvestWatch['usual'] {
  const before = Math.min(weight, Math.max(0, memory - judged));
  return { mean: (mean * before + kept) / (before + judged), weight: before + judged };
}

function addRecent(recent: Pages[], kept: 0 | 1): void {
  const last = recent.at(-1);
  if (last !== undefined && last[0] < recentPages / groups) {
    recent[recent.length - 1] = [last[0] + 1, last[1] + kept];
    return;
  }
  recent.push([1, kept]);
  if (recent.length > groups + 1) recent.shift();
}

function sumOf(pages: readonly Pages[]): Pages {
  let [judged, kept] = [0, 0];
  for (const group of pages) {
    judged += group[0];
    kept += group[1];
  }
  return [judged, kept];
}
