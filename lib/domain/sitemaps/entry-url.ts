import { linkResolver, type ResolveLink } from '../document/html/resolve-link.ts';
import { canonicalise } from '../url/canonicalise.ts';
import type { UrlIdentity } from '../url/identity.ts';
import type { CanonicalUrl } from '../url/url.ts';
import type { ListedEntry } from './listing.ts';

/** The protocol asks for whole URLs; a path alone occurs, and can mean only one thing. */
const sitemapUrl = /^(?:https?:\/\/|\/)/i;

/** Turns what entries of one list say into canonical URLs; undefined for what cannot be crawled. */
export interface EntryUrls {
  /** Of an entry of a sitemap: a whole URL, or a path of the sitemap's host. */
  ofSitemap(loc: string): CanonicalUrl | undefined;
  /** Of an entry of a feed, which may be relative. */
  ofFeed(entry: Pick<ListedEntry, 'loc' | 'base'>): CanonicalUrl | undefined;
}

/** @param url of the list itself */
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
