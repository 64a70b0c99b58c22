import { constants, gunzipSync } from 'node:zlib';
import { parseContentType } from '../../../lib/base/charset/media-type.ts';
import type { ListingFormat } from '../../../lib/base/fetch/outcome.ts';
import { isGzip } from '../../../lib/base/fetch/undo-coding.ts';
import { identityOf } from '../../../lib/base/url/identity.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { parseOnly } from '../../../lib/base/url/url-settings.ts';
import { entryUrls } from '../../../lib/rules/sitemaps/entry-url.ts';
import type { ListedEntry } from '../../../lib/rules/sitemaps/listing.ts';
import { listingReader } from '../../../lib/rules/sitemaps/listing-reader.ts';
import type { DateTime } from '../../../lib/rules/sitemaps/w3c-date-time.ts';

export interface ReadEntry extends ListedEntry {
  readonly url: CanonicalUrl;
}

/** A whole sitemap or feed, its entries with their URLs; undefined for what is none. */
export function readWhole(
  url: CanonicalUrl,
  bytes: Uint8Array,
  contentType: string,
):
  | { readonly format: ListingFormat; readonly entries: readonly ReadEntry[]; readonly lastmod?: DateTime }
  | undefined {
  let format: ListingFormat | undefined;
  let lastmod: DateTime | undefined;
  const entries: ReadEntry[] = [];
  const urls = entryUrls(url, identityOf({ url: { ...parseOnly, sessionIds: [], tracking: [] } }));
  const charset = parseContentType(contentType)?.charset;
  const reader = listingReader(
    {
      onFormat: (found) => {
        format = found;
      },
      onOther: () => undefined,
      onEntry(entry) {
        const isFeed = format === 'rss' || format === 'atom' || format === 'json-feed';
        const found = isFeed ? urls.ofFeed(entry) : urls.ofSitemap(entry.loc);
        if (found !== undefined) entries.push({ ...entry, url: found });
        return true;
      },
      onLastmod: (moment) => {
        lastmod ??= moment;
      },
    },
    { mayBeText: true, ...(charset === undefined ? {} : { charset }) },
  );
  reader.write(isGzip(bytes) ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes);
  reader.end(false);
  return format === undefined
    ? undefined
    : { format, entries, ...(lastmod === undefined ? {} : { lastmod }) };
}
