import { defined } from '../../base/defined.ts';
import { contentOf } from '../../domain/collection/content-of.ts';
import { type DeleteRule, ruleFor } from '../../domain/control/delete-rule.ts';
import { deniedBy } from '../../domain/control/deleted-visit.ts';
import { encodeMark, markOf, type PageBefore, withoutPage } from '../../domain/control/deletion-mark.ts';
import { settle, takeHolding } from '../../domain/frontier/body.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import { writtenContent } from '../../domain/reading/written-content.ts';
import { countEntry } from '../../domain/revisit/count-entry.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { changeLineOf } from '../../pipeline/collection/change-line-of.ts';
import { outboxPage } from '../../pipeline/collection/stored-outbox-page.ts';
import type { StoredPage } from '../../pipeline/collection/stored-pages.ts';
import { segmentReader } from '../../pipeline/frontier/segment-reader.ts';
import { isOutboxFull } from '../../pipeline/turn/outbox-room.ts';
import type { Turn } from '../../pipeline/turn/turn.ts';
import { gather } from '../../pipeline/turn/turn-harvest.ts';
import type { Undoing } from './delete-order.ts';

/** Pages that one turn of a host brings back: their texts are in memory together. */
const maxUndone = 100;

interface Returning {
  readonly visit: Visit;
  readonly was: PageBefore | undefined;
}

/**
 * Ends a deletion for pages of the host, a number of them in each turn, without a request: those that were in the collection come
 * back with what is stored of them, or all are due for a visit.
 * @param rules those that are still in force: a page that one of them covers stays away
 * @returns whether no page is left
 */
export async function undoDeletion(
  turn: Turn,
  { ends, restores }: Undoing,
  rules: readonly DeleteRule[],
): Promise<boolean> {
  const { ports, key, body, harvest } = turn;
  if (isOutboxFull(harvest)) return false;
  const isMeant = (visit: Visit) => markOf(visit)?.id === ends;
  const { taken, isAll } = await takeHolding(body, isMeant, maxUndone, segmentReader(ports, key));
  const returning = taken.map(({ visit }): Returning => ({ visit, was: markOf(visit)?.was }));
  let left = !isAll;
  // A URL that had made its record makes it again.
  for (const one of returning.sort((a, b) => Number(b.was?.first ?? false) - Number(a.was?.first ?? false))) {
    const at = one.visit.at + 1;
    if (isOutboxFull(harvest)) {
      settle(body, { ...one.visit, at });
      left = true;
      continue;
    }
    const rule = ruleFor(rules, one.visit.url);
    const next =
      rule !== undefined
        ? {
            ...one.visit,
            ...deniedBy(rule),
            deleted: encodeMark({ id: rule.id, ...defined({ was: one.was }) }),
          }
        : restores && one.was !== undefined
          ? await restored(turn, one.visit, one.was)
          : dueAgain(one.visit, ports.clock.now());
    settle(body, { ...next, at });
  }
  return !left;
}

/** The visit of a page whose deletion ended, as if the page had never been in the collection. */
function dueAgain(visit: Visit, now: number): Visit {
  return { ...withoutPage(visit), outcome: 'denied', detail: 'it was deleted, and may come back', next: now };
}

async function restored(turn: Turn, visit: Visit, was: PageBefore): Promise<Visit> {
  const { ports, settings, harvest } = turn;
  const { change, document, first, md5, ...before } = was;
  const left = { ...withoutPage(visit), ...before };
  // What became of its document was not waited for.
  if (was.outcome === 'converting') return dueAgain(visit, ports.clock.now());
  if (md5 === undefined) return left;
  const stored = await storedPage(turn, was);
  // The text is gone: the page is fetched again.
  if (stored === undefined) return { ...dueAgain(visit, 0), unconditional: true };
  const own = settingsFor(settings, visit.url);
  const content = writtenContent(contentOf(stored.record), undefined, own.links);
  const page = outboxPage({ work: visit, stored, at: ports.clock.now() }, document);
  gather(harvest, { ...page, firstSeen: first ? page.firstSeen : visit.changedAt }, content);
  const back: Visit = { ...left, md5 };
  countEntry(harvest.census, back, 1, own);
  return back;
}

/** What is stored of a page that was in the collection; undefined when it was erased, or the record had no line. */
async function storedPage(
  { ports, key }: Turn,
  { md5, change }: PageBefore,
): Promise<StoredPage | undefined> {
  if (md5 === undefined || change === undefined) return undefined;
  const line = await changeLineOf(ports, key.job, { md5, change });
  return line?.record && { line, record: line.record };
}
