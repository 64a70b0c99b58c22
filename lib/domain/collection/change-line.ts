import { joinObjects } from '../base/join-objects.ts';
import { jsonLine } from '../base/json-line.ts';
import type { WrittenContent } from '../document/written-content.ts';
import type { CanonicalUrl, HostName } from '../url/url.ts';
import type { OutboxPage, OutboxRemoval } from './outbox.ts';
import type { ChangeLine, PageContent, PageRecord } from './record.ts';

/** Where a change stands: it names the line, so that a gap shows. */
export interface ChangePlace {
  readonly job: string;
  readonly host: HostName;
  readonly turn: number;
  readonly ordinal: number;
  readonly previous?: number;
}

/** What a record says beside its content. */
type Circumstances = Omit<PageRecord, keyof PageContent>;

/** What the register of records came to say of a page. */
export interface Registered {
  readonly change: 'created' | 'updated';
  readonly revision?: number;
  /** Epoch ms. */
  readonly firstSeen: number;
  /** Key of the record's raw document. */
  readonly document?: string;
  readonly urls: readonly CanonicalUrl[];
}

/** The line (`ChangeLine`, as JSON) of a record that was created or updated. */
export function pageChange(
  place: ChangePlace,
  page: OutboxPage,
  content: WrittenContent,
  registered: Registered = alone(page),
): string {
  const { url, ...response } = page.response;
  const { urls, firstSeen, revision, document } = registered;
  const circumstances: Circumstances = {
    finalUrl: url,
    urls,
    depth: page.depth,
    response,
    firstSeen,
    lastChecked: response.fetchedAt,
    lastChanged: page.lastChanged,
    ...(page.history === undefined ? {} : { history: page.history }),
  };
  const change: Omit<ChangeLine, 'record'> = {
    v: 1,
    ...place,
    change: registered.change,
    md5: page.md5,
    ...(revision === undefined ? {} : { revision }),
    at: page.at ?? response.fetchedAt,
    url,
    ...(document === undefined ? {} : { document }),
  };
  const record = joinObjects(content.rest, `{"links":${content.links}}`, JSON.stringify(circumstances));
  return jsonLine(joinObjects(JSON.stringify(change), `{"record":${record}}`));
}

/** A page as if no other had its content. */
function alone({ firstSeen, document, response: { url } }: OutboxPage): Registered {
  return { change: 'created', firstSeen, urls: [url], ...(document === undefined ? {} : { document }) };
}

/** The line of a record that no URL leads to any more. @param revision of the record; 0: there was none */
export function deletion(place: ChangePlace, removal: OutboxRemoval, revision: number): ChangeLine {
  return { v: 1, ...place, change: 'deleted', ...removed(removal, revision) };
}

/** The line of a record that a URL no longer leads to, and others do. @param left what they lead to, and which they are */
export function departure(
  place: ChangePlace,
  removal: OutboxRemoval,
  revision: number,
  left: { readonly line: ChangeLine; readonly record: PageRecord; readonly urls: readonly CanonicalUrl[] },
): ChangeLine {
  const { document } = left.line;
  return {
    v: 1,
    ...place,
    change: 'updated',
    ...removed(removal, revision),
    ...(document === undefined ? {} : { document }),
    record: { ...left.record, urls: left.urls },
  };
}

function removed({ md5, at, url, cause }: OutboxRemoval, revision: number) {
  return { md5, ...(revision === 0 ? {} : { revision }), at, url, cause };
}
