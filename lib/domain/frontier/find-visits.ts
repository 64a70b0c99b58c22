import type { CanonicalUrl } from '../../base/url/url.ts';
import { inSeen, type Visit, type VisitEntry, type Work } from './entry.ts';
import { visitEntries } from './list-pages.ts';
import { moveVisits } from './store/move-visits.ts';
import type { HostBody, SegmentReader } from './store/state.ts';
import { takeVisit } from './take.ts';

type RevisitWork = Work & Required<Pick<Work, 'visit'>>;

/**
 * The live visits of some URLs, in the head or in runs; URLs that were never visited are left out. Reads spilled visits
 * until all are found.
 */
export async function visitsOf(
  body: HostBody,
  urls: readonly CanonicalUrl[],
  read: SegmentReader,
): Promise<ReadonlyMap<CanonicalUrl, VisitEntry>> {
  const wanted = new Set(urls);
  const found = new Map<CanonicalUrl, VisitEntry>();
  for (const url of wanted) {
    const entry = body.visits.get(url);
    if (entry !== undefined) found.set(url, entry);
  }
  if (found.size === wanted.size) return found;
  for await (const entry of visitEntries({ ...body, visits: new Map() }, read)) {
    if (!wanted.has(entry.visit.url) || found.has(entry.visit.url)) continue;
    found.set(entry.visit.url, entry);
    if (found.size === wanted.size) break;
  }
  return found;
}

/**
 * Takes visits that `visitsOf` returned. Spilled ones come into the head: they must be settled with another time of the
 * visit or of the next one, which distinguishes them from the stale copies that they leave behind (`stale.ts`).
 */
export async function takeVisits(
  body: HostBody,
  entries: readonly VisitEntry[],
  read: SegmentReader,
): Promise<readonly RevisitWork[]> {
  const spilled = new Set(entries.map(({ visit }) => visit.url).filter((url) => !body.visits.has(url)));
  for (const run of body.visitRuns) {
    if (spilled.size === 0) break;
    for (const entry of await moveVisits(body, run, ({ visit }) => spilled.delete(visit.url), read)) {
      body.visits.set(entry.visit.url, { ...entry, seen: inSeen.current });
    }
  }
  return entries.flatMap(({ visit }) => takeVisit(body, visit.url) ?? []);
}

/**
 * Takes at most `limit` visits for which a condition holds, those in the head first. They must be settled as `takeVisits`
 * says. Reads runs until there are enough.
 * @returns the visits, and whether there are no others
 */
export async function takeHolding(
  body: HostBody,
  isWanted: (visit: Visit) => boolean,
  limit: number,
  read: SegmentReader,
): Promise<{ readonly taken: readonly RevisitWork[]; readonly isAll: boolean }> {
  const urls = [...body.visits.values()].filter(({ visit }) => isWanted(visit)).map(({ visit }) => visit.url);
  const chosen = urls.slice(0, limit);
  let isAll = chosen.length === urls.length;
  for (const run of body.visitRuns) {
    if (!isAll) break;
    const wants = ({ visit }: VisitEntry): boolean => {
      if (!isWanted(visit)) return false;
      isAll &&= chosen.length < limit;
      if (isAll) chosen.push(visit.url);
      return isAll;
    };
    for (const entry of await moveVisits(body, run, wants, read)) {
      body.visits.set(entry.visit.url, { ...entry, seen: inSeen.current });
    }
  }
  return { taken: chosen.flatMap((url) => takeVisit(body, url) ?? []), isAll };
}
