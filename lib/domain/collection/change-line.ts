import { defined } from '../../base/defined.ts';
import { jsonLine } from '../../base/json-line.ts';
import type { Line } from '../../base/line.ts';
import type { PageContent } from '../../base/page/page-content.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import type { StoredContent } from '../reading/written-content.ts';
import type { OutboxPage, OutboxRemoval } from './outbox.ts';
import { type ChangeLine, eventVersion, type PageRecord, type Predecessor } from './record.ts';
import { type ToldFields, toldBeside } from './told-fields.ts';

/** Identifies a change line by job, host, turn and ordinal, so that readers notice a gap. */
export interface ChangePlace {
  readonly job: string;
  readonly host: HostName;
  readonly turn: number;
  readonly ordinal: number;
  readonly previous?: Predecessor;
}

/** The fields of a record that are not its content. */
type Circumstances = Omit<PageRecord, keyof PageContent>;

/** The entry of the register for the record of a page, after the page was entered. */
export interface Registered {
  readonly change: 'created' | 'updated';
  readonly revision?: number;
  /** Epoch ms. */
  readonly firstSeen: number;
  /** Name of the record's raw document. */
  readonly document?: string;
  readonly urls: readonly CanonicalUrl[];
  /** What was found out of the record as it was entered. */
  readonly told?: { readonly [F in keyof ToldFields]?: ToldFields[F] | undefined };
}

/** What is published with a page, and no record tells: what a capability adds to it is named here, or it does not compile. */
const pageNames: ReadonlySet<string> = new Set(
  Object.keys({
    ...{ md5: true, digest: true, response: true, depth: true, firstSeen: true, lastChanged: true },
    ...{ at: true, revises: true, near: true, document: true },
  } satisfies Readonly<Record<Exclude<keyof OutboxPage, keyof ToldFields>, true>>),
);

/** Returns the change line (`ChangeLine` as JSON, in parts) for a record that was created or updated. */
export function pageChange(
  place: ChangePlace,
  page: OutboxPage,
  content: StoredContent,
  registered: Registered = onlyPage(page),
): Line {
  const { url, ...response } = page.response;
  const { urls, firstSeen, revision, document, told } = registered;
  const circumstances: Circumstances = {
    finalUrl: url,
    urls,
    depth: page.depth,
    response,
    firstSeen,
    lastChecked: response.fetchedAt,
    lastChanged: page.lastChanged,
    ...defined({ ...toldBeside(pageNames, page), ...told }),
  };
  const change: Omit<ChangeLine, 'record'> = {
    v: eventVersion,
    ...place,
    change: registered.change,
    md5: page.md5,
    ...(revision === undefined ? {} : { revision }),
    at: page.at ?? response.fetchedAt,
    url,
    ...(document === undefined ? {} : { document }),
  };
  // What is written already is neither read nor copied here: the line is put together where it is stored.
  const before = jsonLine(JSON.stringify(change)).slice(0, -1);
  const after = jsonLine(JSON.stringify(circumstances)).slice(1);
  const { rest } = content;
  const open = typeof rest === 'string' ? rest.slice(0, -1) : rest.subarray(0, -1);
  return [`${before},"record":`, open, ',"links":', content.links, `,${after}}`];
}

/** Returns the register entry of a page as if no other page had its content. */
function onlyPage({ firstSeen, document, response: { url } }: OutboxPage): Registered {
  return { change: 'created', firstSeen, urls: [url], ...(document === undefined ? {} : { document }) };
}

/**
 * Returns the change line for a record to which no URL leads any more.
 * @param revision of the record; 0: the record has none
 */
export function deletion(place: ChangePlace, removal: OutboxRemoval, revision: number): ChangeLine {
  return { v: eventVersion, ...place, change: 'deleted', ...removed(removal, revision) };
}

/**
 * Returns the change line for a record to which one URL no longer leads, but others do.
 * @param left the record, its last change line, and the other URLs
 */
export function departure(
  place: ChangePlace,
  removal: OutboxRemoval,
  revision: number,
  left: { readonly line: ChangeLine; readonly record: PageRecord; readonly urls: readonly CanonicalUrl[] },
): ChangeLine {
  const { document } = left.line;
  return {
    v: eventVersion,
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
