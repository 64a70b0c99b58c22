/** The most answers of a cohort: more bring nothing. */
export const mostAnswers = 16;
/** The most bytes of their bodies, which a core's own cache has room for; a larger body goes on alone. */
export const mostBytes = 1024 * 1024;

interface Waiting {
  readonly bytes: number;
  readonly goOn: () => void;
}

/**
 * Lets answers that have come go on together, as a cohort: each takes its next step before any of them takes the step after
 * it. What a crawler does to a page is more code than the caches next to a core hold: page by page each step seems to come from
 * further away again (docs/decisions/0036-cohorts.md). Together a crawl takes three quarters of the CPU.
 *
 * Nobody waits for more to come: a cohort is made of those that are there once all sockets that have something were read.
 * Between two cohorts sockets are read again, and timers run.
 */
export interface Cohorts {
  /** Waits for the cohort of an answer. In the order of the calls. @param bytes of its body */
  enter(bytes: number): Promise<void>;
}

export function openCohorts(): Cohorts {
  let waiting: Waiting[] = [];

  function next(): void {
    const size = cohortSize(waiting);
    const cohort = waiting.slice(0, size);
    waiting = waiting.slice(size);
    if (waiting.length > 0) setImmediate(next);
    // Their continuations run one after the other when this function has returned, each up to where it waits again.
    for (const { goOn } of cohort) goOn();
  }

  return {
    enter: (bytes) =>
      new Promise((goOn) => {
        waiting.push({ bytes, goOn });
        if (waiting.length === 1) setImmediate(next);
      }),
  };
}

function cohortSize(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const end = waiting.slice(0, mostAnswers).findIndex((one, place) => {
    bytes += one.bytes;
    return place > 0 && bytes > mostBytes;
  });
  return end === -1 ? Math.min(waiting.length, mostAnswers) : end;
}
