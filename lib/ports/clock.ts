/** The only source of time for use cases. A test passes its own. */
export interface Clock {
  /** Epoch milliseconds. Never goes back inside one process, whatever happens to the machine's clock. */
  now(): number;
  /** Milliseconds of a steady clock with an arbitrary start, for deadlines. */
  monotonic(): number;
  /** Resolves after `ms`. Rejects with the signal's reason as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The only source of chance for use cases. A test passes its own. */
export interface Entropy {
  /** A fresh identifier: at least 96 random bits in `[A-Za-z0-9_-]`. */
  id(): string;
}
