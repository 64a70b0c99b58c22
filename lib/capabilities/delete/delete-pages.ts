import type { CanonicalUrl } from '../../base/url/url.ts';
import { deletedCause, deletedVisit, deniedBy } from '../../domain/control/deleted-visit.ts';
import { encodeMark } from '../../domain/control/deletion-mark.ts';
import {
  endPending,
  revisit,
  settle,
  takeHolding,
  takeVisits,
  visitsOf,
} from '../../domain/frontier/body.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import { countEntry } from '../../domain/revisit/count-entry.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { segmentReader } from '../../pipeline/frontier/segment-reader.ts';
import { isOutboxFull } from '../../pipeline/turn/outbox-room.ts';
import type { Turn } from '../../pipeline/turn/turn.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { classHierarchy } from '../../topic/settings.ts';
import { type Deletion, isSelected } from './delete-order.ts';

/** Pages that one turn of a host deletes: changes of records are published one after the other. */
const maxDeleted = 100;
const readAtOnce = 8;

/**
 * Deletes pages of the host, a number of them in each turn, without a request: they leave their records, and their visits keep
 * what an undo needs. Records to which no other URL leads leave the collection when the turn is published.
 * @returns whether no page is left to delete
 */
export async function deletePages(turn: Turn, deletion: Deletion): Promise<boolean> {
  if (isOutboxFull(turn.harvest)) return false;
  const named = deletion.urls === undefined || (await deleteNamed(turn, deletion, deletion.urls));
  return named && (deletion.pages === undefined || (await deleteSelected(turn, deletion)));
}

async function deleteSelected(turn: Turn, deletion: Deletion): Promise<boolean> {
  const { ports, key, body, settings } = turn;
  const { isWithin } = classHierarchy(settings.topic?.classes);
  const isMeant = (visit: Visit) =>
    visit.deleted === undefined && isSelected(deletion.pages ?? {}, visit, isWithin);
  const { taken, isAll } = await takeHolding(body, isMeant, maxDeleted, segmentReader(ports, key));
  return (await deleteTaken(turn, deletion, taken)) && isAll;
}

async function deleteNamed(turn: Turn, deletion: Deletion, urls: readonly CanonicalUrl[]): Promise<boolean> {
  const { ports, key, body } = turn;
  const read = segmentReader(ports, key);
  const known = await visitsOf(body, urls, read);
  for (const url of urls) if (!known.has(url)) await endUnvisited(turn, deletion, url);
  const entries = [...known.values()].filter(({ visit }) => visit.deleted === undefined);
  const taken = await takeVisits(body, entries.slice(0, maxDeleted), read);
  return (await deleteTaken(turn, deletion, taken)) && taken.length === entries.length;
}

/** A URL that was never visited, known or not, ends as if it had been. */
async function endUnvisited(turn: Turn, deletion: Deletion, url: CanonicalUrl): Promise<void> {
  const { ports, key, body } = turn;
  await revisit(body, url, segmentReader(ports, key));
  const at = ports.clock.now();
  const depth = body.pending.get(url)?.depth ?? 0;
  endPending(body, {
    ...{ url, at, firstSeen: at, changedAt: at, tries: 0, depth },
    ...deniedBy(deletion),
    deleted: encodeMark({ id: deletion.id }),
  });
}

async function deleteTaken(
  turn: Turn,
  deletion: Deletion,
  taken: readonly { readonly visit: Visit }[],
): Promise<boolean> {
  const { ports, key, body, settings, harvest } = turn;
  const entries = new Map<string, RecordEntry>();
  await sideBySide(taken, readAtOnce, async ({ visit: { md5 } }) => {
    const entry = md5 && (await ports.records.record(key.job, md5));
    if (md5 && entry) entries.set(md5, entry);
  });
  let isAll = true;
  for (const { visit } of taken) {
    const { url, md5 } = visit;
    if (isOutboxFull(harvest)) {
      settle(body, { ...visit, at: visit.at + 1 });
      isAll = false;
      continue;
    }
    if (md5 !== undefined) harvest.removals.push({ md5, url, cause: deletedCause, at: ports.clock.now() });
    countEntry(harvest.census, visit, -1, settingsFor(settings, url));
    harvest.released += 1;
    settle(body, deletedVisit(visit, deletion, md5 === undefined ? undefined : entries.get(md5)));
  }
  return isAll;
}
