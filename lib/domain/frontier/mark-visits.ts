import { dueAt, inSeen, type Visit, type VisitEntry } from './entry.ts';
import { moveVisits } from './store/move-visits.ts';
import type { HostBody, SegmentReader } from './store/state.ts';

/** Which visited URLs become due. */
export interface RevisitMarking {
  readonly isMeant: (visit: Visit) => boolean;
  /** The visits send no validators (`Visit.unconditional`), also those that are due already. */
  readonly unconditional?: boolean;
}

/**
 * Makes visited URLs due for which a condition holds and that are not due yet. Of the spilled visits it changes one run at
 * a time: the largest has some hundred thousand visits, which are in memory together.
 * @param now epoch ms
 * @returns the number of URLs that became due, and whether none are left
 */
export async function markVisits(
  body: HostBody,
  { isMeant, unconditional = false }: RevisitMarking,
  now: number,
  read: SegmentReader,
): Promise<{ readonly marked: number; readonly isAll: boolean }> {
  const isWanted = ({ visit }: VisitEntry): boolean =>
    (dueAt(visit, body.dueBefore) > now || (unconditional && !visit.unconditional)) && isMeant(visit);
  const marked = ({ visit, ...entry }: VisitEntry): VisitEntry => ({
    ...entry,
    // The changed time distinguishes the visit from the copy that it may leave behind in a segment (`stale.ts`).
    visit: {
      ...visit,
      next: visit.next === now ? now - 1 : now,
      ...(unconditional ? { unconditional } : {}),
    },
  });
  let count = 0;
  for (const [url, entry] of body.visits) {
    if (!isWanted(entry)) continue;
    body.visits.set(url, marked(entry));
    count += 1;
  }
  for (const run of body.visitRuns) {
    const moved = await moveVisits(body, run, isWanted, read);
    if (moved.length === 0) continue;
    for (const entry of moved) body.visits.set(entry.visit.url, { ...marked(entry), seen: inSeen.current });
    return { marked: count + moved.length, isAll: run === body.visitRuns.at(-1) };
  }
  return { marked: count, isAll: true };
}
