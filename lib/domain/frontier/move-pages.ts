import type { Candidate } from '../../base/links/link.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { countRequisite } from './counters.ts';
import { dueAt, inSeen, type PendingEntry, rankOf, type Visit, type VisitEntry } from './entry.ts';
import { takeVisits } from './find-visits.ts';
import { place } from './held.ts';
import { resolve } from './resolve-unchecked.ts';
import { asPulled } from './store/choose-spilled.ts';
import { pendingSection, visitSection } from './store/section.ts';
import { pullChunk } from './store/section-reader.ts';
import { dropStalePending, dropStaleVisit } from './store/stale.ts';
import type { ChunkedRun, HostBody, SegmentReader } from './store/state.ts';

/** A visit that was made under a name of another host. */
export interface MovedVisit extends Pick<VisitEntry, 'rank' | 'hops' | 'role'> {
  /** The visit under its old name, which its record keeps until the visit has arrived. */
  readonly visit: Visit;
}

/** Takes the URLs of a host that all have names of another host now. Each method says whether there is room for more. */
export interface Removal {
  takeCandidate(candidate: Candidate): boolean;
  takeVisit(visit: MovedVisit): boolean;
}

/**
 * Moves all URLs out of a host's body, as far as there is room: first from the head, then chunk by chunk from the runs. A
 * host that everything has left also forgets its seen URLs: if its name is used again, they count as new.
 * @returns whether nothing is left
 */
export async function moveOut(body: HostBody, to: Removal, read: SegmentReader): Promise<boolean> {
  await resolve(body, read);
  do {
    for (const entry of [...body.pending.values(), ...body.held.values()]) {
      body.pending.delete(entry.url);
      body.held.delete(entry.url);
      if (!to.takeCandidate(candidateOf(entry))) return false;
    }
  } while (await pullPending(body, read));
  do {
    for (const [url, entry] of [...body.visits]) {
      body.visits.delete(url);
      countRequisite(body, entry, -1);
      if (!to.takeVisit(movedVisit(body, entry))) return false;
    }
  } while (await pullVisits(body, read));
  beginAnew(body);
  return true;
}

function candidateOf({ url, depth, rank, hops, role }: PendingEntry): Candidate {
  return { url, depth, rank: rankOf(rank), ...(hops === 0 ? {} : { hops }), role };
}

/** The visit with its due time, if a `dueBefore` of this host made it due. */
function movedVisit({ dueBefore }: HostBody, { visit, rank, hops, role }: VisitEntry): MovedVisit {
  const next = dueAt(visit, dueBefore);
  return { visit: { ...visit, ...(Number.isFinite(next) ? { next } : {}) }, rank, hops, role };
}

/** @returns whether a chunk was pulled */
async function pullPending(body: HostBody, read: SegmentReader): Promise<boolean> {
  const run = body.pendingRuns[0] ?? body.heldRuns[0];
  if (run === undefined) return false;
  const { entries, rest } = await pullChunk(pendingSection, run, body.base, read);
  body.pendingRuns = replaced(body.pendingRuns, run, rest);
  body.heldRuns = replaced(body.heldRuns, run, rest);
  for (const entry of entries) {
    if (!dropStalePending(body, entry)) body.pending.set(entry.url, asPulled(entry));
  }
  return true;
}

/** @returns whether a chunk was pulled */
async function pullVisits(body: HostBody, read: SegmentReader): Promise<boolean> {
  const [run] = body.visitRuns;
  if (run === undefined) return false;
  const { entries, rest } = await pullChunk(visitSection, run, body.base, read);
  body.visitRuns = replaced(body.visitRuns, run, rest);
  for (const entry of entries) {
    if (!dropStaleVisit(body, entry)) body.visits.set(entry.visit.url, { ...entry, seen: inSeen.current });
  }
  return true;
}

function replaced<R extends ChunkedRun>(runs: readonly R[], run: R, rest: R | undefined): readonly R[] {
  return runs.flatMap((other) => (other !== run ? [other] : rest === undefined ? [] : [rest]));
}

function beginAnew(body: HostBody): void {
  body.seenRuns = [];
  body.ring.clear();
  body.stalePending.clear();
  body.staleVisits.clear();
}

/** Enters a visit that another host made of a page of this one; the body has nothing else of the page (`clearNames`). */
export function moveIn(body: HostBody, visit: Visit, { rank, hops, role }: Omit<MovedVisit, 'visit'>): void {
  const seen = body.seenRuns.length > 0 ? inSeen.stale : inSeen.none;
  body.visits.set(visit.url, { visit, rank, hops, role, seen });
  countRequisite(body, { role }, 1);
}

/** Enters a moved visit in place of a visit of this host. */
export async function moveInFor(
  body: HostBody,
  known: VisitEntry,
  visit: Visit,
  read: SegmentReader,
): Promise<void> {
  const url: CanonicalUrl = known.visit.url;
  await takeVisits(body, [known], read);
  body.inProgress.delete(url);
  countRequisite(body, known, -1);
  // The changed time distinguishes the visit from the copy that the other one may leave in a segment (`stale.ts`).
  const at = visit.at + (visit.at === known.visit.at ? 1 : 0);
  moveIn(body, { ...visit, url, at }, known);
}

/** Has a URL wait that the host knew once, as it waited then; the body has nothing else of it (`clearNames`). */
export function waitAgain(body: HostBody, known: Omit<PendingEntry, 'seq' | 'seen'>): void {
  const seen = body.seenRuns.length > 0 ? inSeen.stale : inSeen.none;
  place(body, { ...known, seq: body.arrivals++, seen });
}

/** Has segments deleted once the turn is committed. @param ids of segments under the host's key that no run is in */
export function spend(body: HostBody, ids: readonly string[]): void {
  body.named = [...body.named, ...ids];
}
