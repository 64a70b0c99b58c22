import type { Clock } from '../../ports/clock.ts';
import { endsBy } from '../base/ends-by.ts';

/** What is done by work that cannot begin at once. */
export interface Patience<T> {
  /** Monotonic ms after which it waits no longer. */
  readonly by: number;
  /** Gives back what others may wait for: they must not wait for work that waits for them. */
  readonly waits: () => void;
  /** Done in its place when it has waited for too long, beside whatever is under way. */
  readonly tooLate: () => Promise<T>;
}

/**
 * Keeps work that may kill its worker apart from all other work: when the worker dies, it is known of what. Within one
 * process. Nobody waits for ever: work that does not end keeps others waiting until their patience is over.
 */
export interface WorkerIsolation {
  /** Runs `work` alone, when all that came before is done, however it ended. Its result or its error is the caller's. */
  alone<T>(work: () => Promise<T>, patience: Patience<T>): Promise<T>;
  /** Runs `work` beside others like it, when nothing runs alone or waits to. */
  beside<T>(work: () => Promise<T>, patience: Patience<T>): Promise<T>;
  /** Work waits to run alone, or runs: what is under way should come to its end soon. */
  isAwaited(): boolean;
}

export function openWorkerIsolation(clock: Pick<Clock, 'monotonic' | 'sleep'>): WorkerIsolation {
  /** Work of the other kind since the last that wanted to run alone. */
  let others: Promise<unknown>[] = [];
  /** All that the next one waits for that wants to run alone, and what others wait for. */
  let before: Promise<unknown> = Promise.resolve();
  let alone: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function after<T>(
    first: Promise<unknown>,
    work: () => Promise<T>,
    { by, waits, tooLate }: Patience<T>,
  ): Promise<T> {
    waits();
    return (await endsBy(clock, by, first)) ? await work() : await tooLate();
  }

  return {
    alone(work, patience) {
      waiting += 1;
      const first = Promise.allSettled([before, ...others]);
      others = [];
      const mine = after(first, work, patience).finally(() => {
        waiting -= 1;
      });
      // Who gave up did not see the end of what was before it.
      before = Promise.allSettled([first, mine]);
      alone = Promise.allSettled([alone, mine]);
      return mine;
    },
    beside(work, patience) {
      const mine = waiting === 0 ? work() : after(alone, work, patience);
      others.push(mine);
      void Promise.allSettled([mine]).then(() => {
        others = others.filter((one) => one !== mine);
      });
      return mine;
    },
    isAwaited: () => waiting > 0,
  };
}
