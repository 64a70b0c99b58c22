import type { WorkerState } from './page-note.ts';

export interface StandStillLimits {
  /** How long one page may be read, ms. */
  readonly pageMs: number;
  /** How long the event loop may stand still without a page, ms. */
  readonly silentMs: number;
}

/**
 * Judges from what a worker shares whether it stands still. Of the time between two looks at most half of the limit counts:
 * after a machine slept, no worker has stood still, and each has half of the limit left to show that it works. A look may be
 * late: the thread that looks waits where it writes, perhaps for a lock of the worker that stands still.
 * @returns a function to call about twice a second with the present state: why the worker is to be ended; undefined: it works
 */
export function standStill({ pageMs, silentMs }: StandStillLimits) {
  let before: (WorkerState & { readonly at: number }) | undefined;
  let pageFor = 0;
  let silentFor = 0;
  return (state: WorkerState, now: number): string | undefined => {
    const isSamePage = before !== undefined && state.reads % 2 === 1 && state.reads === before.reads;
    const isSilent = before !== undefined && state.beats === before.beats;
    const passed = before === undefined ? 0 : now - before.at;
    pageFor = isSamePage ? pageFor + Math.min(passed, pageMs / 2) : 0;
    silentFor = isSilent ? silentFor + Math.min(passed, silentMs / 2) : 0;
    before = { ...state, at: now };
    if (pageFor >= pageMs) return `reading it took longer than ${pageMs} ms`;
    return silentFor >= silentMs ? `it stood still for ${silentMs} ms` : undefined;
  };
}
