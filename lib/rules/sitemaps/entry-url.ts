import { canonicalise } from '../../base/url/canonicalise.ts';
import type { UrlIdentity } from '../../base/url/identity.ts';
import { linkResolver, type ResolveLink } from '../../base/url/resolve-link.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { ListedEntry } from './listing.ts';

/** The protocol requires absolute URLs. Absolute paths occur too, and are unambiguous. */
const sitemapUrl = /^(?:https?:\/\/|\/)/i;

/** Resolves the URLs of the entries of one list. Both functions return undefined for URLs that cannot be crawled. */
export interface EntryUrls {
  /** Resolves the URL of a sitemap's entry: an absolute URL, or an absolute path on the host of the sitemap. */
  ofSitemap(loc: string): CanonicalUrl | undefined;
  /** Resolves the URL of a feed's entry, which may be relative. */
  ofFeed(entry: Pick<ListedEntry, 'loc' | 'base'>): CanonicalUrl | undefined;
}

/** @param url URL of the list */
export function entryUrls(url: CanonicalUrl, identity: UrlIdentity): EntryUrls {
  const resolve = linkResolver(url, 'utf-8', identity);
  let base: string | undefined;
  let resolveWithin: ResolveLink = resolve;
  return {
    ofSitemap: (loc) => (sitemapUrl.test(loc) ? resolve(loc) : undefined),
    ofFeed(entry) {
      if (entry.base !== base) {
        base = entry.base;
        const known = base === undefined ? undefined : canonicalise(base, url);
        resolveWithin = known?.ok ? linkResolver(known.url, 'utf-8', identity) : resolve;
      }
      return resolveWithin(entry.loc);
    },
  };
}
