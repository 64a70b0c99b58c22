import { bytesOfLines, type Line } from '../../base/line.ts';
import { hasSample, sampleMark } from '../../base/links/link-segment.ts';
import type { Ports } from '../../ports/ports.ts';
import { openTurnBatch, writeTogether } from './turn-batch.ts';

/**
 * Collects the link lines of turns that run side by side into one segment per job. A turn commits only after its lines are
 * stored. If the shared segment cannot be stored, each turn stores its own, and only a turn whose own fails, fails.
 */
export interface LinkBatch {
  join(): LinkShare;
}

export interface LinkShare {
  /** Resolves when the lines are durable; rejects if they could not be stored. Ends the membership. */
  put(job: string, lines: readonly Line[]): Promise<void>;
  /** Ends the membership: no other turn waits for this one any more. Does nothing after `put`. */
  leave(): void;
}

interface Links {
  readonly job: string;
  readonly lines: readonly Line[];
}

type Storing = Pick<Ports, 'links' | 'entropy' | 'clock'>;

/** @param waitBy monotonic ms after which no turn waits for others */
export function openLinkBatch(ports: Storing, waitBy: number): LinkBatch {
  const alone = (links: Links): Promise<void> => store(ports, links);
  const batch = openTurnBatch<Links>(ports.clock, {
    waitBy,
    together(waiting) {
      for (const [job, members] of Map.groupBy(waiting, ({ value }) => value.job)) {
        const lines = members.flatMap(({ value }) => value.lines);
        void writeTogether(members, () => store(ports, { job, lines }), alone);
      }
    },
    alone,
  });
  return {
    join() {
      const share = batch.join();
      return {
        async put(job, lines) {
          if (lines.length === 0) share.leave();
          else await share.put({ job, lines });
        },
        leave: share.leave,
      };
    },
  };
}

/** Registers the segment before putting it: a segment that is not registered would never be recycled. */
async function store(ports: Storing, { job, lines }: Links): Promise<void> {
  const began = String(ports.clock.now()).padStart(14, '0');
  const id = `${began}-${ports.entropy.id()}${lines.some(hasSample) ? sampleMark : ''}`;
  const bytes = bytesOfLines(lines);
  await ports.links.register(job, id);
  await ports.links.put(job, id, bytes);
}
