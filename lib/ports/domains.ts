import type { Ledger } from '../domain/domains/ledger.ts';
import type { HostName } from '../domain/url/url.ts';

/** A registered domain of a job. */
export interface DomainKey {
  readonly job: string;
  readonly domain: string;
}

/** Totals of all hosts of a registered domain. */
export interface DomainTotals {
  /** URLs that were visited at least once. */
  readonly pages: number;
  /** Decoded bytes of all answers. */
  readonly bytes: number;
}

export interface StoredDomain extends DomainTotals {
  /** Grows by one with every change of the ledger; 0: no ledger yet. */
  readonly revision: number;
  readonly ledger?: Ledger;
  /** The stored ledger cannot be read. The domain counts as one without a ledger, and the next change replaces it. */
  readonly damaged?: true;
}

/** A host that waits until its registered domain has a try for it. */
export interface WaitingHost {
  /** Orders the waiting hosts: the smaller text comes first. At most 60 characters, without `#`. */
  readonly place: string;
  readonly host: HostName;
}

/**
 * What the hosts of a registered domain share. Reads are strongly consistent. Safe under any number of writers: if several
 * change a ledger from the same revision, exactly one wins; counts are added, never overwritten.
 * @throws WinnowError `unavailable`; never for a lost race
 */
export interface DomainStore {
  domain(key: DomainKey): Promise<StoredDomain>;
  /** Stores a ledger if the stored one still has revision `was` (0: if no ledger is stored). */
  putLedger(key: DomainKey, was: number, next: Ledger): Promise<boolean>;
  /**
   * Raises the revision of the ledger without changing the ledger: writers that read it before can no longer change it.
   * Never fails because of other writers. If its answer is lost, a repeated call raises the revision twice.
   * @returns the stored domain after that
   */
  touchLedger(key: DomainKey): Promise<StoredDomain>;
  /** Adds to the totals. If an answer is lost, a repeated call counts twice: a budget is then used up early, never late. */
  count(key: DomainKey, more: DomainTotals): Promise<void>;
  wait(key: DomainKey, waiting: WaitingHost): Promise<void>;
  /** By place and host ascending, at most `limit`. */
  waiting(key: DomainKey, limit: number): Promise<readonly WaitingHost[]>;
  /** Takes hosts off the list. Ignores hosts that are not on it. */
  unwait(key: DomainKey, waiting: readonly WaitingHost[]): Promise<void>;
}
