/** What a host lists: sitemaps and feeds. */
export { type ReportedChanges, reportedChanges } from './sitemaps/changes.ts';
export { entryUrls } from './sitemaps/entry-url.ts';
export type { Listed, OwnEntry } from './sitemaps/listed.ts';
export { isFeed, listedLink } from './sitemaps/listed-link.ts';
export type { ListedEntry } from './sitemaps/listing.ts';
export { mayBeListing } from './sitemaps/listing-type.ts';
export { speaksFor } from './sitemaps/location.ts';
export { listedRank } from './sitemaps/rank.ts';
export { readListing } from './sitemaps/read-listing.ts';
