import type { InboxMessage } from '../frontier/inbox-item.ts';
import type { CanonicalUrl, HostName } from '../url/url.ts';
import type { PageHistory, PageResponse } from './record.ts';

/**
 * A page whose record a turn creates or updates when it is published: with its raw document, all that the record and its
 * change line need.
 */
export interface OutboxPage {
  readonly md5: string;
  readonly digest: string;
  readonly response: PageResponse;
  readonly depth: number;
  /** Epoch ms from which its URL has led to it: when the record is made by it, that of the record. */
  readonly firstSeen: number;
  readonly lastChanged: number;
  /** Absent: its URL was visited for the first time. */
  readonly history?: PageHistory;
  /** Epoch ms of the change, when it is not that of the fetch: a page that was judged again. */
  readonly at?: number;
  /** Its record has its URL, and only its verdict is new: the change line before was good until this one is there. */
  readonly revises?: true;
  /** Key of a raw document with this content; absent when documents are not kept. */
  readonly document?: string;
}

/** A URL that no longer leads to a record. */
export interface OutboxRemoval {
  readonly md5: string;
  readonly url: CanonicalUrl;
  /** The class of outcome that took it away. */
  readonly cause: string;
  readonly at: number;
}

/** What a committed turn still owes the world: publishing it twice is publishing it once. */
export interface Outbox {
  /** `ChangeLine.previous` of its lines. */
  readonly previous?: number;
  readonly pages: readonly OutboxPage[];
  readonly removals: readonly OutboxRemoval[];
  /** What other hosts are to be told: their names are those of its URLs now. Absent: nothing. */
  readonly mail?: readonly OutboxMail[];
  /** Inbox items that the turn took in. */
  readonly inbox: readonly string[];
  /** Segments that the body no longer names. */
  readonly spent: readonly string[];
  /** Where the change lines stand when raw documents are not kept. */
  readonly staged?: string;
  /** Epoch ms of the next turn; absent when the host has nothing to do. */
  readonly next?: number;
  /** Absent: the host is not parked. */
  readonly parked?: { readonly since: number; readonly reason: string };
  /** What the turn means to the host's registered domain; absent when it has none. */
  readonly domain?: OutboxDomain;
}

export interface OutboxMail {
  readonly host: HostName;
  readonly message: InboxMessage;
}

export interface OutboxDomain {
  readonly name: string;
  /** Absent: in good standing. */
  readonly standing?: 'trying' | 'proved' | 'barren' | 'twin';
  /** There may be tries for hosts that wait. */
  readonly tries?: true;
  /** Hosts that it linked to before it had made its name, which it has now. */
  readonly vouches?: readonly HostName[];
  /** To be added to what its hosts came to, where a budget asks. */
  readonly spent?: { readonly pages: number; readonly bytes: number };
}

/** Whether a turn puts a changes object: decided by its commit, whatever the lines will be when it is published. */
export function hasChanges({ pages, removals }: Pick<Outbox, 'pages' | 'removals'>): boolean {
  return pages.length + removals.length > 0;
}

/**
 * The last turn of a host that put a changes object, 0 when none did. Undefined when the body does not say.
 * @param turn the one that the body stands at, and whose outbox it has
 */
export function lastPublished(turn: number, outbox: Outbox | undefined): number | undefined {
  if (turn === 0) return 0;
  if (outbox === undefined) return undefined;
  return hasChanges(outbox) ? turn : outbox.previous;
}
