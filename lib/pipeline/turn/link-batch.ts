import type { Ports } from '../../ports/ports.ts';
import { type BatchMember, openTurnBatch } from './turn-batch.ts';

/**
 * Collects the link lines of turns that run side by side into one segment per job. A turn commits only after its lines are
 * stored. If the shared segment cannot be stored, each turn stores its own, and only a turn whose own fails, fails.
 */
export interface LinkBatch {
  join(): LinkShare;
}

export interface LinkShare {
  /** Resolves when the lines are durable; rejects if they could not be stored. Ends the membership. */
  put(job: string, lines: readonly string[]): Promise<void>;
  /** Ends the membership: no other turn waits for this one any more. Does nothing after `put`. */
  leave(): void;
}

interface Links {
  readonly job: string;
  readonly lines: readonly string[];
}

type Storing = Pick<Ports, 'links' | 'entropy' | 'clock'>;

/** @param waitBy monotonic ms after which no turn waits for others */
export function openLinkBatch(ports: Storing, waitBy: number): LinkBatch {
  const batch = openTurnBatch<Links>(ports.clock, {
    waitBy,
    together(waiting) {
      for (const members of Map.groupBy(waiting, ({ value }) => value.job).values())
        void storeTogether(ports, members);
    },
    alone: (value) => store(ports, value),
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

async function storeTogether(ports: Storing, members: readonly BatchMember<Links>[]): Promise<void> {
  const [first] = members;
  if (first === undefined) return;
  try {
    const lines = members.flatMap(({ value }) => value.lines);
    await store(ports, { job: first.value.job, lines });
    for (const { resolve } of members) resolve();
  } catch (error) {
    if (members.length === 1) first.reject(error);
    else for (const { value, resolve, reject } of members) store(ports, value).then(resolve, reject);
  }
}

/** Registers the segment before putting it: a segment that is not registered would never be recycled. */
async function store(ports: Storing, { job, lines }: Links): Promise<void> {
  const id = `${String(ports.clock.now()).padStart(14, '0')}-${ports.entropy.id()}`;
  await ports.links.register(job, id);
  await ports.links.put(job, id, Buffer.from(`${lines.join('\n')}\n`));
}
