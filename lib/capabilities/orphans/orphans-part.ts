import { settle, takeVisits, visitsOf } from '../../domain/frontier/body.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import { orderIn } from '../../domain/inbox/order.ts';
import { countEntry } from '../../domain/revisit/count-entry.ts';
import { type OrphanOrder, orphanOrder } from '../../domain/revisit/orphans.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { segmentReader } from '../../pipeline/frontier/segment-reader.ts';
import { isOutboxFull } from '../../pipeline/turn/outbox-room.ts';
import type { TurnPart } from '../../pipeline/turn/part.ts';
import type { OrderMessage, Turn } from '../../pipeline/turn/turn.ts';

/** Applies to pages of the host what a search for orphans found. */
export function openOrphans(turn: Turn): TurnPart {
  const found: OrderMessage<OrphanOrder>[] = [];
  return {
    name: 'orphans',
    take({ id, message }) {
      const order = orderIn(message, orphanOrder);
      if (order !== undefined) found.push({ id, order });
      return order !== undefined;
    },
    beforeVisits: async () => ({ done: await applyOrphans(turn, found) }),
  };
}

/**
 * Applies to pages of the host what a search for orphans found, without fetching any; the result is part of the turn. A page
 * stays as it is if the order is fulfilled already, or if the page left the collection since the search.
 * @returns ids of the messages that are done; the next turn continues with the others
 */
async function applyOrphans(
  turn: Turn,
  asked: readonly OrderMessage<OrphanOrder>[],
): Promise<readonly string[]> {
  const { ports, key, body, harvest } = turn;
  const read = segmentReader(ports, key);
  const now = ports.clock.now();
  const done: string[] = [];
  for (const {
    id,
    order: { policy, urls },
  } of asked) {
    const entries = [...(await visitsOf(body, urls, read)).values()].filter(({ visit: { md5, orphan } }) =>
      policy === 'again' ? orphan !== undefined : orphan === undefined && md5 !== undefined,
    );
    for (const { visit } of await takeVisits(body, entries, read)) {
      // A copy of the visit may stay in a segment: the later time tells which is valid (`takeVisits`).
      const next = isOutboxFull(harvest) ? visit : changed(turn, visit, policy, now);
      settle(body, { ...next, at: visit.at + 1 });
    }
    if (isOutboxFull(harvest)) return done;
    done.push(id);
  }
  return done;
}

function changed(
  { settings, harvest }: Turn,
  visit: Visit,
  policy: OrphanOrder['policy'],
  now: number,
): Visit {
  const { orphan: _, ...rest } = visit;
  const forUrl = settingsFor(settings, visit.url);
  switch (policy) {
    case 'again':
      return { ...rest, next: now };
    case 'rarer':
      return {
        ...visit,
        orphan: now,
        ...(visit.next === undefined ? {} : { next: visit.at + forUrl.revisit.orphanMs }),
      };
    case 'release': {
      const { md5, next, judged, rate, sites, ...left } = rest;
      if (md5 !== undefined) harvest.removals.push({ md5, url: visit.url, cause: 'orphaned', at: now });
      harvest.released += 1;
      countEntry(harvest.census, visit, -1, forUrl);
      const detail = 'orphaned: no page links to it any more, and no list names it';
      return { ...left, outcome: 'gone', detail, orphan: now };
    }
  }
}
