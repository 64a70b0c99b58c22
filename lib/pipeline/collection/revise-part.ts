import type { PageContent } from '../../base/page/page-content.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { ToldFields } from '../../domain/collection/told-fields.ts';
import { settle, takeVisits, visitsOf } from '../../domain/frontier/body.ts';
import type { InboxMessage } from '../../domain/inbox/inbox-item.ts';
import { writtenContent } from '../../domain/reading/written-content.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import { isOutboxFull } from '../turn/outbox-room.ts';
import type { TurnPart, VisitPreparation } from '../turn/part.ts';
import type { OrderMessage, Turn } from '../turn/turn.ts';
import { gather } from '../turn/turn-harvest.ts';
import { outboxPage } from './stored-outbox-page.ts';
import { openStoredPages, type StoredPage } from './stored-pages.ts';

/** What a record is to say from now on. */
export interface Revision {
  readonly content: PageContent;
  /** Absent: what it tells. */
  readonly told?: ToldFields;
}

/** What messages of one kind ask of the records of visited pages. */
export interface Revising {
  readonly name: string;
  /** What a message asks; undefined: it belongs to another part. */
  orderOf(message: InboxMessage): RevisionOrder | undefined;
}

export interface RevisionOrder {
  readonly urls: readonly CanonicalUrl[];
  /** What the record of a page says now; undefined: it stays as it is. */
  revise(url: CanonicalUrl, stored: StoredPage): Revision | undefined | Promise<Revision | undefined>;
}

/** Messages that one turn carries out, and the time after which it begins no further one. */
const maxMessages = 5;
const enoughMs = 10_000;

/** Writes records of the host's pages anew where messages ask for it, without fetching any. */
export function openRevising(turn: Turn, { name, orderOf }: Revising): TurnPart {
  const asked: OrderMessage<RevisionOrder>[] = [];
  return {
    name,
    take({ id, message }) {
      const order = orderOf(message);
      if (order === undefined) return false;
      if (asked.length < maxMessages) asked.push({ id, order });
      return true;
    },
    async beforeVisits(): Promise<VisitPreparation> {
      const { clock } = turn.ports;
      const until = clock.monotonic() + enoughMs;
      const done: string[] = [];
      for (const { id, order } of asked) {
        if (isOutboxFull(turn.harvest) || (done.length > 0 && clock.monotonic() >= until)) break;
        await revisePages(turn, order);
        done.push(id);
      }
      return { done };
    },
  };
}

interface Changed {
  readonly stored: StoredPage;
  readonly revision: Revision;
}

/** A page whose record another URL made stays as it is: a record is that of its first URL. */
async function revisePages(turn: Turn, { urls, revise }: RevisionOrder): Promise<void> {
  const { ports, key, body, settings, harvest } = turn;
  const read = segmentReader(ports, key);
  const stored = openStoredPages(ports);
  const changed = new Map<string, Changed>();
  const entries = [...(await visitsOf(body, urls, read)).values()];
  for (const { visit } of entries) {
    const page = await stored.of(key, visit);
    if (page?.entry?.firstUrl !== visit.url) continue;
    const revision = await revise(visit.url, page);
    if (revision !== undefined) changed.set(visit.url, { stored: page, revision });
  }
  const taken = await takeVisits(
    body,
    entries.filter(({ visit }) => changed.has(visit.url)),
    read,
  );
  for (const work of taken) {
    // A copy of the visit may stay in a segment: the later time tells which is valid (`takeVisits`).
    settle(body, { ...work.visit, at: work.visit.at + 1 });
    const { stored: page, revision } = changed.get(work.url) as Changed;
    const { content, told } = revision;
    const outbox = outboxPage({ work, stored: page, at: ports.clock.now() }, page.entry?.document);
    const written = writtenContent(content, undefined, settingsFor(settings, work.url).links);
    gather(harvest, { ...outbox, ...told, revises: true }, written);
  }
}
