import { presentName } from '../../base/url/present-name.ts';
import { authorityOf, type CanonicalUrl } from '../../base/url/url.ts';
import {
  forgetOldName,
  moveInFor,
  type OldName,
  respellPending,
  type SegmentReader,
  settle,
  settleAs,
  takeOldNames,
  waitAs,
} from '../../domain/frontier/body.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
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
    } else await respell(turn, one, { stored, read });
  }
  return isDone;
}

interface Reading {
  readonly stored: StoredPages;
  readonly read: SegmentReader;
}

async function respell(turn: Turn, { work, url, known }: OldName, { stored, read }: Reading): Promise<void> {
  const { body, ports, harvest } = turn;
  const { visit } = work;
  const here = body.visits.get(url) ?? known;
  const { md5 } = visit;
  if (md5 !== undefined) harvest.removals.push({ md5, url: work.url, cause, at: ports.clock.now() });
  if (here !== undefined && !isBetter(visit, here.visit)) forgetOldName(body, work.url);
  else if (here === undefined && !isOfName(turn, visit, url)) waitAs(body, work, url);
  else {
    const present = await renamed(turn, visit, url, stored);
    if (here === undefined) settleAs(body, work.url, present);
    else {
      forgetOldName(body, work.url);
      await moveInFor(body, here, present, read);
    }
  }
}

/** Whether a visit has what that of the present name has not: a record of a page that nobody deleted. */
function isBetter({ md5 }: Visit, here: Visit): boolean {
  return md5 !== undefined && here.md5 === undefined && here.deleted === undefined;
}

/** Whether a visit says something of its page, and not only that it is found under its present name, or of the scheme before. */
function isOfName(
  { settings }: Turn,
  { url: old, outcome, detail, deleted }: Visit,
  url: CanonicalUrl,
): boolean {
  if (deleted !== undefined) return true;
  if (outcome === 'redirected') return presentName(settings, (detail ?? '') as CanonicalUrl) !== url;
  return authorityOf(old) === authorityOf(url) || (outcome !== 'failed' && outcome !== 'denied');
}
