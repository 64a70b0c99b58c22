import type { CanonicalUrl } from '../../base/url/url.ts';
import type { ListedEntry } from './listing.ts';
import type { Listing } from './read-listing.ts';

/** An entry that leads to the host of its list, with the fields that the frontier needs. */
export interface OwnEntry extends Pick<ListedEntry, 'kind' | 'lastmod' | 'changefreq' | 'priority'> {
  readonly url: CanonicalUrl;
}

/** The content of a sitemap or feed. */
export interface Listed {
  readonly listing: Extract<Listing, { kind: 'listing' }>;
  /** Entries that lead to the host of the list. */
  readonly own: readonly OwnEntry[];
  /** JSON arrays of the links of all entries, for the link log, each on one line (`jsonLine`). */
  readonly lines: readonly string[];
}
