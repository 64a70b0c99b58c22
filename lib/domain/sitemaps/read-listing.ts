import { gunzipped, isGzip } from './gunzipped.ts';
import type { ListedEntry, ListingFormat } from './listing.ts';
import { type ListingReaderOptions, listingReader } from './listing-reader.ts';
import type { Moment } from './moment.ts';

export interface ListingRequest extends ListingReaderOptions {
  /** What is read of it, decoded; the protocol allows 50 MB. */
  readonly maxBytes: number;
  /** The protocol allows 50,000. */
  readonly maxEntries: number;
  /** Called before the first entry, as soon as it is clear that this is a list. */
  onFormat?(format: ListingFormat): void;
  onEntry(entry: ListedEntry): void;
}

/** What there was. */
export type Listing =
  | {
      readonly kind: 'listing';
      readonly format: ListingFormat;
      readonly entries: number;
      /** There was, or may have been, more than was read. */
      readonly isCut: boolean;
      /** Decoded bytes that were read. */
      readonly bytes: number;
      readonly lastmod?: Moment;
    }
  | { readonly kind: 'other' };

/**
 * Reads a sitemap or a feed as it comes: XML, text or JSON, as it is or as a gzip file. Never more of it is held than
 * one entry and one piece, and reading ends at either cap.
 * @param pieces content coding undone; read no further than is wanted, and then returned
 */
export async function readListing(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  request: ListingRequest,
): Promise<Listing> {
  let format: ListingFormat | undefined;
  let isOther = false;
  let entries = 0;
  let bytes = 0;
  let lastmod: Moment | undefined;
  const reader = listingReader(
    {
      onFormat(found) {
        format = found;
        request.onFormat?.(found);
      },
      onOther() {
        isOther = true;
      },
      onEntry(entry) {
        if (entries === request.maxEntries) return false;
        entries += 1;
        request.onEntry(entry);
        return true;
      },
      onLastmod(moment) {
        lastmod ??= moment;
      },
    },
    request,
  );
  let isCut = false;
  for await (const piece of await contentOf(pieces)) {
    const room = request.maxBytes - bytes;
    bytes += Math.min(room, piece.length);
    if (reader.write(piece.length > room ? piece.subarray(0, room) : piece) && piece.length <= room) continue;
    isCut = true;
    break;
  }
  reader.end(isCut);
  if (isOther || format === undefined) return { kind: 'other' };
  return { kind: 'listing', format, entries, isCut, bytes, ...(lastmod === undefined ? {} : { lastmod }) };
}

/** The bytes, or what is in them when they are a gzip file. */
async function contentOf(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const source = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  let start: Uint8Array = new Uint8Array(0);
  let isOver = false;
  while (start.length < 3 && !isOver) {
    const next = await source.next();
    if (next.done) isOver = true;
    else start = Buffer.concat([start, next.value]);
  }
  const whole = again(start, source);
  return isGzip(start) ? gunzipped(whole) : whole;
}

async function* again(
  start: Uint8Array,
  source: AsyncIterator<Uint8Array> | Iterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    if (start.length > 0) yield start;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}
