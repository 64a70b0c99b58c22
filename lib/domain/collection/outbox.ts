import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import type { InboxMessage } from '../inbox/inbox-item.ts';
import type { ConvertedNews } from '../orders/converted-news.ts';
import type { PageResponse } from './record.ts';
import type { ToldFields } from './told-fields.ts';

/**
 * A page whose record is created or updated when the turn is published. Together with the raw document it holds all
 * that the record and the change line need.
 */
export interface OutboxPage extends ToldFields {
  readonly md5: string;
  readonly digest: string;
  readonly response: PageResponse;
  readonly depth: number;
  /** Epoch ms since when the URL leads to this content. If this page creates the record, the record gets this time. */
  readonly firstSeen: number;
  readonly lastChanged: number;
  /** Epoch ms of the change if it is not the time of the fetch: the page was judged again. */
  readonly at?: number;
  /**
   * Only the verdict is new; the record has the URL already. The previous change line stays valid until this one is
   * published.
   */
  readonly revises?: true;
  /** Name of a raw document with this content (a handle, until the turn has stored it); absent if the job keeps no documents. */
  readonly document?: string;
}

/** A URL that no longer leads to a record. */
export interface OutboxRemoval {
  readonly md5: string;
  readonly url: CanonicalUrl;
  /** The class of outcome because of which the URL was removed. */
  readonly cause: string;
  readonly at: number;
}

/** What parts leave to be done once their turn is committed. A capability declares its own field beside its part (`declare module`). */
export interface OwedByParts {
  /** Effects of the turn on the host's registered domain; absent if the host has none. */
  readonly domain?: OutboxDomain;
  /** Documents of the host to be converted, and those whose conversion is over. Absent: none. */
  readonly conversions?: OutboxConversions;
}

/** What a committed turn has yet to publish. Publishing twice has the same effect as once. */
export interface Outbox extends OwedByParts {
  /** The turn before that has lines: `ChangeLine.previous`. */
  readonly previous?: LinesPlace;
  /** The changes object that the lines are meant for; present if the turn has changes to publish. */
  readonly object?: string;
  readonly pages: readonly OutboxPage[];
  readonly removals: readonly OutboxRemoval[];
  /** Messages for other hosts, by the present names of these hosts. Absent: none. */
  readonly mail?: readonly OutboxMail[];
  /** Inbox items that the turn took in. */
  readonly inbox: readonly string[];
  /** Segments to which the body no longer refers: they can be deleted. */
  readonly spent: readonly string[];
  /** Key of the staged change lines; present if raw documents are not kept. */
  readonly staged?: string;
  /** Epoch ms of the next turn; absent if the host has nothing to do. */
  readonly next?: number;
  /** Absent: the host is not parked. */
  readonly parked?: { readonly since: number; readonly reason: string };
}

export interface OutboxConversions {
  readonly ask: readonly ConvertedNews[];
  /** Ids whose document and result can be deleted. */
  readonly drop: readonly string[];
}

export interface OutboxMail {
  readonly host: HostName;
  readonly message: InboxMessage;
}

export interface OutboxDomain {
  readonly name: string;
  /** Absent: in good standing. */
  readonly standing?: 'trying' | 'proved' | 'first' | 'barren' | 'twin';
  /** Pages and bytes to add to the totals of the domain; present if a budget or rules of a strategy ask for them. */
  readonly spent?: { readonly pages: number; readonly bytes: number };
}

/** The lines of a turn of a host, and the name of the changes object that has them. */
export interface LinesPlace {
  /** 0: no turn. */
  readonly turn: number;
  /** Absent for turn 0. */
  readonly object?: string;
}

/**
 * Returns the last lines that a host published; turn 0 if it never did; undefined if that is not known.
 * @param body turn of the body, and the outbox of that turn
 * @param told the last lines that were published, as the host's control has them
 */
export function lastLines(
  { turn, outbox }: { readonly turn: number; readonly outbox: unknown },
  told: LinesPlace | undefined,
): LinesPlace | undefined {
  if (told !== undefined) return told;
  return turn === 0 ? { turn } : (outbox as Outbox | undefined)?.previous;
}
