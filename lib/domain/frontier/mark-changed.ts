import { fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { dueAt, inSeen, type VisitEntry } from './entry.ts';
import { moveVisits } from './store/move-visits.ts';
import { lookUp, visitedState } from './store/seen.ts';
import type { HostBody, SegmentReader, VisitRun } from './store/state.ts';

/**
 * The most spilled visits that are searched for changed pages: some MB in a few reads. In a larger host only pages in the
 * head become due, and others when their own time comes.
 */
const maxSpilled = 50_000;

/**
 * Makes visited URLs due that are said to have changed since their last check. Leaves URLs alone that are unknown,
 * pending or in progress.
 * @param changes URLs of this host with epoch ms: a URL that was last checked before this time becomes due
 * @param now epoch ms
 * @returns the number of URLs that became due
 */
export async function changed(
  body: HostBody,
  changes: ReadonlyMap<CanonicalUrl, number>,
  now: number,
  read: SegmentReader,
): Promise<number> {
  let due = 0;
  const wanted = new Map<CanonicalUrl, number>();
  for (const [url, before] of changes) {
    const entry = body.visits.get(url);
    if (entry !== undefined) {
      if (!isDue(body, entry, before, now)) continue;
      body.visits.set(url, at(entry, now));
      due += 1;
    } else if (!body.pending.has(url) && !body.held.has(url) && !body.inProgress.has(url))
      wanted.set(url, before);
  }
  return due + (await changedInRuns(body, wanted, now, read));
}

async function changedInRuns(
  body: HostBody,
  wanted: Map<CanonicalUrl, number>,
  now: number,
  read: SegmentReader,
): Promise<number> {
  const spilled = body.visitRuns.reduce((sum, run) => sum + run.count, 0);
  if (wanted.size === 0 || spilled === 0 || spilled > maxSpilled) return 0;
  const fingerprints = new Map(
    [...wanted.keys()].map((url) => [fingerprint(body.fingerprintKey, url), url] as const),
  );
  const states = await lookUp(body.seenRuns, [...fingerprints.keys()], read);
  for (const [seen, url] of fingerprints) if (states.get(seen) !== visitedState) wanted.delete(url);
  let due = 0;
  for (const run of body.visitRuns) {
    if (wanted.size === 0) break;
    due += await changedInRun(body, run, wanted, now, read);
  }
  return due;
}

async function changedInRun(
  body: HostBody,
  run: VisitRun,
  wanted: Map<CanonicalUrl, number>,
  now: number,
  read: SegmentReader,
): Promise<number> {
  const isWanted = (entry: VisitEntry): boolean => {
    const before = wanted.get(entry.visit.url);
    return before !== undefined && wanted.delete(entry.visit.url) && isDue(body, entry, before, now);
  };
  const moved = await moveVisits(body, run, isWanted, read);
  for (const entry of moved) body.visits.set(entry.visit.url, { ...at(entry, now), seen: inSeen.current });
  return moved.length;
}

function isDue(body: HostBody, entry: VisitEntry, before: number, now: number): boolean {
  return entry.visit.at < before && dueAt(entry.visit, body.dueBefore) > now;
}

function at(entry: VisitEntry, next: number): VisitEntry {
  return { ...entry, visit: { ...entry.visit, next } };
}
