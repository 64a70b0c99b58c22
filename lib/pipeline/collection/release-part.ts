import type { ReleaseOrder } from '../../domain/inbox/inbox-item.ts';
import type { TurnPart, VisitPreparation } from '../turn/part.ts';
import type { OrderMessage, Turn } from '../turn/turn.ts';
import { releaseRecords } from './release-records.ts';

/** Releases all of the host's URLs from their records when a message asks for it. */
export function openRelease(turn: Turn): TurnPart {
  const asked: OrderMessage<ReleaseOrder>[] = [];
  return {
    name: 'release',
    take({ id, message: { release } }) {
      if (release !== undefined) asked.push({ id, order: release });
      return release !== undefined;
    },
    async beforeVisits(): Promise<VisitPreparation> {
      const [first] = asked;
      if (first === undefined) return {};
      const isDone = await releaseRecords(turn, first.order);
      // Visits in this turn could bring back what is to leave the collection.
      return { done: isDone ? asked.map(({ id }) => id) : [], visitsNothing: true };
    },
  };
}
