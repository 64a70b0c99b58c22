import { contentOf } from '../../domain/collection/content-of.ts';
import type { Outbox } from '../../domain/collection/outbox.ts';
import { settle, takeVisits, visitsOf } from '../../domain/frontier/body.ts';
import { orderIn } from '../../domain/inbox/order.ts';
import { writtenContent } from '../../domain/reading/written-content.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { outboxPage } from '../../pipeline/collection/stored-outbox-page.ts';
import { openStoredPages } from '../../pipeline/collection/stored-pages.ts';
import { segmentReader } from '../../pipeline/frontier/segment-reader.ts';
import { isOutboxFull } from '../../pipeline/turn/outbox-room.ts';
import type { Entering, TurnPart, VisitPreparation } from '../../pipeline/turn/part.ts';
import type { OrderMessage, Turn } from '../../pipeline/turn/turn.ts';
import { gather } from '../../pipeline/turn/turn-harvest.ts';
import type { NearGroup } from '../../ports/near-duplicates.ts';
import {
  type ComparedPage,
  keysOf,
  linkToGroup,
  nearestGroup,
  type RepresentOrder,
  relationTo,
  representOrder,
} from './group.ts';

/**
 * Looks for a group of near-duplicates that a page belongs to, where the job does something with them: by its settings a member is
 * linked to the representative of its group, or is not taken into the collection. Writes the records of pages anew that have become
 * representatives.
 */
export function openNearDuplicates(turn: Turn): TurnPart {
  const asked: OrderMessage<RepresentOrder>[] = [];
  const begun: NearGroup[] = [];
  const dropped: NonNullable<Outbox['dropped']>[number][] = [];
  return {
    name: 'near-duplicates',
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
    enters({ work: { url }, settings, content: { md5, minHashes } }) {
      const policy = settings.content.nearDuplicates;
      if (policy === 'keep' || minHashes === undefined) return undefined;
      return findRelation({ md5, url, minHashes }, policy);
    },
    close() {
      if (dropped.length > 0) turn.harvest.owed = { ...turn.harvest.owed, dropped };
    },
  };

  async function findRelation(page: ComparedPage, policy: 'mark' | 'drop'): Promise<Entering> {
    const { md5, url, minHashes } = page;
    const listed = await turn.ports.nearDuplicates.groups(turn.key.job, keysOf(minHashes));
    // Those that this turn begins are not listed yet.
    const group = nearestGroup(minHashes, [...listed, ...begun]);
    if (group === undefined) {
      begun.push(begunGroup(page));
      return { page: { near: { is: 'first' } } };
    }
    const near = relationTo(group, page);
    const of = linkToGroup(md5, minHashes, group);
    if (policy === 'drop' && near?.is === 'member' && of !== undefined) {
      dropped.push({ md5, url, group: near.group });
      return { refused: { kind: 'denied', by: 'near-duplicate', rule: of.url } };
    }
    return near === undefined ? {} : { page: { near } };
  }
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

/** The group that a page of this turn will begin, for the pages after it. */
export function begunGroup({ md5, url, minHashes }: ComparedPage): NearGroup {
  return { key: keysOf(minHashes)[0] as number, id: md5, minHashes, representative: { md5, url } };
}
