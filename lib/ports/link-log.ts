/**
 * Link segments of a job: the out-links of every parsed page, kept for ever. The recycler works through the open ones.
 * @throws WinnowError `unavailable`.
 */
export interface LinkLog {
  /** Announces that segment `id` will be put. A segment that was put and never registered would be lost. */
  register(job: string, id: string): Promise<void>;
  put(job: string, id: string, bytes: Uint8Array): Promise<void>;
  /** Registered segments that are not done, by id ascending, at most `limit`; with `after`, only later ones. */
  open(job: string, limit: number, after?: string): Promise<readonly string[]>;
  /** Segments that were put, done or not, by id ascending, at most `limit`; with `after`, only later ones. */
  kept(job: string, limit: number, after?: string): Promise<readonly string[]>;
  /** Undefined for a segment that was registered and never put. */
  read(job: string, id: string): Promise<Uint8Array | undefined>;
  /** Takes segments off the list of open ones; the segments stay. */
  done(job: string, ids: readonly string[]): Promise<void>;
}
