import type { Candidate } from '../../base/links/link.ts';
import { fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { asked, type Birth, inSeen, type PendingEntry, quantise, rankOf } from './entry.ts';
import { creditLink, place } from './held.ts';
import { namedAgain } from './retry.ts';
import { visitedState } from './store/seen.ts';
import type { HostBody } from './store/state.ts';

/**
 * Adds URLs of this host to its frontier. A known URL is not added again, but keeps the better rank and the smaller depth
 * while it is pending. In a host that has spilled, a URL that the head does not know stays unchecked until `prepare`.
 * @param from id of the source of the page that has the links (`PendingEntry`); 0: no page of this host
 * @returns the URLs that were not known
 */
export function admit(body: HostBody, candidates: readonly Candidate[], from = 0): readonly Birth[] {
  const births: Birth[] = [];
  for (const { url, depth, rank, hops = 0, role } of candidates) {
    if (depth === 0) namedAgain(body, url);
    if (linkedAgain(body, url) || body.inProgress.has(url)) continue;
    const quantised = quantise(rank);
    const waiting = body.pending.get(url) ?? body.held.get(url);
    if (waiting !== undefined) {
      creditLink(body, waiting, from, improve(body, waiting, { depth, rank: quantised, hops, role }));
      continue;
    }
    const unchecked = body.unchecked.get(url);
    if (unchecked !== undefined) {
      unchecked.rank = mergedRank(body, unchecked.rank, quantised);
      unchecked.depth = Math.min(unchecked.depth, depth);
      unchecked.hops = Math.min(unchecked.hops, hops);
      takeRole(unchecked, role);
      unchecked.hits++;
    } else if (body.seenRuns.length === 0) {
      const seq = body.arrivals++;
      const entry = { url, depth, rank: quantised, hops, role, seq, from, seen: inSeen.none };
      births.push({ url, unchecked: false });
      place(body, entry);
    } else if (!isRemembered(body, url, quantised)) {
      const seq = body.arrivals++;
      body.unchecked.set(url, { url, depth, rank: quantised, hops, role, seq, from, hits: 1 });
      births.push({ url, unchecked: true });
    }
  }
  return births;
}

/** Whether a link to a URL changes nothing: the head has a visit of it, and it is no orphan. */
export function isSettled({ visits }: Pick<HostBody, 'visits'>, url: CanonicalUrl): boolean {
  const entry = visits.get(url);
  return entry !== undefined && entry.visit.orphan === undefined;
}

/** Whether the head has a visit of a URL. An orphan that a link leads to is no orphan any more, and due. */
function linkedAgain({ visits }: HostBody, url: CanonicalUrl): boolean {
  const entry = visits.get(url);
  if (entry?.visit.orphan !== undefined) {
    const { orphan: _, ...visit } = entry.visit;
    visits.set(url, { ...entry, visit: { ...visit, next: visit.at } });
  }
  return entry !== undefined;
}

/** Keeps the merged rank, the smaller depth and the fewer redirects. @returns whether the rank is another one */
export function improve(
  body: HostBody,
  entry: PendingEntry,
  { depth, rank, hops, role }: Pick<PendingEntry, 'depth' | 'rank' | 'hops' | 'role'>,
): boolean {
  if (depth < entry.depth) entry.depth = depth;
  if (hops < entry.hops) entry.hops = hops;
  takeRole(entry, role);
  const merged = mergedRank(body, entry.rank, rank);
  if (merged === entry.rank) return false;
  entry.rank = merged;
  if (entry.seen === inSeen.current) entry.seen = inSeen.stale;
  return true;
}

/** What turns out to be a sitemap is one. What some page shows may be a page nevertheless. */
function takeRole(entry: Pick<PendingEntry, 'role'>, role: PendingEntry['role']): void {
  if (role?.is === 'sitemap') entry.role = role;
}

/** Merges quantised ranks. A URL that a person asked for stays first. */
export function mergedRank({ mergeRanks }: HostBody, known: number, found: number): number {
  if (known === asked || found === asked) return asked;
  return quantise(mergeRanks(rankOf(known), rankOf(found)));
}

/** Whether the recently linked URLs have this one, visited or with an equal or better rank; moves it to their end. */
function isRemembered(body: HostBody, url: CanonicalUrl, rank: number): boolean {
  const seen = fingerprint(body.fingerprintKey, url);
  const state = body.ring.get(seen);
  if (state === undefined || (state !== visitedState && state > rank)) return false;
  body.ring.delete(seen);
  body.ring.set(seen, state);
  return true;
}
