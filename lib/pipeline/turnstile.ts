/**
 * Keeps work that may kill its worker apart from all other work: when the worker dies, it is known of what. Within one
 * process.
 */
export interface Turnstile {
  /** Runs `work` alone, when all that came before is done, however it ended. Its result or its error is the caller's. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` beside others like it, when nothing runs alone or waits to. */
  beside<T>(work: () => Promise<T>): Promise<T>;
}

export function openTurnstile(): Turnstile {
  /** Work of the other kind since the last that ran alone. */
  let others: Promise<unknown>[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  return {
    alone(work) {
      waiting += 1;
      const before = Promise.allSettled([last, ...others]);
      others = [];
      const mine = before.then(work).finally(() => {
        waiting -= 1;
      });
      last = mine;
      return mine;
    },
    beside(work) {
      const mine = waiting === 0 ? work() : Promise.allSettled([last]).then(work);
      others.push(mine);
      void Promise.allSettled([mine]).then(() => {
        others = others.filter((one) => one !== mine);
      });
      return mine;
    },
  };
}
