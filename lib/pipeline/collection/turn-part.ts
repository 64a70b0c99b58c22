import type { ReleaseOrder } from '../../domain/frontier/inbox-item.ts';
import type { TurnPart, VisitPreparation } from '../turn/part.ts';
import type { OrderMessage, Turn } from '../turn/turn.ts';
import { releaseRecords } from './release-records.ts';

/** Takes all of the host's URLs off their records when it is told to. */
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
      // What is to leave the collection is not brought back by the same turn.
      return { done: isDone ? asked.map(({ id }) => id) : [], visitsNothing: true };
    },
  };
}
