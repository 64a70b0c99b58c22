import type { CanonicalUrl } from '../url/url.ts';
import type { ChangeFrequency, ListedEntry } from './listing.ts';
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

/** A date within this of the request that brought it is that of the answer, not of a change. */
const justNowMs = 60_000;

/** What a list says of changes. */
export interface Changes {
  /** Pages that are due if they were last checked before a time (epoch ms). */
  readonly before: ReadonlyMap<CanonicalUrl, number>;
  /** A page changes today or just now, by what is said: whether that is so can only be known later. */
  readonly isOpen: boolean;
}

/** The fetching of a list, and what to believe. */
export interface Reading {
  /** Epoch ms: when it was fetched. */
  readonly at: number;
  /** Epoch ms: when it was read before; what had changed by then was told then. 0: never. */
  readonly since: number;
  readonly policy: Pick<SitemapSettings, 'lastmod' | 'changefreq'>;
}

type Dated = Pick<ListedEntry, 'kind' | 'lastmod' | 'changefreq'>;

/**
 * Which pages of a list are due again. A date without a time of day counts as the end of its day:
 * then a change after the check of that day is not missed, and sitemaps that give today's date for everything are
 * never believed, like those that give the present time.
 */
export function changesOf(
  entries: readonly (Dated & { readonly url: CanonicalUrl })[],
  reading: Reading,
): Changes {
  const before = new Map<CanonicalUrl, number>();
  let isOpen = false;
  for (const entry of entries) {
    const change = entry.kind === 'sitemap' ? undefined : changeOf(entry, reading);
    if (change === 'open') isOpen = true;
    else if (change !== undefined) before.set(entry.url, change);
  }
  return { before, isOpen };
}

/** The time by which a page must have been checked after all that is said of it; undefined when nothing new is. */
function changeOf(
  { lastmod, changefreq }: Dated,
  { at, since, policy }: Reading,
): number | 'open' | undefined {
  if (lastmod !== undefined) {
    if (!policy.lastmod || lastmod.until <= since - justNowMs) return undefined;
    return lastmod.until > at - justNowMs ? 'open' : lastmod.until;
  }
  if (!policy.changefreq || changefreq === undefined || changefreq === 'never') return undefined;
  return at - intervals[changefreq];
}
