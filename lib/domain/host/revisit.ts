import type { CanonicalUrl } from '../url.ts';
import { inSeen, quantise } from './entry.ts';
import type { HostBody, SegmentReader } from './state.ts';

/** Before everything else that is pending. */
const first = quantise(Number.NEGATIVE_INFINITY);

/** Makes one URL, known or not, the next that `take` gives: a person asked for it. Reads on until it is found. */
export async function revisit(body: HostBody, url: CanonicalUrl, _read: SegmentReader): Promise<void> {
  const visited = body.visits.get(url);
  if (visited !== undefined) {
    body.visits.set(url, { ...visited, visit: { ...visited.visit, next: 0 } });
    body.streak = body.limits.dueEvery;
    return;
  }
  const waiting = body.pending.get(url);
  if (waiting === undefined) {
    body.pending.set(url, { url, depth: 0, rank: first, seq: body.arrivals++, seen: inSeen.none });
    return;
  }
  if (waiting.seen === inSeen.current) waiting.seen = inSeen.stale;
  waiting.rank = first;
}
