import { authorityOf, type CanonicalUrl, hostOf } from '../url/url.ts';

/**
 * Which entries of a sitemap count. `protocol`: those below its own directory, or of all its host when robots.txt of
 * that host names it (sitemaps.org, 'Sitemap file location'); `host`: those of its own host; `any`: all.
 */
export const locationPolicies = ['protocol', 'host', 'any'] as const;
export type LocationPolicy = (typeof locationPolicies)[number];

/** Whether a sitemap may speak for a URL. @param isNamed the robots.txt of its own host names the sitemap */
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
