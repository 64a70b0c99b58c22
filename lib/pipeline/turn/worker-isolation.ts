import type { Clock } from '../../ports/clock.ts';
import { endsBy } from '../base/ends-by.ts';

/** How work waits that cannot begin at once. */
export interface Patience<T> {
  /** Monotonic ms after which the work waits no longer. */
  readonly by: number;
  /** Called when the wait begins: releases what other work may wait for, so that no two wait for each other. */
  readonly waits: () => void;
  /** Runs in place of the work after too long a wait, beside whatever is running. */
  readonly tooLate: () => Promise<T>;
}

/**
 * Keeps work that may kill its worker apart from all other work, so that it is known what killed the worker. Within one
 * process. No wait is endless: if other work does not end, the wait lasts until `Patience.by`.
 */
export interface WorkerIsolation {
  /** Runs `work` alone, after all earlier work has ended, with or without an error. Passes its result or error on. */
  alone<T>(work: () => Promise<T>, patience: Patience<T>): Promise<T>;
  /** Runs `work` beside other such work, while nothing runs alone or waits to. */
  beside<T>(work: () => Promise<T>, patience: Patience<T>): Promise<T>;
  /** Whether work runs alone or waits to: work that is running should end soon. */
  isAwaited(): boolean;
}

export function openWorkerIsolation(clock: Pick<Clock, 'monotonic' | 'sleep'>): WorkerIsolation {
  /** Work beside others that started after the last work alone was requested. */
  let others: Promise<unknown>[] = [];
  /** What the next work alone waits for (beside `others`); `alone`: what work beside others waits for. */
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
      // If this work gives up waiting, the work before it may still be running.
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
