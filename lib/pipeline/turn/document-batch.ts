import type { PageMember } from '../../archive/documents.ts';
import type { Ports } from '../../ports/ports.ts';
import { type BatchMember, openTurnBatch, writeTogether } from './turn-batch.ts';

/**
 * Collects the raw documents of turns that run side by side into one bundle per job. A turn commits only after its
 * documents are stored. If the shared bundle cannot be stored, each turn stores its own, and only a turn whose own fails,
 * fails.
 */
export interface DocumentBatch {
  join(): DocumentShare;
}

export interface DocumentShare {
  /** @returns the names of the documents, in order, when they are durable. Rejects if they could not be stored. Ends the membership. */
  put(job: string, members: readonly PageMember[]): Promise<readonly string[]>;
  /** Ends the membership: no other turn waits for this one any more. Does nothing after `put`. */
  leave(): void;
}

interface Kept {
  readonly job: string;
  readonly members: readonly PageMember[];
  /** Of the documents, once they are stored. */
  names: readonly string[];
}

type Storing = Pick<Ports, 'clock'> & { readonly documents: Pick<Ports['documents'], 'put'> };

/** Documents of a batch that have more bytes than this go into several bundles, so that memory is bounded. */
const maxSharedBytes = 32_000_000;

/** @param waitBy monotonic ms after which no turn waits for others */
export function openDocumentBatch(ports: Storing, waitBy: number): DocumentBatch {
  const alone = (kept: Kept): Promise<void> => store(ports, kept);
  const batch = openTurnBatch<Kept>(ports.clock, {
    waitBy,
    together(waiting) {
      for (const [job, turns] of Map.groupBy(waiting, ({ value }) => value.job))
        for (const group of groupsOf(turns))
          void writeTogether(group, () => storeTogether(ports, job, group), alone);
    },
    alone,
  });
  return {
    join() {
      const share = batch.join();
      return {
        async put(job, members) {
          const kept: Kept = { job, members, names: [] };
          if (members.length === 0) share.leave();
          else await share.put(kept);
          return kept.names;
        },
        leave: share.leave,
      };
    },
  };
}

/** The turns that share a bundle. */
function groupsOf(turns: readonly BatchMember<Kept>[]): readonly (readonly BatchMember<Kept>[])[] {
  const groups: BatchMember<Kept>[][] = [];
  let left = 0;
  for (const turn of turns) {
    const bytes = turn.value.members.reduce((sum, member) => sum + member.bytes.length, 0);
    if (groups.length === 0 || bytes > left) {
      groups.push([]);
      left = maxSharedBytes;
    }
    groups.at(-1)?.push(turn);
    left -= bytes;
  }
  return groups;
}

async function storeTogether(
  { documents }: Storing,
  job: string,
  turns: readonly BatchMember<Kept>[],
): Promise<void> {
  const names = await documents.put(
    job,
    turns.flatMap(({ value }) => value.members),
  );
  let start = 0;
  for (const { value } of turns) {
    value.names = names.slice(start, start + value.members.length);
    start += value.members.length;
  }
}

async function store({ documents }: Storing, kept: Kept): Promise<void> {
  kept.names = await documents.put(kept.job, kept.members);
}
