import { inSeen, type VisitEntry } from '../entry.ts';
import { visitSection } from './section.ts';
import { chunksOf } from './section-reader.ts';
import { dropStaleVisit, isStaleVisit, noteVisitCopy } from './stale.ts';
import type { HostBody, SegmentReader, VisitRun } from './state.ts';

/**
 * Moves live visits out of a run. A few are marked as stale in the run; when they are many, the head takes over the whole
 * run, which is then written anew.
 * @param isWanted called once for each live visit, in their order
 * @returns the moved visits; the caller puts them into the head
 */
export async function moveVisits(
  body: HostBody,
  run: VisitRun,
  isWanted: (entry: VisitEntry) => boolean,
  read: SegmentReader,
): Promise<readonly VisitEntry[]> {
  const all: VisitEntry[] = [];
  const moved: VisitEntry[] = [];
  for await (const entries of chunksOf(visitSection, run, body.base, read)) {
    for (const entry of entries) {
      all.push(entry);
      if (!isStaleVisit(body, entry) && isWanted(entry)) moved.push(entry);
    }
  }
  if (moved.length === 0) return moved;
  if (body.staleVisits.size + moved.length <= body.limits.raises) {
    for (const entry of moved) noteVisitCopy(body, entry);
    return moved;
  }
  body.visitRuns = body.visitRuns.filter((other) => other !== run);
  for (const entry of all) {
    if (!dropStaleVisit(body, entry)) body.visits.set(entry.visit.url, { ...entry, seen: inSeen.current });
  }
  return moved;
}
