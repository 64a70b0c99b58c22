import type { DueEntry } from '../../ports/due-index.ts';
import type { Ports } from '../../ports/ports.ts';
import { openTurnBatch, writeTogether } from './turn-batch.ts';

/**
 * Collects the next due entries of turns that ran side by side, and puts them together. A turn comes here after its control says
 * when its host is due. If they cannot be put together, each turn puts its own.
 */
export interface DueBatch {
  join(): DueShare;
}

export interface DueShare {
  /** Resolves when the entry is stored. Ends the membership. */
  put(job: string, entry: DueEntry): Promise<void>;
  /** Ends the membership: no other turn waits for this one any more. Does nothing after `put`. */
  leave(): void;
}

interface Next {
  readonly job: string;
  readonly entry: DueEntry;
}

/** Turns come here one after the other, as all have waited for each other's links before they committed. */
const waitMs = 5_000;

type Putting = Pick<Ports, 'due' | 'clock'>;

/** @param waitBy monotonic ms after which no turn waits for others */
export function openDueBatch(ports: Putting, waitBy: number): DueBatch {
  const alone = ({ job, entry }: Next): Promise<void> => ports.due.put(job, entry);
  const batch = openTurnBatch<Next>(ports.clock, {
    waitBy,
    waitMs,
    together(waiting) {
      for (const [job, members] of Map.groupBy(waiting, ({ value }) => value.job)) {
        const entries = members.map(({ value }) => value.entry);
        void writeTogether(members, () => ports.due.putTogether(job, entries), alone);
      }
    },
    alone,
  });
  return {
    join() {
      const share = batch.join();
      return { put: (job, entry) => share.put({ job, entry }), leave: share.leave };
    },
  };
}
