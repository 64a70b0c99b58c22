import { dueAt, inSeen, type Visit, type VisitEntry } from './entry.ts';
import { moveVisits } from './store/move-visits.ts';
import type { HostBody, SegmentReader } from './store/state.ts';

/** Which visited URLs become due. */
export interface RevisitMarking {
  readonly isMeant: (visit: Visit) => boolean;
  /** The visits send no validators (`Visit.unconditional`), also those that are due already. */
  readonly unconditional?: boolean;
  /** So many URLs at most; all of them become due now, whatever the number of runs. Absent: no limit. */
  readonly most?: number;
}

/**
 * Makes visited URLs due for which a condition holds and that are not due yet. Of the spilled visits it changes one run at
 * a time: the largest has some hundred thousand visits, which are in memory together.
 * @param now epoch ms
 * @returns the number of URLs that became due, and whether none are left
 */
export async function markVisits(
  body: HostBody,
  { isMeant, unconditional = false, most }: RevisitMarking,
  now: number,
  read: SegmentReader,
): Promise<{ readonly marked: number; readonly isAll: boolean }> {
  let left = most ?? Number.POSITIVE_INFINITY;
  const isWanted = ({ visit }: VisitEntry): boolean => {
    const isRest = dueAt(visit, body.dueBefore) > now || (unconditional && !visit.unconditional);
    if (left === 0 || !isRest || !isMeant(visit)) return false;
    left -= 1;
    return true;
  };
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
    count += moved.length;
    if (most === undefined) return { marked: count, isAll: run === body.visitRuns.at(-1) };
    if (left === 0) break;
  }
  return { marked: count, isAll: true };
}
