import type { CanonicalUrl } from '../url/url.ts';
import type { ListedEntry } from './listing.ts';
import type { Listing } from './read-listing.ts';

/** An entry that leads to the host of its list: what the frontier goes by. */
export interface OwnEntry extends Pick<ListedEntry, 'kind' | 'lastmod' | 'changefreq' | 'priority'> {
  readonly url: CanonicalUrl;
}

/** What a sitemap or a feed brought. */
export interface Listed {
  readonly listing: Extract<Listing, { kind: 'listing' }>;
  readonly own: readonly OwnEntry[];
  /** All its links, whose hosts matter when they are unproven. */
  readonly elsewhere: readonly CanonicalUrl[];
  /** JSON arrays of links, for the link log. */
  readonly lines: readonly string[];
}
