import { parseContentType } from '../../base/charset/media-type.ts';

/** Media types of sitemaps and feeds that few other documents have. */
const types = new Set([
  'text/xml',
  'application/xml',
  'application/rss+xml',
  'application/x-rss+xml',
  'text/rss+xml',
  'application/atom+xml',
  'text/atom+xml',
  'application/rdf+xml',
  'application/feed+json',
]);

/** Whether a body of this `Content-Type` may be a sitemap or feed, although no robots.txt, index or link says so. */
export function mayBeListing(contentType: string): boolean {
  const declared = parseContentType(contentType);
  return declared !== undefined && types.has(declared.essence);
}
