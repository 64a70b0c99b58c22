import type { Ports } from '../../ports/ports.ts';
import { type ChangesShare, type ChangesTimes, openChangesBatch } from './changes-batch.ts';
import { type DocumentShare, openDocumentBatch } from './document-batch.ts';
import { type DueShare, openDueBatch } from './due-batch.ts';
import { type LinkShare, openLinkBatch } from './link-batch.ts';

/** What a turn shares with those that run beside it. */
export interface TurnShares {
  readonly pace: TurnPace;
  readonly documents: DocumentShare;
  readonly links: LinkShare;
  readonly changes: ChangesShare;
  readonly due: DueShare;
}

export interface ShareTimes {
  /** Monotonic ms after which no turn waits for what others store before their commits. */
  readonly waitBy: number;
  /** The same for what is told behind the commits. */
  readonly told: ChangesTimes;
}

type Sharing = Pick<Ports, 'links' | 'documents' | 'changes' | 'due' | 'entropy' | 'clock'>;

/** Opens what turns share. A turn joins before its first request. */
export function openTurnShares(ports: Sharing, { waitBy, told }: ShareTimes): { join(): TurnShares } {
  const pace = openBatchPace();
  const documents = openDocumentBatch(ports, waitBy);
  const links = openLinkBatch(ports, waitBy);
  const changes = openChangesBatch(ports, told);
  const due = openDueBatch(ports, told.writeBy);
  return {
    join: () => ({
      pace: pace.join(),
      documents: documents.join(),
      links: links.join(),
      changes: changes.join(),
      due: due.join(),
    }),
  };
}

/** For a turn that shares nothing with others: nobody waits for it. @param endBy monotonic ms by which it must have ended */
export function openOwnShares(ports: Sharing, endBy: number): TurnShares {
  return openTurnShares(ports, { waitBy: endBy, told: { waitBy: endBy, writeBy: endBy } }).join();
}

/** Ends all memberships: no other turn waits for this one any more. Does nothing the second time. */
export function leaveShares({ pace, documents, links, changes, due }: TurnShares): void {
  for (const share of [pace, documents, links, changes, due]) share.leave();
}

/**
 * Ends turns that outlast those beside them. AWS bills an invocation for as long as its slowest turn takes: once most turns of a
 * batch are over, the others pay for the wait alone, and a page is cheaper in the next batch.
 */
interface BatchPace {
  join(): TurnPace;
}

interface TurnPace {
  /**
   * Whether a further page costs more here than in a turn to come.
   * @param pageMs how long the pages of the turn have taken, on average
   */
  isTooDear(pageMs: number): boolean;
  /** The turn asks its host for nothing more. Does nothing the second time. */
  leave(): void;
}

/** The wait that is worth half the writes of a turn to come, ms for each turn that shares it: $2.7 per million pages. */
const worthMs = 200;

export function openBatchPace(): BatchPace {
  let joined = 0;
  let atWork = 0;
  return {
    join() {
      joined += 1;
      atWork += 1;
      let isMember = true;
      return {
        // A turn that has no others beside it, or few, is not ended by them.
        isTooDear: (pageMs) => 2 * atWork < joined && pageMs / Math.max(1, atWork) > worthMs,
        leave() {
          if (isMember) atWork -= 1;
          isMember = false;
        },
      };
    },
  };
}
