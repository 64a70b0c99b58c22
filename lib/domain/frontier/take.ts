import { fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { type Allowed, allAllowed, mayBeNew } from './budget.ts';
import type { VisitEntry, Work } from './entry.ts';
import { comparePending, dueAt, isAsked, type PendingEntry, type PendingKey, rankOf } from './entry.ts';
import { heldToTry, sift } from './held.ts';
import { isRetry } from './retry.ts';
import type { HostBody } from './store/state.ts';

/**
 * The next URL to fetch: the best pending one; but while both are there, due visits, the longest due first, have their
 * share (`revisitShare`, or one in `dueEvery`). URLs whose tries all failed come after those that were never tried
 * (Chakrabarti, van den Berg and Dom 1999, §4.2: `num_tries asc` before relevance). Undefined when the head has neither:
 * `prepare` fills it.
 */
export function take(body: HostBody, now: number, allowed: Allowed = allAllowed): Work | undefined {
  sift(body);
  const isOver = body.order.isOver?.() === true;
  const isOpen = allowed.pages > 0;
  const waiting = isOpen ? bestPending(body, now, isOver) : bestAllowed(body, allowed);
  const pending = waiting ?? (isOpen && !isOver ? heldToTry(body, now) : undefined);
  const due =
    pending !== undefined && !isVisitsTurn(body) ? undefined : longestDue(body, now, pending === undefined);
  if (due !== undefined) {
    body.streak = Math.min(0, body.streak) - 1;
    return takeVisit(body, due.visit.url);
  }
  if (pending !== undefined && pending === waiting) body.order.taken?.(pending);
  else if (pending !== undefined) body.order.tried?.(pending, now);
  return pending && takePending(body, pending);
}

/** Whether a due visit comes next although a URL is pending; the streak counts takes of one kind since the other. */
function isVisitsTurn({ streak, revisitShare, limits }: HostBody): boolean {
  const share = revisitShare ?? 1 / limits.dueEvery;
  if (share > 0.5) return streak >= 0 || -streak < Math.round(share / (1 - share));
  return Math.max(0, streak) + 1 >= Math.min(urgentStreak, Math.round(1 / share));
}

/** A streak after which a due visit comes next whatever its share: a person asked for it. */
export const urgentStreak = 1_000_000;

/** Takes the visit of this URL, if it is in the head. */
export function takeVisit(
  body: HostBody,
  url: CanonicalUrl,
): (Work & Required<Pick<Work, 'visit'>>) | undefined {
  const entry = body.visits.get(url);
  if (entry === undefined) return undefined;
  body.visits.delete(url);
  body.inProgress.set(url, { kind: 'visit', entry });
  const { visit, rank, hops, role } = entry;
  return { ...work(body, { url, depth: visit.depth, rank, hops, role, from: 0 }), visit };
}

/** Takes this URL, if it is pending in the head and not held. */
export function takeNext(body: HostBody, url: CanonicalUrl, allowed = allAllowed): Work | undefined {
  sift(body);
  const pending = body.pending.get(url);
  return pending && mayBeNew(allowed, pending) ? takePending(body, pending) : undefined;
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
  { url, depth, rank, hops, role, from }: Omit<PendingEntry, 'seq' | 'seen'>,
): Work {
  const seen = fingerprint(body.fingerprintKey, url);
  return { url, fingerprint: seen, depth, rank: rankOf(rank), hops, role, from };
}

function bestPending(body: HostBody, now: number, isOver: boolean): PendingEntry | undefined {
  const { order } = body;
  if (isOver) return askedFor(body);
  if (order.choose !== undefined) {
    const asked = askedFor(body);
    if (asked !== undefined) return asked;
    const weigh = (entry: PendingEntry): number => order.weigh?.(entry, entry.rank) ?? entry.rank;
    const chosen = order.choose([...body.pending.values()], weigh, now);
    if (chosen !== 'any') return chosen;
  }
  let best: PendingEntry | undefined;
  if (order.weigh === undefined) {
    for (const entry of body.pending.values()) {
      if (best === undefined || comparePending(entry, best) < 0) best = entry;
    }
    return best;
  }
  let least: PendingKey | undefined;
  for (const entry of body.pending.values()) {
    const { rank, depth, seq } = entry;
    const key = { rank: isAsked(entry) ? rank : order.weigh(entry, rank), depth, seq };
    if (least !== undefined && comparePending(key, least) >= 0) continue;
    best = entry;
    least = key;
  }
  return best;
}

/** The next URL of the kinds whose budgets are not used up. */
export function bestAllowed({ pending }: HostBody, allowed: Allowed): PendingEntry | undefined {
  return firstOf(pending, (entry) => mayBeNew(allowed, entry));
}

/** The first URL that a person asked for. */
function askedFor({ pending }: HostBody): PendingEntry | undefined {
  return firstOf(pending, isAsked);
}

function firstOf(
  pending: HostBody['pending'],
  is: (entry: PendingEntry) => boolean,
): PendingEntry | undefined {
  let first: PendingEntry | undefined;
  for (const entry of pending.values()) {
    if (is(entry) && (first === undefined || comparePending(entry, first) < 0)) first = entry;
  }
  return first;
}

/** @param withRetries whether URLs count whose tries all failed, so that there is no page of them */
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
