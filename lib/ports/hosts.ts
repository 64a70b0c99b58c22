import type { OverBudget } from '../domain/frontier/over-budget.ts';
import type { HostName } from '../domain/url/url.ts';

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
  /** Of these, URLs that look like a trap and wait until something speaks for them; absent: none. */
  readonly held?: number;
  /** URLs that were visited and will be again, retries of failures included. */
  readonly visited: number;
  /** Epoch ms: none of those was last checked before this; absent: none was visited, or an older version counted. */
  readonly checked?: number;
  /** Visits by class of outcome, for example `{ stored: 12, failed: 1 }`. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Decoded bytes of all answers. */
  readonly bytes: number;
  /** Visits that ended as unsupported, by media type; at most 20 types, the rest as `other`. */
  readonly unsupported?: Readonly<Record<string, number>>;
  /** What its budgets keep back; present once they ever did. */
  readonly overBudget?: OverBudget;
}

/** The small item of a host (CTRL). `(state, turn, ticket)` is its stamp: every write is conditional on it. */
export interface HostControl {
  readonly state: HostState;
  /** The turn that was ticketed last; 0 before the first. */
  readonly turn: number;
  /** Present while ticketed. */
  readonly ticket?: string;
  /**
   * Epoch ms after which a ticket counts as lost; an entry of the due index stands there. Present while ticketed, and
   * while due when that entry still stands, for the next ticket to end there too.
   */
  readonly ticketExpires?: number;
  /**
   * Epoch ms. Present while due; while ticketed, of the entry that it had when it got its ticket, which may be deleted late:
   * no new entry of the host may have its time.
   */
  readonly dueAt?: number;
  /** The band of the due index that it waits in, or waited in before its ticket; absent: the front one. */
  readonly band?: number;
  /** The rank that its entry there has; absent: none. */
  readonly rank?: number;
  /** The last turn whose outbox was published. */
  readonly published: number;
  /** Tickets of this host in a row over which a worker died; those that nobody took up do not count. */
  readonly attempts: number;
  /** Turns that are still to be taken with care, one page each, since a worker died of this host; absent: none. */
  readonly careful?: number;
  /** What was begun with care and never ended, a visit of a URL or the judging of pages, and how often: it may kill workers. */
  readonly suspect?: { readonly fingerprint: string; readonly tries: number };
  /** Failures of the host itself in a row (429, 503, no connection); absent when it is well. */
  readonly backoffs?: number;
  /** How often others had the gate that it shares, less its own turns since; absent: never. */
  readonly crowded?: number;
  /** Present while it is parked, since it keeps failing: since when (epoch ms) and what failed last. */
  readonly parked?: { readonly since: number; readonly reason: string };
  /**
   * How far it has come with its registered domain (`lib/domain/domains/`): `trying` has a try, `proved` brought
   * something new and has yet to make its name, `barren` brought nothing, `twin` what another host says already. Absent:
   * in good standing, or never had a turn.
   */
  readonly standing?: 'trying' | 'proved' | 'barren' | 'twin';
  /**
   * Present while its registered domain has no try for it: where it waits, and when it was last woken (epoch ms), absent
   * when that was not since it went to sleep.
   */
  readonly waits?: { readonly domain: string; readonly place: string; readonly wokenAt?: number };
  readonly counters: HostCounters;
}

/** The large item of a host (BODY): opaque bytes of the domain's log-structured store. */
export interface StoredBody {
  readonly turn: number;
  readonly bytes: Uint8Array;
}

/** Something another part of the crawl wants a host to take in at its next turn. */
export interface InboxItem {
  /** Chosen by the sender: the same id replaces the same item. At most 200 characters. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

export interface HostPage {
  readonly hosts: readonly { readonly host: HostName; readonly control: HostControl }[];
  /** Pass it on to get the next page; absent on the last one. */
  readonly cursor?: string;
}

/**
 * The hosts of all jobs. Reads are strongly consistent. Safe under any number of writers: of writers that saw
 * the same stamp (or the same body turn), exactly one wins.
 * @throws WinnowError `unavailable` when the store does not answer; never for a lost race.
 */
export interface HostStore {
  control(key: HostKey): Promise<HostControl | undefined>;
  /** Stores `next` if the stamp is still that of `was` (undefined: if there is none). False: somebody else was first. */
  putControl(key: HostKey, was: HostControl | undefined, next: HostControl): Promise<boolean>;
  body(key: HostKey): Promise<StoredBody | undefined>;
  /** The commit point of a turn. Stores `next` if the stored turn is still `wasTurn` (0: if there is none). */
  putBody(key: HostKey, wasTurn: number, next: StoredBody): Promise<boolean>;
  putInbox(key: HostKey, item: InboxItem): Promise<void>;
  /** At most `limit` items, by id ascending, fewer when they are large (about 1 MB in all). */
  inbox(key: HostKey, limit: number): Promise<readonly InboxItem[]>;
  /** Items that are not there any more are passed over. */
  deleteInbox(key: HostKey, ids: readonly string[]): Promise<void>;
  /** The hosts of a job in a stable order of the store's own. Hosts created meanwhile may or may not be seen. */
  hosts(job: string, limit: number, cursor?: string): Promise<HostPage>;
  /**
   * Which of the sums over a job's hosts that the store keeps beside them, if it keeps any, are not theirs, in words.
   * @param mend sets them right instead
   */
  addUp(job: string, mend: boolean): Promise<readonly string[]>;
}
