import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../lib/ports/clock.ts';

/** Who sleeps so long, and no longer, has nothing else to do: the crawl looks again after a second. Longer sleeps are deadlines. */
const [restMs, longestRestMs] = [500, 1_000];

/**
 * A clock for crawls that run for days: it goes like the machine's while there is work, and a sleep of half a second to a second
 * lasts `factor` times as long on it, and a moment on the machine. Only for processes in which such a sleep means that all is at rest.
 */
export class RestlessClock implements Clock {
  readonly #start: number;
  readonly #factor: number;
  readonly #passed: (now: number) => void;
  #skipped = 0;

  /** @param start epoch ms @param passed told of the time (epoch ms) after each long sleep */
  constructor(start: number, factor: number, passed: (now: number) => void) {
    this.#start = start - Math.ceil(performance.now());
    this.#factor = factor;
    this.#passed = passed;
  }

  now(): number {
    return this.#start + Math.floor(this.monotonic());
  }

  monotonic(): number {
    return performance.now() + this.#skipped;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (ms < restMs || ms > longestRestMs) {
      await setTimeout(ms, undefined, { ref: ms < restMs, ...(signal && { signal }) });
      return;
    }
    await setTimeout(1, undefined, signal && { signal });
    this.#skipped += ms * this.#factor;
    this.#passed(this.now());
  }
}
