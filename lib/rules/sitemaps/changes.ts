import type { ChangeFrequency } from '../../base/links/link.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { ListedEntry } from './listing.ts';
import type { SitemapSettings } from './sitemap-settings.ts';

const hour = 3_600_000;
const day = 24 * hour;
const intervals: Readonly<Record<Exclude<ChangeFrequency, 'never'>, number>> = {
  always: hour,
  hourly: hour,
  daily: day,
  weekly: 7 * day,
  monthly: 30 * day,
  yearly: 365 * day,
};

/** A date this close to the request that fetched the list is taken for the time of the answer, not of a change. */
const justNowMs = 60_000;

/** The changes of pages that a sitemap or feed reports. */
export interface ReportedChanges {
  /** By page, a time in epoch ms: the page is due if it was last checked before this time. */
  readonly dueIfCheckedBefore: ReadonlyMap<CanonicalUrl, number>;
  /**
   * Whether the list dates a change today or just now: only a later fetch of the list can tell whether the page
   * changed.
   */
  readonly hasUndecided: boolean;
}

/** When a list was fetched, and which of its fields the job believes. */
export interface ListFetch {
  /** Epoch ms. */
  readonly fetchedAt: number;
  /** Epoch ms; 0: the list was never fetched before. Changes before this time were handled by the previous fetch. */
  readonly previousFetchAt: number;
  readonly policy: Pick<SitemapSettings, 'lastmod' | 'changefreq'>;
}

type Dated = Pick<ListedEntry, 'kind' | 'lastmod' | 'changefreq'>;

/**
 * Returns which pages of a list are due again. A date without a time of day counts as the end of its day. So a change
 * after the check of that day is not missed, and a sitemap that gives today's date for every page is never believed,
 * nor is one that gives the present time.
 */
export function reportedChanges(
  entries: readonly (Dated & { readonly url: CanonicalUrl })[],
  fetch: ListFetch,
): ReportedChanges {
  const dueIfCheckedBefore = new Map<CanonicalUrl, number>();
  let hasUndecided = false;
  for (const entry of entries) {
    const dueTime = entry.kind === 'sitemap' ? undefined : dueTimeOf(entry, fetch);
    if (dueTime === 'undecided') hasUndecided = true;
    else if (dueTime !== undefined) dueIfCheckedBefore.set(entry.url, dueTime);
  }
  return { dueIfCheckedBefore, hasUndecided };
}

/**
 * Returns a time in epoch ms: the page is due if it was last checked before it. Undefined: the entry reports nothing
 * new.
 */
function dueTimeOf(
  { lastmod, changefreq }: Dated,
  { fetchedAt, previousFetchAt, policy }: ListFetch,
): number | 'undecided' | undefined {
  if (lastmod !== undefined) {
    if (!policy.lastmod || lastmod.until <= previousFetchAt - justNowMs) return undefined;
    return lastmod.until > fetchedAt - justNowMs ? 'undecided' : lastmod.until;
  }
  if (!policy.changefreq || changefreq === undefined || changefreq === 'never') return undefined;
  return fetchedAt - intervals[changefreq];
}
