import type { HostName } from '../domain/url/url.ts';

/** 'Look at this host at that time.' A stale entry is harmless: the host's control decides. */
export interface DueEntry {
  /** Epoch milliseconds, not negative. A fraction is rounded up, wherever an entry is put or deleted. */
  readonly at: number;
  readonly host: HostName;
  /** Dispatches a host that is idle or due later; else the entry only confirms what control says. */
  readonly wake: boolean;
  /** In which of the bands it waits (`domain/focus/bands.ts`); absent: in the front one, 0. */
  readonly band?: number;
  /** The rank of the best URL that waits there: hosts of one band are chosen by it; absent: first. No part of the key. */
  readonly rank?: number;
}

/**
 * When to look at which host of a job. `(band, at, host, wake)` is the key: putting an entry twice is putting it once, with
 * the better of both ranks. No entry expires by itself.
 * @throws WinnowError `unavailable`; `internal` for a time that is negative or no number.
 */
export interface DueIndex {
  put(job: string, entry: DueEntry): Promise<void>;
  /**
   * The entries of a band (0 when it is not given) up to and including `upTo` (epoch ms, also with a fraction), oldest first, at most
   * `limit` (up to 10,000).
   */
  due(job: string, upTo: number, limit: number, band?: number): Promise<readonly DueEntry[]>;
  delete(job: string, entries: readonly DueEntry[]): Promise<void>;
}
