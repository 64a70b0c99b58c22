/** Lets one through at a time, in the order of arrival. */
export interface Turnstile {
  /** Runs `work` when all who came before are done, however they ended; its result or its error is the caller's. */
  pass<T>(work: () => Promise<T>): Promise<T>;
}

/** A turnstile within one process. */
export function openTurnstile(): Turnstile {
  let last: Promise<unknown> = Promise.resolve();
  return {
    pass(work) {
      const mine = last.then(work, work);
      last = mine;
      return mine;
    },
  };
}
