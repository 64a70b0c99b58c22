import type { Clock } from '../../ports/clock.ts';

/** When the dispatcher has to look for due hosts: each time it reads the jobs and the due index. */
export interface DispatchPace {
  /** The time until the next look; 0 or less: it is due. */
  restMs(running: number): number;
  looked(): void;
  /** A turn has ended: its host may be due again. */
  ended(): void;
}

/** How often hosts are looked for that have become due while turns run. */
const everyMs = 50;
/** With so many turns side by side, hosts whose turns end within this time get their tickets together. */
const [manyTurns, togetherMs] = [8, 25];

export function dispatchPace(clock: Pick<Clock, 'monotonic'>): DispatchPace {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let hasEnded = false;
  return {
    restMs(running) {
      if (running === 0 || (hasEnded && running < manyTurns)) return 0;
      return lookedAt + (hasEnded ? togetherMs : everyMs) - clock.monotonic();
    },
    looked() {
      lookedAt = clock.monotonic();
      hasEnded = false;
    },
    ended() {
      hasEnded = true;
    },
  };
}
