import type { Ledger } from '../domain/domains/ledger.ts';
import type { HostName } from '../domain/url/url.ts';

/** A registered domain of a job. */
export interface DomainKey {
  readonly job: string;
  readonly domain: string;
}

/** What hosts of a registered domain came to. */
export interface DomainTotals {
  /** URLs that were visited at least once. */
  readonly pages: number;
  /** Decoded bytes of all answers. */
  readonly bytes: number;
}

export interface StoredDomain extends DomainTotals {
  /** Grows by one with every change of the ledger; 0: there is none yet. */
  readonly revision: number;
  readonly ledger?: Ledger;
  /** What is stored as its ledger cannot be read: it counts as having none, and the next change replaces it. */
  readonly damaged?: true;
}

/** A host that has to wait until its registered domain has a try for it. */
export interface WaitingHost {
  /** What orders those that wait: smaller first, compared as text. At most 60 characters, without `#`. */
  readonly place: string;
  readonly host: HostName;
}

/**
 * What the hosts of a registered domain have in common. Reads are strongly consistent. Safe under any number of
 * writers: of changes of a ledger that saw the same revision exactly one wins; counts are added, never overwritten.
 * @throws WinnowError `unavailable`; never for a lost race
 */
export interface DomainStore {
  domain(key: DomainKey): Promise<StoredDomain>;
  /** Stores a ledger if the stored one is still of revision `was` (0: if there is none). */
  putLedger(key: DomainKey, was: number, next: Ledger): Promise<boolean>;
  /**
   * Counts the ledger as changed, as it is: who read it before cannot change it any more. No other writer stands in its
   * way. An answer that is lost may count twice. @returns what is stored then
   */
  touchLedger(key: DomainKey): Promise<StoredDomain>;
  /** Adds to the totals. An answer that is lost may count twice: a budget then comes early, never late. */
  count(key: DomainKey, more: DomainTotals): Promise<void>;
  wait(key: DomainKey, waiting: WaitingHost): Promise<void>;
  /** By place and host ascending, at most `limit`. */
  waiting(key: DomainKey, limit: number): Promise<readonly WaitingHost[]>;
  /** Those that are not there are passed over. */
  unwait(key: DomainKey, waiting: readonly WaitingHost[]): Promise<void>;
}
