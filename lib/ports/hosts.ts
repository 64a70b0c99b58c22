import type { HostName } from '../base/url/url.ts';
import type { HostCare } from '../domain/control/host-care.ts';
import type { OverBudget } from '../domain/frontier/budgets/over-budget.ts';
import type { HostPoliteness } from '../domain/politeness/host-politeness.ts';

/** A host of a job: the unit of state, order and concurrency. */
export interface HostKey {
  readonly job: string;
  readonly host: HostName;
}

export type HostState = 'idle' | 'due' | 'ticketed';

/** Totals of a host since its first turn, as its last committed turn left them. */
export interface HostCounters {
  /** URLs waiting for their first visit, or unchecked. */
  readonly pending: number;
  /** The pending URLs that look like a trap and wait until something speaks for them; absent: none. */
  readonly held?: number;
  /** Visited URLs that will be visited again, retries of failures included. */
  readonly visited: number;
  /** Epoch ms of the oldest check among `visited`, or earlier; absent: none was visited, or an older version counted. */
  readonly checked?: number;
  /** Visits by class of outcome, for example `{ stored: 12, failed: 1 }`. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Of these, visits that judged a page again; absent: none. */
  readonly repeated?: Readonly<Record<string, number>>;
  /** Decoded bytes of all answers. */
  readonly bytes: number;
  /** Visits that ended as unsupported, by media type; at most 20 types, the rest as `other`. */
  readonly unsupported?: Readonly<Record<string, number>>;
  /** What the budgets of the host keep back; present once they kept back anything. */
  readonly overBudget?: OverBudget;
}

/** The small item of a host (CTRL). `(state, turn, ticket)` is its stamp: every write is conditional on the stamp. */
export interface HostControl {
  readonly state: HostState;
  /** The number of the turn that the last ticket was for; 0 before the first. */
  readonly turn: number;
  /** Present while ticketed. */
  readonly ticket?: string;
  /**
   * Epoch ms after which the ticket counts as lost; the due index has an entry at this time. Present while ticketed, and
   * while due when that entry is still there, so that the next ticket ends at the same time and needs no new entry.
   */
  readonly ticketExpires?: number;
  /**
   * While due: epoch ms of the host's entry in the due index. While ticketed: the time of the entry that led to the
   * ticket; that entry may be deleted late, so no new entry of the host may have its time.
   */
  readonly dueAt?: number;
  /** The band of the due index in which the host waits, or waited before its ticket; absent: the front band. */
  readonly band?: number;
  /** The rank of the host's entry in that band; absent: none. */
  readonly rank?: number;
  /** The number of the last turn whose outbox was published. */
  readonly published: number;
  /**
   * The last turn that had lines to publish, and the changes object that has them; absent: there is none, or an earlier
   * version of Winnow published it.
   */
  readonly told?: { readonly turn: number; readonly object: string };
  /** Tickets of this host in a row whose worker died; tickets that no worker took up do not count. */
  readonly attempts: number;
  /** Present while a page of the host may kill workers. */
  readonly care?: HostCare;
  /** Present while the host fails, or shares its gate with others. */
  readonly politeness?: HostPoliteness;
  /**
   * How far the host has come with its registered domain (`lib/domain/domains/`): `trying`: it was tried and has yet to
   * bring something; `proved`: it brought something new, and few pages; `first`: the same, of the first host of its domain; `barren`: it brought nothing; `twin`: another host
   * says the same. Absent: in good standing, or before its first turn.
   */
  readonly standing?: 'trying' | 'proved' | 'first' | 'barren' | 'twin';
  /**
   * Present while the host may not be tried (`lib/domain/domains/domain-credit.ts`): the account that has no credit, and
   * since when (epoch ms). `isBarren`: what was tried on it brought next to nothing new.
   */
  readonly waits?: { readonly domain: string; readonly since: number; readonly isBarren?: true };
  /** Present while a host that was opened has not had its turn yet: `account` of its try; absent: it needs none. */
  readonly opened?: { readonly account?: string; readonly isFirst?: true };
  readonly counters: HostCounters;
}

/** The large item of a host (BODY): opaque bytes of the domain's log-structured store. */
export interface StoredBody {
  readonly turn: number;
  readonly bytes: Uint8Array;
}

/** A message for a host that its next turn takes in. */
export interface InboxItem {
  /** Chosen by the sender: a second item with the same id replaces the first. At most 200 characters. */
  readonly id: string;
  readonly bytes: Uint8Array;
  /** URLs that the item brings; absent: none. */
  readonly urls?: number;
}

export interface HostPage {
  readonly hosts: readonly { readonly host: HostName; readonly control: HostControl }[];
  /** The cursor of the next page; absent on the last page. */
  readonly cursor?: string;
}

/**
 * The hosts of all jobs. Reads are strongly consistent. Safe under any number of writers: of writers that saw
 * the same stamp (or the same body turn), exactly one wins.
 * @throws WinnowError `unavailable` when the store does not answer; never for a lost race.
 */
export interface HostStore {
  control(key: HostKey): Promise<HostControl | undefined>;
  /** Stores `next` if the stored stamp is that of `was` (undefined: none is stored). False: another writer was first. */
  putControl(key: HostKey, was: HostControl | undefined, next: HostControl): Promise<boolean>;
  body(key: HostKey): Promise<StoredBody | undefined>;
  /** The commit point of a turn. Stores `next` if the stored turn is still `wasTurn` (0: no body is stored). */
  putBody(key: HostKey, wasTurn: number, next: StoredBody): Promise<boolean>;
  putInbox(key: HostKey, item: InboxItem): Promise<void>;
  /** At most `limit` items by id ascending; fewer when the items are large (about 1 MB in all). */
  inbox(key: HostKey, limit: number): Promise<readonly InboxItem[]>;
  /** URLs that the inboxes of these hosts bring, in the order of the hosts. A URL that is in two items counts twice. */
  inboxUrls(job: string, hosts: readonly HostName[]): Promise<readonly number[]>;
  /** Passes over items that are not there. */
  deleteInbox(key: HostKey, ids: readonly string[]): Promise<void>;
  /** The hosts of a job, in a stable order of the store. A host that is created during the listing may be missing. */
  hosts(job: string, limit: number, cursor?: string): Promise<HostPage>;
  /**
   * Compares the sums that the store keeps over a job's hosts, if it keeps any, with the hosts themselves.
   * @param mend corrects the wrong sums
   * @returns a sentence for each wrong sum
   */
  addUp(job: string, mend: boolean): Promise<readonly string[]>;
}
