import { writtenContent } from '../../domain/document/written-content.ts';
import { settle, takeVisits, visitsOf } from '../../domain/frontier/body.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import type { ReanalyseOrder } from '../../domain/frontier/inbox-item.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { outboxPage } from '../collection/stored-outbox-page.ts';
import { openStoredPages, type StoredPage } from '../collection/stored-pages.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import { isOutboxFull } from '../turn/outbox-room.ts';
import type { TurnPart, VisitPreparation } from '../turn/part.ts';
import type { OrderMessage, Turn } from '../turn/turn.ts';
import { gather } from '../turn/turn-harvest.ts';
import { analyseAgain } from './analyse-again.ts';

/** Messages that one turn carries out, and the time after which it begins no further one. */
const maxMessages = 5;
const enoughMs = 10_000;

/** Analyses pages of the host again that a message names, without fetching any. */
export function openReanalysing(turn: Turn): TurnPart {
  const asked: OrderMessage<ReanalyseOrder>[] = [];
  return {
    name: 'reanalyse',
    take({ id, message: { reanalyse } }) {
      if (reanalyse === undefined) return false;
      if (asked.length < maxMessages) asked.push({ id, order: reanalyse });
      return true;
    },
    async beforeVisits(): Promise<VisitPreparation> {
      const { clock } = turn.ports;
      const until = clock.monotonic() + enoughMs;
      const done: string[] = [];
      for (const { id, order } of asked) {
        if (isOutboxFull(turn.harvest) || (done.length > 0 && clock.monotonic() >= until)) break;
        await analysePages(turn, order);
        done.push(id);
      }
      return { done };
    },
  };
}

async function analysePages(turn: Turn, { urls }: ReanalyseOrder): Promise<void> {
  const { ports, key, body } = turn;
  const read = segmentReader(ports, key);
  const stored = openStoredPages(ports);
  const changed = new Map<string, NonNullable<Awaited<ReturnType<typeof writeAnew>>>>();
  const entries = [...(await visitsOf(body, urls, read)).values()];
  for (const { visit } of entries) {
    const page = await stored.of(key, visit);
    if (page?.entry?.firstUrl !== visit.url) continue;
    const anew = await writeAnew(turn, visit, page);
    if (anew !== undefined) changed.set(visit.url, anew);
  }
  const taken = await takeVisits(
    body,
    entries.filter(({ visit }) => changed.has(visit.url)),
    read,
  );
  for (const work of taken) {
    // A copy of the visit may stay in a segment: the later time tells which is valid (`takeVisits`).
    settle(body, { ...work.visit, at: work.visit.at + 1 });
    const { page, content } = changed.get(work.url) as NonNullable<Awaited<ReturnType<typeof writeAnew>>>;
    gather(turn.harvest, page, content);
  }
}

/** The line of a record that differs now; undefined: it stays as it is. */
async function writeAnew({ ports, settings }: Turn, work: Pick<Work, 'url' | 'depth'>, stored: StoredPage) {
  const again = await analyseAgain(ports, settings, work.url, stored);
  if (typeof again === 'string' || again.differing.length === 0) return undefined;
  const content = writtenContent(again.content, undefined, settingsFor(settings, work.url).links);
  const page = outboxPage({ work, stored, at: ports.clock.now() }, stored.entry?.document);
  return { content, page: { ...page, revises: true as const } };
}
