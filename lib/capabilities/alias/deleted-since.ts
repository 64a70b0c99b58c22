import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import { beforeOf, encodeMark, markOf, withoutPage } from '../../domain/control/deletion-mark.ts';
import { visitsOf } from '../../domain/frontier/body.ts';
import type { MovedVisit } from '../../domain/frontier/move-pages.ts';
import { readHost } from '../../pipeline/frontier/read-host.ts';
import type { Turn } from '../../pipeline/turn/turn.ts';
import type { JournalEntry, Known } from './journal.ts';

/**
 * What an alias gets back of pages that were deleted at the preferred host after the group was applied, by the URLs of the alias:
 * whoever deleted them meant the pages under all their names. An undo of the deletion brings them back there, too.
 */
export async function deletedSince(
  { ports, job }: Turn,
  preferred: HostName,
  entries: readonly JournalEntry[],
): Promise<ReadonlyMap<CanonicalUrl, MovedVisit>> {
  const found = new Map<CanonicalUrl, MovedVisit>();
  await readHost(ports, job, preferred, async (body, read) => {
    found.clear();
    const names = entries.map(({ to }) => to);
    const here = await visitsOf(body, names, read);
    for (const { url, to, was, own, record } of entries) {
      const away = here.get(to)?.visit;
      const id = away && markOf(away)?.id;
      if (id === undefined || isDeleted(was) || isDeleted(own)) continue;
      const { outcome, detail, at } = away as NonNullable<typeof away>;
      const said = { outcome, ...(detail === undefined ? {} : { detail }) };
      if ('pending' in was) {
        const { depth, rank, hops, role } = was.pending;
        const times = { at, firstSeen: at, changedAt: at, tries: 0 };
        const visit = { url, ...times, depth, ...said, deleted: encodeMark({ id }) };
        found.set(url, { visit, rank, hops, role });
      } else {
        const { visit, ...place } = was.visit;
        const deleted = encodeMark({ id, was: beforeOf(visit, record) });
        found.set(url, { ...place, visit: { ...withoutPage(visit), ...said, deleted } });
      }
    }
  });
  return found;
}

function isDeleted(known: Known | undefined): boolean {
  return known !== undefined && 'visit' in known && known.visit.visit.deleted !== undefined;
}
