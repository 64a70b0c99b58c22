/** What a site's pages were found to be when they were visited last, epoch ms. */
interface Visit {
  readonly at: number;
  readonly firstSeen: number;
  /** How often its content has changed; absent: never. */
  readonly revisions?: number;
}

/** How a site grows and changes, as far as its pages were visited again. */
export interface SiteChanges {
  /** Pages that were visited for the first time in the last 30 days. */
  readonly newPages: number;
  /** Changes of a page in 30 days, the mean over its pages; absent: they were not watched for long enough. */
  readonly changeRate?: number;
  /** `volatile`: a page changes once in 30 days and more. `stable`: at most once in ten months. Absent: it is not known yet. */
  readonly kind?: 'stable' | 'changing' | 'volatile';
}

const dayMs = 86_400_000;
const monthMs = 30 * dayMs;
/** Days that pages have to be watched, together, before a site is said to be anything. */
const leastDays = 30;
const [stableTo, volatileFrom] = [0.1, 1];

/** The time between the first and the last visit of a page: nobody has seen it change before or after. */
const watchedMs = ({ at, firstSeen }: Visit): number => Math.max(0, at - firstSeen);

/** Sums up the visits of a site. @param now epoch ms */
export function siteChanges(visits: readonly Visit[], now: number): SiteChanges {
  const newPages = visits.filter(({ firstSeen }) => now - firstSeen <= monthMs).length;
  const watched = visits.reduce((sum, visit) => sum + watchedMs(visit), 0);
  if (watched < leastDays * dayMs) return { newPages };
  const changes = visits.reduce((sum, { revisions = 0 }) => sum + revisions, 0);
  const changeRate = (changes * monthMs) / watched;
  const kind = changeRate >= volatileFrom ? 'volatile' : changeRate <= stableTo ? 'stable' : 'changing';
  return { newPages, changeRate, kind };
}
