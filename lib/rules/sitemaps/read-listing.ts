import { ByteSource, type Bytes } from '../../base/fetch/byte-source.ts';
import type { ListingFormat } from '../../base/fetch/outcome.ts';
import { DamagedCoding, isGzip, undoCoding } from '../../base/fetch/undo-coding.ts';
import type { ListedEntry } from './listing.ts';
import { type ListingReaderOptions, listingReader } from './listing-reader.ts';
import type { DateTime } from './w3c-date-time.ts';

export interface ListingRequest extends ListingReaderOptions {
  /** Reading ends after this many decoded bytes; the protocol allows 50 MB. */
  readonly maxBytes: number;
  /** Reading ends after this many entries; the protocol allows 50,000. */
  readonly maxEntries: number;
  /** Calls `read`, which reads a piece without a wait; absent: it is simply called. Undefined: it may not be read, and reading ends. */
  around?<T>(read: () => T): T | undefined;
  /** Whether the body ended before it should, asked after the last piece. */
  endedEarly?(): boolean;
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
export async function readListing(pieces: Bytes, request: ListingRequest): Promise<Listing> {
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
  const onEarly = (): void => {
    isCut = true;
  };
  for await (const piece of contentOf(pieces, onEarly)) {
    const room = request.maxBytes - bytes;
    bytes += Math.min(room, piece.length);
    const part = piece.length > room ? piece.subarray(0, room) : piece;
    if (around(() => reader.write(part)) && piece.length <= room) continue;
    isCut = true;
    break;
  }
  if (request.endedEarly?.() === true) isCut = true;
  around(() => reader.end(isCut));
  if (isOther || format === undefined) return { kind: 'other' };
  return { kind: 'listing', format, entries, isCut, bytes, ...(lastmod === undefined ? {} : { lastmod }) };
}

/** Returns the pieces, decompressed if they are a gzip file. @param onEarly called after the last if there should be more */
async function* contentOf(pieces: Bytes, onEarly: () => void): AsyncGenerator<Uint8Array> {
  const source = new ByteSource(pieces);
  try {
    if (isGzip(await source.start(3)))
      yield* undoCoding(source, 'gzip', (end) => {
        if (end === 'early') onEarly();
      });
    else yield* source;
  } catch (error) {
    if (!(error instanceof DamagedCoding)) throw error;
    onEarly();
  } finally {
    await source.close();
  }
}
