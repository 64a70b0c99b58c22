import { type Fingerprint, fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { admit } from './admit.ts';
import { countRequisite } from './counters.ts';
import { inSeen, type PendingEntry, rankOf, type Visit, type VisitEntry, type Work } from './entry.ts';
import { takeHolding, visitsOf } from './find-visits.ts';
import { place } from './held.ts';
import { waitAgain } from './move-pages.ts';
import { resolve } from './resolve-unchecked.ts';
import { asPulled } from './store/choose-spilled.ts';
import { pendingSection } from './store/section.ts';
import { chunksOf } from './store/section-reader.ts';
import { lookUp, visitedState } from './store/seen.ts';
import { dropStalePending, isStalePending } from './store/stale.ts';
import type { ChunkedRun, HostBody, SegmentReader } from './store/state.ts';

/** The present spelling of a URL of this host. Idempotent; never a URL of another host. */
export type Respelling = (url: CanonicalUrl) => CanonicalUrl;

/** A visit whose URL has another spelling now. In progress until `settleAs`. */
export interface OldName {
  readonly work: Work & Required<Pick<Work, 'visit'>>;
  readonly url: CanonicalUrl;
  /** The visit that the page has under its present spelling already, if any. */
  readonly known: VisitEntry | undefined;
}

/**
 * Respells pending URLs; a URL that is known under its present spelling is merged with that. Of the spilled URLs it
 * changes one run at a time, which comes into the head.
 * @returns whether none are left
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

/** Takes at most `limit` visits whose URLs have another spelling now. Pending URLs with the new spellings are removed. */
export async function takeOldNames(
  body: HostBody,
  spell: Respelling,
  limit: number,
  read: SegmentReader,
): Promise<{ readonly old: readonly OldName[]; readonly isAll: boolean }> {
  const { taken, isAll } = await takeHolding(body, ({ url }) => spell(url) !== url, limit, read);
  const known = await clearNames(body, new Set(taken.map(({ url }) => spell(url))), read);
  const old = taken.map((work) => ({ work, url: spell(work.url), known: known.get(spell(work.url)) }));
  return { old, isAll };
}

/** Removes pending URLs with these names, to make room for visits. @returns visits that have one of the names already */
export async function clearNames(
  body: HostBody,
  names: ReadonlySet<CanonicalUrl>,
  read: SegmentReader,
): Promise<ReadonlyMap<CanonicalUrl, VisitEntry>> {
  const seen = new Map([...names].map((url) => [url, fingerprint(body.fingerprintKey, url)]));
  const states = await lookUp(body.seenRuns, [...seen.values()], read);
  // A URL that was never spilled is in no run.
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

/** Settles a visit in progress under another URL, which nothing is known by. */
export function settleAs(body: HostBody, old: CanonicalUrl, visit: Visit): void {
  const begun = body.inProgress.get(old);
  body.inProgress.delete(old);
  const { rank = 0, hops = 0, role } = begun?.entry ?? {};
  body.pending.delete(visit.url);
  body.held.delete(visit.url);
  const seen = body.seenRuns.length > 0 ? inSeen.stale : inSeen.none;
  body.visits.set(visit.url, { visit, rank, hops, role, seen });
}

/** Has the page of a visit in progress wait under another URL, which the visit says nothing about. */
export function waitAs(body: HostBody, { url: old, depth }: Work, url: CanonicalUrl): void {
  const { rank = 0, hops = 0, role } = body.inProgress.get(old)?.entry ?? {};
  forgetOldName(body, old);
  if (!body.pending.has(url) && !body.held.has(url))
    waitAgain(body, { url, depth, rank, hops, role, from: 0 });
}

/** Drops a visit in progress whose page is known by another URL. */
export function forgetOldName(body: HostBody, old: CanonicalUrl): void {
  countRequisite(body, body.inProgress.get(old)?.entry ?? {}, -1);
  body.inProgress.delete(old);
}

function readmit(body: HostBody, { url, rank, from, ...found }: PendingEntry, spell: Respelling): void {
  const { depth, hops, role } = found;
  admit(body, [{ url: spell(url), depth, rank: rankOf(rank), hops, role }], from);
}

/** Takes the pending URLs out of a run for which a condition holds; if there are any, the rest of the run comes into the head. */
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
    place(body, asPulled(entry));
  }
  return [...wanted];
}
