import { fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { improve } from './admit.ts';
import { asked, inSeen, type VisitEntry } from './entry.ts';
import { pendingEntries, visitEntries } from './list-pages.ts';
import { lookUp, visitedState } from './store/seen.ts';
import { notePendingCopy, noteVisitCopy } from './store/stale.ts';
import type { HostBody, SegmentReader } from './store/state.ts';
import { urgentStreak } from './take.ts';

/**
 * Makes one URL, known or not, the next that `take` returns, because a person asked for it. A spilled URL is found by
 * reading its runs. A visited URL is asked for without validators. A URL in progress is left alone.
 */
export async function revisit(body: HostBody, url: CanonicalUrl, read: SegmentReader): Promise<void> {
  if (body.inProgress.has(url)) return;
  const waiting = body.pending.get(url) ?? body.held.get(url);
  const visited = body.visits.get(url);
  if (waiting !== undefined) {
    improve(body, waiting, { ...waiting, rank: asked });
    body.held.delete(url);
    body.pending.set(url, waiting);
  } else if (visited !== undefined) visitNext(body, visited);
  else await recall(body, url, read);
}

/** Brings a URL into the head that the head does not know: from a run, or as a new one. */
async function recall(body: HostBody, url: CanonicalUrl, read: SegmentReader): Promise<void> {
  body.unchecked.delete(url);
  const seen = fingerprint(body.fingerprintKey, url);
  const state = (await lookUp(body.seenRuns, [seen], read)).get(seen);
  if (state === visitedState) {
    const entry = await firstOf(visitEntries(body, read), ({ visit }) => visit.url === url);
    if (entry?.visit.next === 0 && entry.visit.unconditional) return;
    if (entry !== undefined) {
      noteVisitCopy(body, entry);
      return visitNext(body, { ...entry, seen: inSeen.current });
    }
  } else if (state !== undefined) {
    const entry = await firstOf(pendingEntries(body, read), (other) => other.url === url);
    if (entry?.rank === asked) return;
    if (entry !== undefined) {
      notePendingCopy(body, url, entry.rank);
      body.pending.set(url, { ...entry, rank: asked, seen: inSeen.stale });
      return;
    }
  }
  const seq = body.arrivals++;
  body.pending.set(url, { url, depth: 0, rank: asked, hops: 0, seq, from: 0, seen: inSeen.none });
}

function visitNext(body: HostBody, entry: VisitEntry): void {
  body.visits.set(entry.visit.url, { ...entry, visit: { ...entry.visit, next: 0, unconditional: true } });
  body.streak = urgentStreak;
}

async function firstOf<E>(
  entries: AsyncIterable<E>,
  isWanted: (entry: E) => boolean,
): Promise<E | undefined> {
  for await (const entry of entries) if (isWanted(entry)) return entry;
  return undefined;
}
