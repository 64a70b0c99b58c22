import { parseContentType } from '../document/charset/media-type.ts';

/** Media types under which sitemaps and feeds come, and hardly anything else that is read. */
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

/** Whether a body of this `Content-Type` may be a sitemap or a feed although nobody said that it is one. */
export function mayBeListing(contentType: string): boolean {
  const declared = parseContentType(contentType);
  return declared !== undefined && types.has(declared.essence);
}
