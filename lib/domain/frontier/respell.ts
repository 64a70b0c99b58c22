import { type Fingerprint, fingerprint } from '../url/fingerprint.ts';
import type { CanonicalUrl } from '../url/url.ts';
import { admit } from './admit.ts';
import { inSeen, type PendingEntry, rankOf, type Visit, type VisitEntry, type Work } from './entry.ts';
import { takeHolding, visitsOf } from './find-visits.ts';
import { resolve } from './resolve-unchecked.ts';
import { pendingSection } from './store/section.ts';
import { chunksOf } from './store/section-reader.ts';
import { lookUp, visitedState } from './store/seen.ts';
import { dropStalePending, isStalePending } from './store/stale.ts';
import type { ChunkedRun, HostBody, SegmentReader } from './store/state.ts';
import { place } from './trap-holds.ts';

/** The present name of a URL of this host. Idempotent, and never of another host. */
export type Respelling = (url: CanonicalUrl) => CanonicalUrl;

/** A visit whose URL has another name now. It is in progress until `settleAs`. */
export interface OldName {
  readonly work: Work & Required<Pick<Work, 'visit'>>;
  readonly url: CanonicalUrl;
  /** The visit that its page has under that name already, if any. */
  readonly known: Visit | undefined;
}

/**
 * Gives pending URLs their present names; one that is known by it is merged with that. Of what was spilled, one run at a time
 * is changed, which comes into the head.
 * @returns whether these were all
 */
export async function respellPending(
  body: HostBody,
  spell: Respelling,
  read: SegmentReader,
): Promise<boolean> {
  await resolve(body, read);
  const isOld = ({ url }: PendingEntry): boolean => spell(url) !== url;
  for (const entry of [...body.pending.values(), ...body.held.values()].filter(isOld)) {
    body.pending.delete(entry.url);
    body.held.delete(entry.url);
    readmit(body, entry, spell);
  }
  for (const run of [...body.pendingRuns, ...body.heldRuns]) {
    const moved = await takeOut(body, run, isOld, read);
    for (const entry of moved) readmit(body, entry, spell);
    if (moved.length > 0) return false;
  }
  return true;
}

/** Takes visits whose URLs have other names now, at most `limit`. Nothing waits for a first visit under these. */
export async function takeOldNames(
  body: HostBody,
  spell: Respelling,
  limit: number,
  read: SegmentReader,
): Promise<{ readonly old: readonly OldName[]; readonly isAll: boolean }> {
  const { taken, isAll } = await takeHolding(body, ({ url }) => spell(url) !== url, limit, read);
  const known = await clearNames(body, new Set(taken.map(({ url }) => spell(url))), read);
  const old = taken.map((work) => ({ work, url: spell(work.url), known: known.get(spell(work.url))?.visit }));
  return { old, isAll };
}

/** Makes room for visits under some names: what waits for a first visit under one waits no more. @returns visits that have one already */
export async function clearNames(
  body: HostBody,
  names: ReadonlySet<CanonicalUrl>,
  read: SegmentReader,
): Promise<ReadonlyMap<CanonicalUrl, VisitEntry>> {
  const seen = new Map([...names].map((url) => [url, fingerprint(body.fingerprintKey, url)]));
  const states = await lookUp(body.seenRuns, [...seen.values()], read);
  // What was never spilled need not be looked for in the runs.
  const isVisited = (url: CanonicalUrl): boolean =>
    body.visits.has(url) || states.get(seen.get(url) as Fingerprint) === visitedState;
  const known = await visitsOf(body, [...names].filter(isVisited), read);
  for (const url of names) {
    body.pending.delete(url);
    body.held.delete(url);
    body.unchecked.delete(url);
  }
  if ([...states.values()].some((state) => state !== visitedState)) {
    for (const run of [...body.pendingRuns, ...body.heldRuns])
      await takeOut(body, run, ({ url }) => names.has(url), read);
  }
  return known;
}

/** Writes a visit in progress down under another URL, which nothing is known by. */
export function settleAs(body: HostBody, old: CanonicalUrl, visit: Visit): void {
  const begun = body.inProgress.get(old);
  body.inProgress.delete(old);
  const { rank = 0, hops = 0 } = begun?.entry ?? {};
  const seen = body.seenRuns.length > 0 ? inSeen.stale : inSeen.none;
  body.visits.set(visit.url, { visit, rank, hops, seen });
}

/** Forgets a visit in progress: its page is known by another URL. */
export function forgetOldName(body: HostBody, old: CanonicalUrl): void {
  body.inProgress.delete(old);
}

function readmit(body: HostBody, { url, depth, rank, hops, from }: PendingEntry, spell: Respelling): void {
  admit(body, [{ url: spell(url), depth, rank: rankOf(rank), hops }], from);
}

/** Takes pending URLs that something holds of out of a run; the rest of a run that has any comes into the head. */
async function takeOut(
  body: HostBody,
  run: ChunkedRun,
  isWanted: (entry: PendingEntry) => boolean,
  read: SegmentReader,
): Promise<readonly PendingEntry[]> {
  const all: PendingEntry[] = [];
  const wanted = new Set<PendingEntry>();
  for await (const entries of chunksOf(pendingSection, run, body.base, read)) {
    for (const entry of entries) {
      all.push(entry);
      if (isWanted(entry) && !isStalePending(body, entry)) wanted.add(entry);
    }
  }
  if (wanted.size === 0) return [];
  body.pendingRuns = body.pendingRuns.filter((other) => other !== run);
  body.heldRuns = body.heldRuns.filter((other) => other !== run);
  for (const entry of all) {
    if (dropStalePending(body, entry) || wanted.has(entry)) continue;
    place(body, { ...entry, seen: inSeen.current });
  }
  return [...wanted];
}
