import type { LocationPolicy } from './location.ts';

/** The `sitemaps:` section of a job. */
export interface SitemapSettings {
  /** Whether sitemaps and feeds are looked for and read. */
  readonly follow: boolean;
  /** Paths that are tried on the hosts of seeds, named by robots.txt or not. */
  readonly wellKnown: readonly string[];
  readonly location: LocationPolicy;
  /** How long a sitemap or feed rests once it was read. */
  readonly revisitMs: number;
  /** Caps on what is read of one of them. */
  readonly maxUrls: number;
  readonly maxBytes: number;
  /** Whether `lastmod` makes a page due that was last checked before. */
  readonly lastmod: boolean;
  /** Whether `changefreq` does, for an entry without `lastmod`. */
  readonly changefreq: boolean;
}

/** The limits are those of the protocol (sitemaps.org). */
export const defaultSitemapSettings: SitemapSettings = {
  follow: true,
  wellKnown: [],
  location: 'any',
  revisitMs: 86_400_000,
  maxUrls: 50_000,
  maxBytes: 52_428_800,
  lastmod: true,
  changefreq: false,
};
