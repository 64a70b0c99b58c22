import { settle, takeHolding } from '../../domain/frontier/body.ts';
import { orderIn } from '../../domain/inbox/order.ts';
import { type ReleaseOrder, releaseOrder } from '../../domain/orders/release-order.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import { isOutboxFull } from '../turn/outbox-room.ts';
import type { TurnPart, VisitPreparation } from '../turn/part.ts';
import type { OrderMessage, Turn } from '../turn/turn.ts';

/** Releases all of the host's URLs from their records when a message asks for it. */
export function openRelease(turn: Turn): TurnPart {
  const asked: OrderMessage<ReleaseOrder>[] = [];
  return {
    name: 'release',
    take({ id, message }) {
      const order = orderIn(message, releaseOrder);
      if (order !== undefined) asked.push({ id, order });
      return order !== undefined;
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

/** The most records that one turn of a host releases: their changes are published one after the other. */
const maxReleased = 100;

/**
 * Releases the host's URLs from their records, a number of them in each turn. Records to which no other URL leads leave
 * the collection when the turn is published. The host keeps its visits, as denied.
 * @returns whether no URL is left to release
 */
async function releaseRecords(
  { body, ports, key, harvest }: Turn,
  { cause, detail }: ReleaseOrder,
): Promise<boolean> {
  const at = ports.clock.now();
  const leads = ({ md5 }: { readonly md5?: string }): boolean => md5 !== undefined;
  if (isOutboxFull(harvest)) return false;
  const { taken, isAll } = await takeHolding(body, leads, maxReleased, segmentReader(ports, key));
  let left = !isAll;
  for (const { url, visit } of taken) {
    if (isOutboxFull(harvest)) {
      settle(body, { ...visit, at: visit.at + 1 });
      left = true;
      continue;
    }
    const { md5, judged: _, ...rest } = visit;
    if (md5 !== undefined) harvest.removals.push({ md5, url, cause, at });
    // The changed time distinguishes the visit from the copy that it may leave behind in a segment (`takeHolding`).
    settle(body, { ...rest, at: visit.at + 1, outcome: 'denied', detail: `${cause}: ${detail}` });
    harvest.released += 1;
  }
  return !left;
}
