import { authorityOf, type CanonicalUrl, hostOf } from '../../base/url/url.ts';

/**
 * Which entries of a sitemap count. `protocol`: those below the directory of the sitemap, or, if robots.txt of its host
 * names the sitemap, those of the whole host (sitemaps.org, 'Sitemap file location'); `host`: those of its host; `any`:
 * all.
 */
export const locationPolicies = ['protocol', 'host', 'any'] as const;
export type LocationPolicy = (typeof locationPolicies)[number];

/** Whether a sitemap may list a URL. @param isNamed whether robots.txt of the sitemap's host names the sitemap */
export function speaksFor(
  policy: LocationPolicy,
  sitemap: CanonicalUrl,
  isNamed: boolean,
  url: CanonicalUrl,
): boolean {
  if (policy === 'any') return true;
  if (policy === 'host') return hostOf(url) === hostOf(sitemap);
  if (isNamed) return authorityOf(url) === authorityOf(sitemap);
  const path = sitemap.replace(/[?#].*$/s, '');
  return url.startsWith(path.slice(0, path.lastIndexOf('/') + 1));
}
