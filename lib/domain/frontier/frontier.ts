import { WinnowError } from '../base/error.ts';
import type { Candidate } from '../links/link.ts';
import { enterAgain } from '../traps/probe-answer.ts';
import { isOfMadeUp } from '../traps/region.ts';
import { shapeOf } from '../traps/shape.ts';
import type { Birth } from '../traps/sighting.ts';
import { fingerprint } from '../url/fingerprint.ts';
import type { CanonicalUrl } from '../url/url.ts';
import { heldCount, pendingCount } from './counters.ts';
import type { Visit, VisitEntry, Work } from './entry.ts';
import {
  asked,
  comparePending,
  dueAt,
  inSeen,
  lastOfAll,
  type PendingEntry,
  probing,
  quantise,
  rankOf,
  runDue,
} from './entry.ts';
import {
  appeal,
  bestHeld,
  creditLink,
  mayRetry,
  oneSpelling,
  place,
  retries,
  shapeOfEntry,
  sift,
} from './holding.ts';
import { isRetry, namedAgain } from './retry.ts';
import type { HostBody } from './store/state.ts';

/**
 * Takes URLs of this host in. One that is known does nothing, but a better rank and a smaller depth are kept while
 * it is pending. In a host that has spilled, a URL that the head does not know stays unchecked until `prepare`.
 * @param from id of the pattern on whose page they were found; 0: on none of this host
 * @returns those that were not known
 */
export function admit(body: HostBody, candidates: readonly Candidate[], from = 0): readonly Birth[] {
  const births: Birth[] = [];
  const isLast = isOfMadeUp(body.traps, from);
  for (const { url: found, depth, rank, hops = 0 } of candidates) {
    const url = oneSpelling(body, found);
    if (depth === 0) namedAgain(body, url);
    if (linkedAgain(body, url) || body.inProgress.has(url)) continue;
    const quantised = isLast ? lastOfAll : quantise(rank);
    const waiting = body.pending.get(url) ?? body.held.get(url);
    if (waiting !== undefined) {
      improve(body, waiting, { depth, rank: quantised, hops });
      creditLink(body, waiting, from);
      continue;
    }
    const unchecked = body.unchecked.get(url);
    if (unchecked !== undefined) {
      if (unchecked.rank === lastOfAll) unchecked.from = from;
      unchecked.rank = mergedRank(body, unchecked.rank, quantised);
      unchecked.depth = Math.min(unchecked.depth, depth);
      unchecked.hops = Math.min(unchecked.hops, hops);
      unchecked.hits++;
    } else if (body.seenRuns.length === 0) {
      const seq = body.arrivals++;
      const entry = { url, depth, rank: quantised, hops, seq, from, seen: inSeen.none };
      births.push({ shape: shapeOfEntry(entry), unchecked: false });
      place(body, entry);
    } else if (!isRemembered(body, url, quantised)) {
      body.unchecked.set(url, { url, depth, rank: quantised, hops, seq: body.arrivals++, from, hits: 1 });
      births.push({ shape: shapeOf(url), unchecked: true });
    }
  }
  return births;
}

/** Whether a URL was visited, as far as the head knows. An orphan that something leads to is none any more, and due. */
function linkedAgain({ visits }: HostBody, url: CanonicalUrl): boolean {
  const entry = visits.get(url);
  if (entry?.visit.orphan !== undefined) {
    const { orphan: _, ...visit } = entry.visit;
    visits.set(url, { ...entry, visit: { ...visit, next: visit.at } });
  }
  return entry !== undefined;
}

/**
 * Takes up what the watch for traps asks for: URLs that cannot exist, and pages to be visited a second time, before all
 * else. One that has left the head is not.
 */
export function takeUpQuestions(body: HostBody, depth: number): void {
  const { probes, again } = body.traps;
  for (const url of probes.splice(0)) {
    const seq = body.arrivals++;
    body.pending.set(url, { url, depth, rank: probing, hops: 0, seq, from: 0, seen: inSeen.none });
  }
  for (const url of again.splice(0)) {
    const entry = body.visits.get(url);
    if (entry === undefined) enterAgain(body.traps, url, []);
    else {
      body.visits.set(url, { ...entry, visit: { ...entry.visit, next: 0 } });
      body.streak = urgentStreak;
    }
  }
}

/** Keeps the rank that both have together, the smaller depth and the fewer redirects. */
export function improve(
  body: HostBody,
  entry: PendingEntry,
  { depth, rank, hops }: Pick<PendingEntry, 'depth' | 'rank' | 'hops'>,
): void {
  if (depth < entry.depth) entry.depth = depth;
  if (hops < entry.hops) entry.hops = hops;
  const merged = mergedRank(body, entry.rank, rank);
  if (merged === entry.rank) return;
  entry.rank = merged;
  if (entry.seen === inSeen.current) entry.seen = inSeen.stale;
}

/** Of quantised ranks. What a person asked for stays first. */
export function mergedRank({ mergeRanks }: HostBody, known: number, found: number): number {
  if (known === asked || found === asked) return asked;
  return quantise(mergeRanks(rankOf(known), rankOf(found)));
}

/** Whether the ring knows it under no worse a rank; then it is the most recently met. */
function isRemembered(body: HostBody, url: CanonicalUrl, rank: number): boolean {
  const seen = fingerprint(body.fingerprintKey, url);
  const state = body.ring.get(seen);
  if (state === undefined || state > rank) return false;
  body.ring.delete(seen);
  body.ring.set(seen, state);
  return true;
}

/**
 * The next URL to fetch: the best pending one, but visits that are due, the longest due first, have their share
 * (`revisitShare`, or one in `dueEvery`) while there are any. What was tried in vain comes after all that was never tried
 * (Chakrabarti, van den Berg and Dom 1999, §4.2: `num_tries asc` before relevance). Undefined when there is neither in the head: `prepare` puts there what is wanted.
 * @param mayBeNew whether URLs may be taken that were never visited
 */
export function take(body: HostBody, now: number, mayBeNew = true): Work | undefined {
  sift(body);
  const waiting = mayBeNew ? bestPending(body) : undefined;
  const pending = waiting ?? (mayBeNew ? bestHeldNow(body) : undefined);
  const due =
    pending !== undefined && !isVisitsTurn(body) ? undefined : longestDue(body, now, pending === undefined);
  if (due !== undefined) {
    body.streak = Math.min(0, body.streak) - 1;
    return takeVisit(body, due.visit.url);
  }
  if (pending !== undefined && pending !== waiting) body.traps.appeals++;
  return pending && takePending(body, pending);
}

/** Whether a due visit comes next, while a URL is pending too: the streak counts those of either kind since the other. */
function isVisitsTurn({ streak, revisitShare, limits }: HostBody): boolean {
  const share = revisitShare ?? 1 / limits.dueEvery;
  if (share > 0.5) return streak >= 0 || -streak < Math.round(share / (1 - share));
  return Math.max(0, streak) + 1 >= Math.min(urgentStreak, Math.round(1 / share));
}

/** A streak after which a due visit comes next whatever its share: a person asked for it, or the watch for traps. */
export const urgentStreak = 1_000_000;

/** What is held and may be tried all the same. */
function bestHeldNow(body: HostBody): PendingEntry | undefined {
  return retries(body) > 0 ? bestHeld(body) : appeal(body);
}

/** The visit of this URL, if it is in the head. */
export function takeVisit(
  body: HostBody,
  url: CanonicalUrl,
): (Work & Required<Pick<Work, 'visit'>>) | undefined {
  const entry = body.visits.get(url);
  if (entry === undefined) return undefined;
  body.visits.delete(url);
  body.inProgress.set(url, { kind: 'visit', entry });
  const { visit, rank, hops } = entry;
  return { ...work(body, { url, depth: visit.depth, rank, hops, from: 0 }), visit };
}

/** This URL, if it is in the head, waits for its first visit, and nothing holds it. */
export function takeNext(body: HostBody, url: CanonicalUrl): Work | undefined {
  sift(body);
  const pending = body.pending.get(oneSpelling(body, url));
  return pending && takePending(body, pending);
}

function takePending(body: HostBody, entry: PendingEntry): Work {
  body.streak = Math.max(0, body.streak) + 1;
  body.pending.delete(entry.url);
  body.held.delete(entry.url);
  body.inProgress.set(entry.url, { kind: 'pending', entry });
  return work(body, entry);
}

function work(
  body: HostBody,
  { url, depth, rank, hops, from }: Pick<PendingEntry, 'url' | 'depth' | 'rank' | 'hops' | 'from'>,
): Work {
  return { url, fingerprint: fingerprint(body.fingerprintKey, url), depth, rank: rankOf(rank), hops, from };
}

function bestPending(body: HostBody): PendingEntry | undefined {
  let best: PendingEntry | undefined;
  for (const entry of body.pending.values()) {
    if (best === undefined || comparePending(entry, best) < 0) best = entry;
  }
  return best;
}

/** @param withRetries whether URLs count, too, that were tried in vain and of which there is no page */
function longestDue(body: HostBody, now: number, withRetries: boolean): VisitEntry | undefined {
  let best: VisitEntry | undefined;
  let since = now;
  for (const entry of body.visits.values()) {
    if (!withRetries && isRetry(entry.visit)) continue;
    const at = dueAt(entry.visit, body.dueBefore);
    if (at > since || (at === since && best !== undefined && best.visit.at <= entry.visit.at)) continue;
    best = entry;
    since = at;
  }
  return best;
}

/**
 * Writes down how the visit of a URL in progress ended.
 * @throws WinnowError `internal` when it is not in progress
 */
export function settle(body: HostBody, visit: Visit): void {
  const begun = release(body, visit.url);
  const { rank, hops, seen } = begun.entry;
  const stale = begun.kind === 'pending' && seen === inSeen.current;
  body.visits.set(visit.url, { visit, rank, hops, seen: stale ? inSeen.stale : seen });
}

/**
 * Gives a URL in progress back as it was taken.
 * @throws WinnowError `internal` when it is not in progress
 */
export function putBack(body: HostBody, work: Pick<Work, 'url'>): void {
  const begun = release(body, work.url);
  if (begun.kind === 'pending') place(body, begun.entry);
  else body.visits.set(work.url, begun.entry);
}

function release(body: HostBody, url: CanonicalUrl) {
  const begun = body.inProgress.get(url);
  if (begun === undefined) throw new WinnowError('internal', `${url} was settled and is not in progress`);
  body.inProgress.delete(url);
  return begun;
}

/** The best rank of what waits for its first visit; undefined when nothing does. */
export function bestRank(body: HostBody): number | undefined {
  let best = Number.POSITIVE_INFINITY;
  for (const { rank } of body.pending.values()) best = Math.min(best, rank);
  for (const { rank } of body.unchecked.values()) best = Math.min(best, rank);
  for (const { min } of body.pendingRuns) best = Math.min(best, min[0]);
  return Number.isFinite(best) ? rankOf(best) : undefined;
}

/**
 * When this host has work: `now` while anything is pending (that is not held) or overdue, else the soonest visit, else undefined.
 * @param mayBeNew whether URLs may be taken that were never visited
 */
export function nextDue(body: HostBody, now: number, mayBeNew = true): number | undefined {
  sift(body);
  if (mayBeNew && (pendingCount(body) > heldCount(body) || mayRetry(body))) return now;
  const { dueBefore } = body;
  let soonest = Number.POSITIVE_INFINITY;
  for (const { visit } of body.visits.values()) soonest = Math.min(soonest, dueAt(visit, dueBefore));
  for (const one of body.inProgress.values()) {
    if (one.kind === 'visit') soonest = Math.min(soonest, dueAt(one.entry.visit, dueBefore));
  }
  for (const run of body.visitRuns) {
    soonest = Math.min(soonest, runDue(run, dueBefore));
  }
  return Number.isFinite(soonest) ? Math.max(now, soonest) : undefined;
}

/** Notes that links led here: so many from host to host, from the nearest host of a seed. The least is kept. */
export function reached(body: HostBody, hostHops: number): void {
  body.hostHops = Math.min(hostHops, body.hostHops ?? hostHops);
}

/** Makes every visit that was last checked before `before` (epoch ms) due, without rewriting one. Never goes back. */
export function markDueBefore(body: HostBody, before: number): void {
  body.dueBefore = Math.max(before, body.dueBefore ?? before);
}
