import { authorityOf, type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import type { LocationPolicy } from './sitemap-settings.ts';

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
