import type { CanonicalUrl } from '../url/url.ts';
import { inSeen, probing } from './entry.ts';
import type { HostBody } from './store/state.ts';
import { urgentStreak } from './take.ts';

/** Enters a URL that a capability asks for, before all but what a person asked for. */
export function askFirst(body: HostBody, url: CanonicalUrl, depth: number): void {
  const seq = body.arrivals++;
  body.pending.set(url, { url, depth, rank: probing, hops: 0, seq, from: 0, seen: inSeen.none });
}

/** Makes a visited URL the next that `take` returns. False: its visit has left the head, and nothing changes. */
export function askAgain(body: HostBody, url: CanonicalUrl): boolean {
  const entry = body.visits.get(url);
  if (entry === undefined) return false;
  body.visits.set(url, { ...entry, visit: { ...entry.visit, next: 0 } });
  body.streak = urgentStreak;
  return true;
}
