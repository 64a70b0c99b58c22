import type { ListingFormat } from '../../../lib/base/fetch/outcome.ts';
import type { ListedEntry } from '../../../lib/rules/sitemaps/listing.ts';
import { type Listing, readListing } from '../../../lib/rules/sitemaps/read-listing.ts';

export interface Read {
  readonly listing: Listing;
  readonly format: ListingFormat | undefined;
  readonly entries: readonly ListedEntry[];
}

/** Reads a list that comes in pieces. A text may be one unless `mayBeText` is false. */
export async function read(
  pieces: readonly (string | Uint8Array)[],
  options: {
    charset?: string;
    mayBeText?: boolean;
    maxBytes?: number;
    maxEntries?: number;
    endedEarly?: () => boolean;
  } = {},
): Promise<Read> {
  const entries: ListedEntry[] = [];
  const listing = await readListing(
    pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
    {
      ...{ mayBeText: true, maxBytes: 52_428_800, maxEntries: 50_000, ...options },
      onEntry: (entry) => void entries.push(entry),
    },
  );
  return { listing, entries, format: listing.kind === 'listing' ? listing.format : undefined };
}

export async function locs(...pieces: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
  return (await read(pieces)).entries.map(({ loc }) => loc);
}
