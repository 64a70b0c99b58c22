import type { WinnowError } from '../../base/error.ts';

interface PlacesOptions {
  /** Work that goes on side by side. */
  readonly atOnce: number;
  /** Work that waits for one of the places, and for how long at most. */
  readonly mostWaiting: number;
  readonly waitMs: number;
  /** The error of work that is not begun. */
  refused(why: string): WinnowError;
}

/** Places for work that is asked for from outside: what has none waits, in bounds of count and time, and leaves with whoever asked. */
export class AskedPlaces {
  readonly #options: PlacesOptions;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /** @throws WinnowError as `refused` makes it; what `work` throws */
  async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#running < this.#options.atOnce) this.#running += 1;
    else await this.#turn(signal);
    try {
      if (signal?.aborted) throw this.#gone();
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** Waits for others to hand on their place. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    const { mostWaiting, waitMs, refused } = this.#options;
    const late = refused('others have been before it for too long: ask again later');
    if (this.#waiting.size >= mostWaiting) throw late;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Who has left is handed no place, not even in the same moment.
    const begin = (): void => {
      this.#waiting.delete(begin);
      resolve();
    };
    const leave = (why: unknown): void => {
      this.#waiting.delete(begin);
      reject(why);
    };
    const timer = setTimeout(leave, waitMs, late);
    const gone = (): void => leave(this.#gone());
    signal?.addEventListener('abort', gone);
    this.#waiting.add(begin);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', gone);
    }
  }

  #gone(): WinnowError {
    return this.#options.refused('nobody waits for it any more');
  }
}
