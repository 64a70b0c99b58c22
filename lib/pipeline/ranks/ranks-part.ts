import { contentOf } from '../../domain/document/content-of.ts';
import { writtenContent } from '../../domain/document/written-content.ts';
import { settle, takeVisits, visitsOf } from '../../domain/frontier/body.ts';
import type { RanksOrder } from '../../domain/frontier/inbox-item.ts';
import { areOther } from '../../domain/graph/page-ranks.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { outboxPage } from '../collection/stored-outbox-page.ts';
import { openStoredPages, type StoredPage } from '../collection/stored-pages.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import { isOutboxFull } from '../turn/outbox-room.ts';
import type { TurnPart, VisitPreparation } from '../turn/part.ts';
import type { OrderMessage, Turn } from '../turn/turn.ts';
import { gather } from '../turn/turn-harvest.ts';

/** Messages that one turn carries out, and the time after which it begins no further one. */
const maxMessages = 5;
const enoughMs = 10_000;

/** Writes records anew whose ranks have changed, without fetching a page. */
export function openRankWriting(turn: Turn): TurnPart {
  const asked: OrderMessage<RanksOrder>[] = [];
  return {
    name: 'ranks',
    take({ id, message: { ranks } }) {
      if (ranks === undefined) return false;
      if (asked.length < maxMessages) asked.push({ id, order: ranks });
      return true;
    },
    async beforeVisits(): Promise<VisitPreparation> {
      const { clock } = turn.ports;
      const until = clock.monotonic() + enoughMs;
      const done: string[] = [];
      for (const { id, order } of asked) {
        if (isOutboxFull(turn.harvest) || (done.length > 0 && clock.monotonic() >= until)) break;
        await writeRanks(turn, order);
        done.push(id);
      }
      return { done };
    },
  };
}

/** A page whose record another URL made stays as it is: the ranks of a record are those of its first URL. */
async function writeRanks(
  { ports, key, body, settings, harvest }: Turn,
  { pages }: RanksOrder,
): Promise<void> {
  const read = segmentReader(ports, key);
  const stored = openStoredPages(ports);
  const ranksOf = new Map(pages.map(({ url, ranks }) => [url, ranks]));
  const entries = [...(await visitsOf(body, [...ranksOf.keys()], read)).values()];
  const changed = new Map<string, StoredPage>();
  for (const { visit } of entries) {
    const page = await stored.of(key, visit);
    const ranks = ranksOf.get(visit.url);
    if (page?.entry?.firstUrl !== visit.url || ranks === undefined) continue;
    if (areOther(page.record.ranks, ranks)) changed.set(visit.url, page);
  }
  const taken = await takeVisits(
    body,
    entries.filter(({ visit }) => changed.has(visit.url)),
    read,
  );
  for (const work of taken) {
    // A copy of the visit may stay in a segment: the later time tells which is valid (`takeVisits`).
    settle(body, { ...work.visit, at: work.visit.at + 1 });
    const page = changed.get(work.url) as StoredPage;
    const content = writtenContent(contentOf(page.record), undefined, settingsFor(settings, work.url).links);
    const outbox = outboxPage({ work, stored: page, at: ports.clock.now() }, page.entry?.document);
    const ranks = ranksOf.get(work.url);
    gather(harvest, { ...outbox, ...(ranks === undefined ? {} : { ranks }), revises: true }, content);
  }
}
