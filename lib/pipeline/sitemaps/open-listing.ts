import { Gathered } from '../../base/bytes/gather-bytes.ts';
import { parseContentType } from '../../base/charset/media-type.ts';
import { defined } from '../../base/defined.ts';
import type { ListingFormat } from '../../base/fetch/outcome.ts';
import { jsonLine } from '../../base/json-line.ts';
import { identityOf } from '../../base/url/identity.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { BodySink, FetchResult, PageReader } from '../../ports/web.ts';
import {
  entryUrls,
  isFeed,
  type Listed,
  type ListedEntry,
  listedLink,
  type OwnEntry,
  readListing,
  speaksFor,
} from '../../rules/sitemaps.ts';

/** Links in one line of the link log, which is read as a whole. */
const linksPerLine = 500;

/** A body that is not a list. */
export interface Unlisted {
  readonly body: Uint8Array;
  readonly isCut: boolean;
}

/** Reads a body as it arrives. Keeps the bytes only if it turns out not to be a list. */
export interface ListingSink {
  readonly sink: BodySink;
  /** Undefined if no body arrived. */
  result(): Listed | Unlisted | undefined;
}

export interface ListingPlace {
  readonly work: Work;
  readonly settings: JobSettings;
  /** Whether something named this URL as a sitemap. Plain text is only a sitemap then. */
  readonly isExpected: boolean;
  /** Whether the robots.txt of the host names the URL. */
  readonly isNamed: boolean;
  readonly reader: Pick<PageReader, 'readHere'>;
}

export function openListing(place: ListingPlace): ListingSink {
  let result: Listed | Unlisted | undefined;
  return {
    async sink(pieces, contentType, endedEarly) {
      const { maxBytes } = place.settings.fetch;
      /** The bytes so far of a body that may not be a list. */
      const kept = new Gathered();
      const mayGrow = (): boolean => kept.size <= maxBytes;
      let isListing = false;
      const source = pieces[Symbol.asyncIterator]();
      const body: AsyncIterable<Uint8Array> = {
        [Symbol.asyncIterator]: () => ({
          async next() {
            const next = await source.next();
            if (!next.done && !isListing && mayGrow()) kept.add(next.value);
            return next;
          },
        }),
      };
      const onListing = (): void => {
        isListing = true;
        kept.clear();
      };
      const listed = await collect(place, body, { contentType, endedEarly, onListing });
      if (listed === undefined) {
        for (let next = await source.next(); !next.done && mayGrow(); next = await source.next()) {
          kept.add(next.value);
        }
      }
      await source.return?.();
      result = listed ?? {
        body: kept.take(Math.min(kept.size, maxBytes)),
        isCut: kept.size > maxBytes || endedEarly(),
      };
    },
    result: () => result,
  };
}

/** Reads a whole body. Undefined if it is not a list. */
export async function listingIn(
  place: ListingPlace,
  {
    body,
    headers,
    truncated,
  }: Pick<Extract<FetchResult, { kind: 'response' }>, 'body' | 'headers' | 'truncated'>,
): Promise<Listed | undefined> {
  return await collect(place, [body], {
    contentType: headers['content-type'] ?? '',
    endedEarly: () => truncated,
    onListing: () => undefined,
  });
}

interface ListingBody {
  readonly contentType: string;
  readonly endedEarly: () => boolean;
  readonly onListing: () => void;
}

async function collect(
  { work, settings, isExpected, isNamed, reader }: ListingPlace,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { contentType, endedEarly, onListing }: ListingBody,
): Promise<Listed | undefined> {
  const { location, maxUrls, maxBytes } = settings.sitemaps;
  const host = hostOf(work.url);
  const urls = entryUrls(work.url, identityOf(settings));
  const own = new Map<CanonicalUrl, OwnEntry>();
  const elsewhere = new Set<CanonicalUrl>();
  const alternates = new Set<CanonicalUrl>();
  const lines = linkLines();
  let format: ListingFormat = 'sitemap';

  function add(url: CanonicalUrl | undefined, entry: ListedEntry): void {
    if (url === undefined || url === work.url || own.has(url) || elsewhere.has(url)) return;
    if (own.size + elsewhere.size >= maxUrls || !speaksFor(location, work.url, isNamed, url)) return;
    const { kind, lastmod, changefreq, priority } = entry;
    if (hostOf(url) !== host) elsewhere.add(url);
    else own.set(url, { url, kind, ...defined({ lastmod, changefreq, priority }) });
    lines.add(JSON.stringify(listedLink(url, entry, format)));
  }

  const charset = parseContentType(contentType)?.charset;
  const listing = await readListing(pieces, {
    ...{ mayBeText: isExpected, maxBytes, maxEntries: maxUrls, endedEarly, ...defined({ charset }) },
    around(read) {
      const piece = reader.readHere(work.url, read);
      return 'value' in piece ? piece.value : undefined;
    },
    onFormat(found) {
      format = found;
      onListing();
    },
    onEntry(entry) {
      add(isFeed(format) ? urls.ofFeed(entry) : urls.ofSitemap(entry.loc), entry);
      for (const { href } of entry.alternates ?? []) {
        const url = alternates.size < maxUrls ? urls.ofSitemap(href) : undefined;
        if (url !== undefined) alternates.add(url);
      }
    },
  });
  if (listing.kind === 'other') return undefined;
  // Most alternates have entries of their own, which say more.
  for (const url of alternates) add(url, { kind: 'page', loc: url });
  return { listing, own: [...own.values()], lines: lines.end() };
}

/** Links as lines of the link log. */
function linkLines() {
  const lines: string[] = [];
  let line: string[] = [];
  const end = (): readonly string[] => {
    if (line.length > 0) lines.push(jsonLine(`[${line.join(',')}]`));
    line = [];
    return lines;
  };
  return {
    add(link: string): void {
      line.push(link);
      if (line.length === linksPerLine) end();
    },
    end,
  };
}
