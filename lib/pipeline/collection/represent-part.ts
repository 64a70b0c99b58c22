import { contentOf } from '../../domain/collection/content-of.ts';
import { settle, takeVisits, visitsOf } from '../../domain/frontier/body.ts';
import { orderIn } from '../../domain/inbox/order.ts';
import { type RepresentOrder, representOrder } from '../../domain/near-duplicates/represent-order.ts';
import { writtenContent } from '../../domain/reading/written-content.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import { isOutboxFull } from '../turn/outbox-room.ts';
import type { TurnPart, VisitPreparation } from '../turn/part.ts';
import type { OrderMessage, Turn } from '../turn/turn.ts';
import { gather } from '../turn/turn-harvest.ts';
import { outboxPage } from './stored-outbox-page.ts';
import { openStoredPages } from './stored-pages.ts';

/** Writes the records of pages anew that have become the representatives of their groups of near-duplicates. */
export function openRepresent(turn: Turn): TurnPart {
  const asked: OrderMessage<RepresentOrder>[] = [];
  return {
    name: 'represent',
    take({ id, message }) {
      const order = orderIn(message, representOrder);
      if (order !== undefined) asked.push({ id, order });
      return order !== undefined;
    },
    async beforeVisits(): Promise<VisitPreparation> {
      const done: string[] = [];
      for (const { id, order } of asked) {
        if (isOutboxFull(turn.harvest)) break;
        await writeAnew(turn, order);
        done.push(id);
      }
      return { done };
    },
  };
}

/** A page that has other content since, or whose record another URL made, stays as it is. */
async function writeAnew(turn: Turn, { url, md5 }: RepresentOrder): Promise<void> {
  const { ports, key, body, settings, harvest } = turn;
  const read = segmentReader(ports, key);
  const entries = [...(await visitsOf(body, [url], read)).values()].filter(({ visit }) => visit.md5 === md5);
  for (const work of await takeVisits(body, entries, read)) {
    // A copy of the visit may stay in a segment: the later time tells which is valid (`takeVisits`).
    settle(body, { ...work.visit, at: work.visit.at + 1 });
    const stored = await openStoredPages(ports).of(key, work.visit);
    if (stored?.entry?.firstUrl !== url) continue;
    const content = writtenContent(contentOf(stored.record), undefined, settingsFor(settings, url).links);
    const page = outboxPage({ work, stored, at: ports.clock.now() }, stored.entry.document);
    gather(harvest, { ...page, revises: true }, content);
  }
}
