import type { FetchResult } from '../../base/fetch/fetch-result.ts';
import { locationOf } from '../../base/fetch/status-outcome.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { linksInHeader } from '../../documents/types.ts';
import type { PageResponse } from '../../domain/collection/record.ts';

/** Header values are cut at this length: a hostile value must not swell a record. */
const maxHeader = 512;
const maxLongHeader = 4_096;

/** What an answer says about a page, without the bytes of its body. */
export function pageResponse(
  url: CanonicalUrl,
  result: Extract<FetchResult, { kind: 'response' }>,
  fetchedAt: number,
): PageResponse {
  const header = (name: string): string | undefined => result.headers[name]?.slice(0, maxHeader);
  const named = {
    etag: header('etag'),
    lastModified: header('last-modified'),
    expires: header('expires'),
    date: header('date'),
    server: header('server'),
    // Cut short, the header could lose the one word that matters.
    robotsTag: result.headers['x-robots-tag']?.slice(0, maxLongHeader),
    linkHeader: linkHeader(result.headers.link?.slice(0, maxLongHeader)),
    refresh: result.headers.refresh?.slice(0, maxLongHeader),
    location: result.status === 300 ? locationOf(result.headers)?.slice(0, maxLongHeader) : undefined,
    contentSignal: header('content-signal'),
    contentUsage: header('content-usage'),
    tdmReservation: header('tdm-reservation'),
    tdmPolicy: header('tdm-policy'),
    address: result.address,
  };
  return {
    url,
    status: result.status,
    contentType: header('content-type') ?? '',
    fetchedAt,
    wireBytes: result.wireBytes,
    bytes: result.body.length,
    truncated: result.truncated,
    ...(Object.fromEntries(
      Object.entries(named).filter(([, value]) => value !== undefined),
    ) as Partial<PageResponse>),
  };
}

/** Keeps only a header with links that count: most headers only name style sheets and fonts. */
function linkHeader(header: string | undefined): string | undefined {
  return header !== undefined && linksInHeader(header).length > 0 ? header : undefined;
}
