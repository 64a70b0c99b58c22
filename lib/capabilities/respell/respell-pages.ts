import {
  forgetOldName,
  type OldName,
  respellPending,
  settle,
  settleAs,
  takeOldNames,
} from '../../domain/frontier/body.ts';
import { renamed } from '../../pipeline/collection/renamed-visit.ts';
import { openStoredPages, type StoredPages } from '../../pipeline/collection/stored-pages.ts';
import { segmentReader } from '../../pipeline/frontier/segment-reader.ts';
import { isOutboxFull } from '../../pipeline/turn/outbox-room.ts';
import { spellingIn } from '../../pipeline/turn/present-names.ts';
import type { Turn } from '../../pipeline/turn/turn.ts';

/** Visits that get another name in one turn. */
const maxRespelled = 100;
/** The cause that removals from records give. */
export const cause = 'respelled';

/**
 * Gives the host's URLs their present names, some in each turn, without fetching any. A page that was known by two names
 * becomes one page. Publishing the turn gives the records the names, and tells indexers which URLs lead to them.
 * @returns whether no old name is left
 */
export async function respellPages(turn: Turn): Promise<boolean> {
  const { body, ports, key, settings, harvest } = turn;
  const read = segmentReader(ports, key);
  const spell = spellingIn(settings, key.host);
  if (!(await respellPending(body, spell, read))) return false;
  const { old, isAll } = await takeOldNames(body, spell, maxRespelled, read);
  const stored = openStoredPages(ports);
  let isDone = isAll;
  for (const one of old) {
    if (isOutboxFull(harvest)) {
      // A copy of the visit may stay in a segment: the later time tells which is valid (`takeHolding`).
      settle(body, { ...one.work.visit, at: one.work.visit.at + 1 });
      isDone = false;
    } else await respell(turn, one, stored);
  }
  return isDone;
}

async function respell(turn: Turn, { work, url, known }: OldName, pages: StoredPages): Promise<void> {
  const { body, ports, harvest } = turn;
  const { md5 } = work.visit;
  const isTaken = known !== undefined || body.visits.has(url);
  if (md5 !== undefined) harvest.removals.push({ md5, url: work.url, cause, at: ports.clock.now() });
  if (isTaken) forgetOldName(body, work.url);
  else settleAs(body, work.url, await renamed(turn, work.visit, url, pages));
}
