import type { CanonicalUrl } from '../url/url.ts';

/** The headers of an answer in which its owner says what the page may be used for. */
export interface WishHeaders {
  /** The `X-Robots-Tag` header, lines joined with a line feed. */
  readonly robotsTag?: string;
  /** The headers of these names, as received. */
  readonly contentSignal?: string;
  readonly contentUsage?: string;
  readonly tdmReservation?: string;
  readonly tdmPolicy?: string;
}

/** What the answer tells about a page, other than its bytes. Dates in epoch milliseconds, sizes in bytes. */
export interface PageAnswer extends WishHeaders {
  readonly url: CanonicalUrl;
  readonly status: number;
  /** The `Content-Type` header as received; empty if there is none. */
  readonly contentType: string;
  readonly etag?: string;
  /** The header as received: it is sent back unchanged in `If-Modified-Since`. */
  readonly lastModified?: string;
  readonly expires?: string;
  readonly date?: string;
  readonly server?: string;
  /** The IP address of the connection. */
  readonly address?: string;
  /** The `Link` header, if it has links that count (`linksInHeader`). Needed to read the page again. */
  readonly linkHeader?: string;
  /** The `Refresh` header, read as a meta refresh, and the `Location` of a 300, a link. Needed to read the page again. */
  readonly refresh?: string;
  readonly location?: string;
  readonly fetchedAt: number;
  /** Bytes on the wire, and after the content coding was removed. */
  readonly wireBytes: number;
  readonly bytes: number;
  /** Whether the body is longer than `fetch.maxBytes`; the rest was not read. */
  readonly truncated: boolean;
}
