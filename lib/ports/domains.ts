import type { CreditCounts, Opening, TryMemory } from '../domain/domains/domain-credit.ts';

/** A registered domain of a job, or the account of what it links to (`accountOf`). */
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

/** What strategies loaded on all hosts of a registered domain, while a budget or their rules ask for totals. */
export interface DomainLoads {
  readonly loads: number;
  /** Of the pages that came of them. */
  readonly relevant: number;
}

export interface StoredDomain extends DomainTotals, DomainLoads, CreditCounts {
  /** The domain whose links alone lead to this one, until it has made its name; absent: several do, or a person. */
  readonly sponsor?: string;
  /** The stored memory cannot be read. It counts as empty, and the next one replaces it. */
  readonly damaged?: true;
}

/**
 * What the hosts of a registered domain share. Reads are strongly consistent. Safe under any number of writers: counts are
 * added, never overwritten; of two memories the last one stands.
 * @throws WinnowError `unavailable`; never for a lost race
 */
export interface DomainStore {
  domain(key: DomainKey): Promise<StoredDomain>;
  /**
   * Adds an opening if the stored counts do not exceed its `most`. If its answer is lost, a repeated call may count twice.
   * @param sponsor is stored with it
   * @returns whether it was added
   */
  open(key: DomainKey, opening: Opening, sponsor?: string): Promise<boolean>;
  /**
   * Replaces the memory, and adds to the ends of tries. If an answer is lost, a repeated call counts twice: one host more
   * is then tried at once.
   */
  remember(key: DomainKey, memory: TryMemory, ended: 0 | 1): Promise<void>;
  /** The domain has made its name. */
  dropSponsor(key: DomainKey): Promise<void>;
  /** Adds to the totals. If an answer is lost, a repeated call counts twice: a budget is then used up early, never late. */
  count(key: DomainKey, more: DomainTotals & Partial<DomainLoads>): Promise<void>;
}
