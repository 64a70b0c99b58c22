/**
 * Watches the harvest of a crawl: of the pages that were judged, how many were kept. A sequential test (Page's
 * cumulative sums, 1954) tells a harvest that has fallen from chance: it adds up how much likelier each page is under a
 * tenth of the usual harvest than under the usual one, never below 0. A sum of `ln 10,000` comes up by chance once in
 * 10,000 pages at most (Lorden 1971), and the end of a harvest of three tenths or more is noticed within 50.
 */
export interface HarvestWatch {
  /** Pages that it has seen judged, and of those kept. */
  readonly judged: number;
  readonly kept: number;
  /** What the harvest usually is: a mean that forgets, and how many pages it stands for. */
  readonly usual: { readonly mean: number; readonly weight: number };
  /** Pages since the sum was 0: they become part of what is usual if it comes back there. */
  readonly doubtful: Pages;
  /** The evidence that the harvest has fallen, in nats. */
  readonly sum: number;
  /** The last pages, in groups, oldest first. */
  readonly recent: readonly Pages[];
  /** The harvest has fallen: when `judged` was so much, from so much. */
  readonly alarm?: { readonly judged: number; readonly from: number };
}

/** Pages that were judged, and of those kept. */
export type Pages = readonly [judged: number, kept: number];

export const newWatch: HarvestWatch = {
  judged: 0,
  kept: 0,
  usual: { mean: 0, weight: 0 },
  doubtful: [0, 0],
  sum: 0,
  recent: [],
};

/** Pages before anything is said. */
const warmUp = 50;
/** Pages that the usual harvest is a mean of: a crawl changes as it goes. */
const memory = 300;
/** A harvest that slips away slowly is held against this part of that of the whole crawl. */
const slowest = 0.5;
/**
 * Fallen is to a tenth. A harvest of more than a third counts as a third: it may come down as the crawl leaves its seeds,
 * and is better in one place than in another, so that a dozen pages off topic in a row mean little.
 */
const fallen = 0.1;
const enough = 0.33;
/** Standard errors by which the usual harvest may have been overrated. */
const doubt = 1.5;
const threshold = Math.log(10_000);
/** Pages of what is called recent: at least so many, where there are. */
const recentPages = 50;
const groups = 10;
/** A harvest has recovered when it is recently half of what it was. */
const recovered = 0.5;

type Draft = { -readonly [K in keyof HarvestWatch]: HarvestWatch[K] } & { recent: Pages[] };

/** Takes pages in whose order among each other is not known: those kept are taken to lie evenly. */
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
  const expected = leastUsual(watch);
  const evidence = kept === 1 ? Math.log(fallen) : Math.log((1 - fallen * expected) / (1 - expected));
  watch.sum = Math.max(0, watch.sum + evidence);
  watch.doubtful = [watch.doubtful[0] + 1, watch.doubtful[1] + kept];
  if (watch.sum === 0) {
    watch.usual = withPages(watch.usual, watch.doubtful);
    watch.doubtful = [0, 0];
  } else if (watch.sum >= threshold) {
    watch.alarm = { judged: watch.judged, from: usualHarvest(watch) };
  }
}

/** What the harvest usually is. */
export function usualHarvest({ usual, kept, judged }: HarvestWatch): number {
  return Math.max(usual.mean, judged === 0 ? 0 : (slowest * kept) / judged);
}

/** What it is at least, as far as so few pages can tell. */
function leastUsual(watch: HarvestWatch): number {
  const mean = usualHarvest(watch);
  const error = Math.sqrt((mean * (1 - mean)) / Math.max(warmUp, watch.usual.weight));
  return Math.min(enough, Math.max(0.01, mean - doubt * error));
}

/** Of the last pages, `recentPages` or a few more where there are; undefined before there is one. */
export function recentHarvest({ recent }: HarvestWatch): number | undefined {
  const [judged, kept] = sumOf(recent);
  return judged === 0 ? undefined : kept / judged;
}

function recover(
  watch: Draft,
  { judged: since, from }: { readonly judged: number; readonly from: number },
): void {
  const [judged, kept] = sumOf(watch.recent);
  const wanted = Math.max(0.05, recovered * Math.min(enough, from));
  if (watch.judged - since < recentPages / 2 || kept / judged < wanted) return;
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
