import type { HostName } from '../base/url/url.ts';

/** 'Look at this host at that time.' An entry that is out of date does no harm: the host's control decides. */
export interface DueEntry {
  /** Epoch milliseconds, not negative. `put` and `delete` round a fraction up. */
  readonly at: number;
  readonly host: HostName;
  /** True: gets a ticket for a host that is idle or due later. False: repeats the due time that control has. */
  readonly wake: boolean;
  /** The band that the entry waits in (`domain/focus/bands.ts`); absent: 0, the front band. */
  readonly band?: number;
  /** The rank of the host's best URL in the band; orders the hosts of a band; absent: first. No part of the key. */
  readonly rank?: number;
  /** How the store finds an entry that was put together with others; opaque, as `due` returned it. No part of the key. */
  readonly shared?: string;
}

/**
 * The times at which to look at the hosts of a job. `(band, at, host, wake)` is the key: a second put of the same entry
 * keeps one entry with the better of both ranks. Entries do not expire.
 * @throws WinnowError `unavailable`; `internal` for a time that is negative or not a number.
 */
export interface DueIndex {
  put(job: string, entry: DueEntry): Promise<void>;
  /**
   * Puts entries that wake nobody, perhaps at the price of one. Each may be found some seconds late, but with its own time: `due` may
   * find those that lie close together at the time of the last of them. They are deleted as `due` returned them.
   */
  putTogether(job: string, entries: readonly DueEntry[]): Promise<void>;
  /**
   * The entries of a band (by default 0) up to and including `upTo` (epoch ms, a fraction is allowed), oldest first, at
   * most `limit` (up to 10,000).
   */
  due(job: string, upTo: number, limit: number, band?: number): Promise<readonly DueEntry[]>;
  delete(job: string, entries: readonly DueEntry[]): Promise<void>;
}
