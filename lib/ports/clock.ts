/** Time and chance: the only sources of both that use cases have. A test holds its own. */
export interface Clock {
  /** Epoch milliseconds. Never goes back inside one process, whatever is done to the machine's clock. */
  now(): number;
  /** Milliseconds of a steady clock with an arbitrary start, for deadlines. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Entropy {
  /** A fresh identifier: at least 96 random bits in `[A-Za-z0-9_-]`. */
  id(): string;
}
