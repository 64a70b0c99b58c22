import { type Allowed, allAllowed } from './budget.ts';
import { heldCount, pendingCount } from './counters.ts';
import { dueAt, type PendingEntry, rankInTier, rankOf, runDue } from './entry.ts';
import { heldTries, mayTryHeld, sift } from './held.ts';
import type { HostBody } from './store/state.ts';
import { bestAllowed } from './take.ts';

/** The best rank of the URLs that wait for their first visit, as the order weighs them among hosts; undefined: none waits. */
export function bestRank(body: HostBody): number | undefined {
  let best = Number.POSITIVE_INFINITY;
  const count = (rank: number, entry?: PendingEntry): void => {
    best = Math.min(best, body.order.hostRank?.(rank, entry) ?? rank);
  };
  for (const entry of body.pending.values()) count(entry.rank, entry);
  for (const { rank } of body.unchecked.values()) count(rank);
  for (const { min } of body.pendingRuns) count(rankInTier(min[0]));
  return Number.isFinite(best) ? rankOf(best) : undefined;
}

/**
 * When this host has work: `now` while a URL is pending (and not held) or overdue, otherwise the time of its soonest
 * visit or try of a held URL, or undefined.
 */
export function nextDue(body: HostBody, now: number, allowed: Allowed = allAllowed): number | undefined {
  sift(body);
  const isOpen = allowed.pages > 0;
  if (!isOpen && bestAllowed(body, allowed) !== undefined) return now;
  const mayTake = isOpen && body.order.isOver?.() !== true;
  if (mayTake && (pendingCount(body) > heldCount(body) || mayTryHeld(body, now))) return now;
  const { dueBefore } = body;
  const tryAt = mayTake && heldCount(body) > 0 ? heldTries(body, now).next : undefined;
  let soonest = tryAt ?? Number.POSITIVE_INFINITY;
  for (const { visit } of body.visits.values()) soonest = Math.min(soonest, dueAt(visit, dueBefore));
  for (const one of body.inProgress.values()) {
    if (one.kind === 'visit') soonest = Math.min(soonest, dueAt(one.entry.visit, dueBefore));
  }
  for (const run of body.visitRuns) {
    soonest = Math.min(soonest, runDue(run, dueBefore));
  }
  return Number.isFinite(soonest) ? Math.max(now, soonest) : undefined;
}

/** Notes the host hops of a link that led here, counted from the host of a seed. The least is kept. */
export function reached(body: HostBody, hostHops: number): void {
  body.hostHops = Math.min(hostHops, body.hostHops ?? hostHops);
}

/** Makes every visit due that was last checked before `before` (epoch ms), without rewriting any. The time never goes back. */
export function markDueBefore(body: HostBody, before: number): void {
  body.dueBefore = Math.max(before, body.dueBefore ?? before);
}
