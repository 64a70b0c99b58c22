import type { ListingFormat } from '../../base/fetch/outcome.ts';
import type { ListedLink } from '../../base/links/link.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { ListedEntry } from './listing.ts';

/** Returns an entry of a sitemap or feed in the form of the link log. */
export function listedLink(url: CanonicalUrl, entry: ListedEntry, format: ListingFormat): ListedLink {
  const { kind, title, lastmod, changefreq, priority, news, images, videos } = entry;
  const listed = {
    ...(lastmod === undefined ? {} : { lastmod: new Date(lastmod.at).toISOString() }),
    ...(changefreq === undefined ? {} : { changefreq }),
    ...(priority === undefined ? {} : { priority }),
    ...(news === undefined ? {} : { news }),
    ...(images === undefined ? {} : { images }),
    ...(videos === undefined ? {} : { videos }),
  };
  return {
    url,
    anchor: title ?? '',
    rel: [],
    element: kind === 'sitemap' ? 'index' : isFeed(format) ? 'feed' : 'sitemap',
    place: 'body',
    ...(Object.keys(listed).length === 0 ? {} : { listed }),
  };
}

export function isFeed(format: ListingFormat): boolean {
  return format === 'rss' || format === 'atom' || format === 'json-feed';
}
