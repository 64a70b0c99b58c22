import { gunzipped, isGzip } from './gunzipped.ts';
import type { ListedEntry, ListingFormat } from './listing.ts';
import { type ListingReaderOptions, listingReader } from './listing-reader.ts';
import type { DateTime } from './w3c-date-time.ts';

export interface ListingRequest extends ListingReaderOptions {
  /** Reading ends after this many decoded bytes; the protocol allows 50 MB. */
  readonly maxBytes: number;
  /** Reading ends after this many entries; the protocol allows 50,000. */
  readonly maxEntries: number;
  /** Calls `read`, which reads a piece without a wait; absent: it is simply called. Undefined: it may not be read, and reading ends. */
  around?<T>(read: () => T): T | undefined;
  /** Called before the first entry, as soon as the format is recognised. */
  onFormat?(format: ListingFormat): void;
  onEntry(entry: ListedEntry): void;
}

/** The result of reading a body as a sitemap or feed. `other`: the body is neither. */
export type Listing =
  | {
      readonly kind: 'listing';
      readonly format: ListingFormat;
      readonly entries: number;
      /** Whether the list has, or may have, more than was read. */
      readonly isCut: boolean;
      /** Decoded bytes that were read. */
      readonly bytes: number;
      /** When the list last changed, if it says so. */
      readonly lastmod?: DateTime;
    }
  | { readonly kind: 'other' };

/**
 * Reads a sitemap or feed as a stream: XML, text or JSON, plain or as a gzip file. Holds at most one entry and one
 * piece (JSON is held as a whole). Reading ends at `maxBytes` or `maxEntries`.
 * @param pieces body with content coding removed; the iterator is closed as soon as no more is needed
 */
export async function readListing(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  request: ListingRequest,
): Promise<Listing> {
  let format: ListingFormat | undefined;
  let isOther = false;
  let entries = 0;
  let bytes = 0;
  let lastmod: DateTime | undefined;
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
  const { around = (read) => read() } = request;
  let isCut = false;
  for await (const piece of await contentOf(pieces)) {
    const room = request.maxBytes - bytes;
    bytes += Math.min(room, piece.length);
    const part = piece.length > room ? piece.subarray(0, room) : piece;
    if (around(() => reader.write(part)) && piece.length <= room) continue;
    isCut = true;
    break;
  }
  around(() => reader.end(isCut));
  if (isOther || format === undefined) return { kind: 'other' };
  return { kind: 'listing', format, entries, isCut, bytes, ...(lastmod === undefined ? {} : { lastmod }) };
}

/** Returns the pieces, decompressed if they are a gzip file. */
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
  const whole = startingWith(start, source);
  return isGzip(start) ? gunzipped(whole) : whole;
}

async function* startingWith(
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
