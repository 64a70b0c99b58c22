import type { OutboxPage, OutboxRemoval } from './outbox.ts';
import type { ChangeLine, PageContent, PageRecord } from './record.ts';
import type { CanonicalUrl, HostName } from './url.ts';

/** Where a change stands: it names the line, so that a gap shows. */
export interface ChangePlace {
  readonly job: string;
  readonly host: HostName;
  readonly turn: number;
  readonly ordinal: number;
}

/** The line of a record that was created or updated. */
export function pageChange(
  place: ChangePlace,
  page: OutboxPage,
  content: PageContent,
  urls: readonly CanonicalUrl[],
): ChangeLine {
  const { robots: _, ...said } = content;
  const { url, ...response } = page.response;
  const record: PageRecord = {
    ...said,
    finalUrl: url,
    urls,
    depth: page.depth,
    response,
    firstSeen: page.firstSeen,
    lastChecked: response.fetchedAt,
    lastChanged: page.lastChanged,
  };
  return {
    v: 1,
    ...place,
    change: page.change,
    md5: page.md5,
    at: response.fetchedAt,
    url,
    ...(page.document === undefined ? {} : { document: page.document }),
    record,
  };
}

/** The line of a record that no URL leads to any more. */
export function deletion(place: ChangePlace, removal: OutboxRemoval): ChangeLine {
  return {
    v: 1,
    ...place,
    change: 'deleted',
    md5: removal.md5,
    at: removal.at,
    url: removal.url,
    cause: removal.cause,
  };
}
