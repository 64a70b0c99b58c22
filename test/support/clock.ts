import type { Clock } from '../../lib/ports/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Lets everything run that waits for promises only. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A clock that the test holds: time passes only in `advance`. */
export class HeldClock implements Clock {
  #elapsed = 0;
  readonly #start: number;
  readonly #sleepers = new Set<Sleeper>();

  /** @param start epoch ms; by default 2026-11-21T00:00Z */
  constructor(start = 1_795_219_200_000) {
    this.#start = start;
  }

  now(): number {
    return this.#start + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (ms <= 0) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sleeper: Sleeper = { at: this.#elapsed + ms, wake: resolve };
    const aborted = (): void => {
      this.#sleepers.delete(sleeper);
      reject(signal?.reason);
    };
    this.#sleepers.add(sleeper);
    signal?.addEventListener('abort', aborted, { once: true });
    await promise;
    signal?.removeEventListener('abort', aborted);
  }

  /** Lets `ms` pass: sleepers wake in the order of their times, each with the time at which it wanted to. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await settled();
    for (let next = this.#next(); next !== undefined && next.at <= end; next = this.#next()) {
      this.#elapsed = Math.max(this.#elapsed, next.at);
      this.#sleepers.delete(next);
      next.wake();
      await settled();
    }
    this.#elapsed = end;
  }

  /** Milliseconds until the first sleeper wakes; undefined when nobody sleeps. */
  get nextWake(): number | undefined {
    const next = this.#next();
    return next && next.at - this.#elapsed;
  }

  /** The same time on a machine whose wall clock is `aheadMs` ahead of this one. */
  skewed(aheadMs: number): Clock {
    return {
      now: () => this.now() + aheadMs,
      monotonic: () => this.monotonic(),
      sleep: (ms, signal) => this.sleep(ms, signal),
    };
  }

  #next(): Sleeper | undefined {
    let first: Sleeper | undefined;
    for (const sleeper of this.#sleepers) if (first === undefined || sleeper.at < first.at) first = sleeper;
    return first;
  }
}

/**
 * A held clock whose steady time is as on a machine: it has fractions of a millisecond, and has moved on whenever it is looked at
 * again, by less than a millisecond in all until the next `advance`. A difference of two looks is no whole number.
 */
export class FractionalClock extends HeldClock {
  #looks = 0;

  override monotonic(): number {
    this.#looks = Math.min(this.#looks + 1, looksAMs - 1);
    return super.monotonic() + this.#looks / looksAMs;
  }

  /** A timer waits for whole milliseconds, and never too short. */
  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return super.sleep(Math.ceil(ms), signal);
  }
}

/** A power of two, so that the fractions add up exactly. */
const looksAMs = 1_024;
