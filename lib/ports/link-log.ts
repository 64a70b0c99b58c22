/**
 * Link segments of a job: every parsed page's out-links, kept for ever; the recycler works through the open ones.
 * @throws WinnowError `unavailable`.
 */
export interface LinkLog {
  /** Says that segment `id` will be put: a segment that was put and never registered would be lost. */
  register(job: string, id: string): Promise<void>;
  put(job: string, id: string, bytes: Uint8Array): Promise<void>;
  /** Registered segments that are not done, by id ascending, at most `limit`; those after `after` when given. */
  open(job: string, limit: number, after?: string): Promise<readonly string[]>;
  /** Segments that were put, done or not, by id ascending, at most `limit`; those after `after` when given. */
  kept(job: string, limit: number, after?: string): Promise<readonly string[]>;
  /** Undefined when it was registered and never put. */
  read(job: string, id: string): Promise<Uint8Array | undefined>;
  /** Takes it off the list of open segments; the segment itself stays. */
  done(job: string, ids: readonly string[]): Promise<void>;
}
