import { fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { improve, mergedRank } from './admit.ts';
import { inSeen, type UncheckedEntry } from './entry.ts';
import { creditLink, place } from './held.ts';
import { uncheckedSection } from './store/section.ts';
import { chunksOf } from './store/section-reader.ts';
import { lookUp, visitedState } from './store/seen.ts';
import { notePendingCopy } from './store/stale.ts';
import type { HostBody, SegmentReader } from './store/state.ts';

export function uncheckedCount(body: HostBody): number {
  return body.uncheckedRuns.reduce((sum, run) => sum + run.count, body.unchecked.size);
}

/** Whether there are enough unchecked URLs to read all seen runs for them. */
export function isWorthResolving(body: HostBody): boolean {
  const { uncheckedMin, uncheckedShare } = body.limits;
  const seen = body.seenRuns.reduce((sum, run) => sum + run.count, 0);
  return uncheckedCount(body) >= Math.max(uncheckedMin, seen / uncheckedShare);
}

/**
 * Compares all unchecked URLs with all URLs that were ever spilled, in one pass over the sorted runs (DRUM: Lee et al.,
 * IRLbot, 2008). New URLs become pending; a pending URL with a better rank moves to the head; URLs that were linked more
 * than once are remembered, because they are probably navigation.
 */
export async function resolve(body: HostBody, read: SegmentReader): Promise<void> {
  const unchecked = await collect(body, read);
  const urls = unchecked.map((entry) => ({ entry, seen: fingerprint(body.fingerprintKey, entry.url) }));
  const states = await lookUp(
    body.seenRuns,
    urls.map(({ seen }) => seen),
    read,
  );
  const links = new Map<number, { found: CanonicalUrl[]; known: CanonicalUrl[] }>();
  for (const { entry, seen } of urls) {
    const { url, rank, depth, hops, role, seq, from, tier, hits } = entry;
    const tiered = tier === undefined ? {} : { tier };
    const state = states.get(seen);
    const ofSource = links.get(from) ?? { found: [], known: [] };
    links.set(from, ofSource);
    (state === undefined ? ofSource.found : ofSource.known).push(url);
    if (state === undefined && hits > 1) ofSource.known.push(url);
    if (state === undefined) {
      place(body, { url, rank, depth, hops, role, seq, from, ...tiered, seen: inSeen.none });
    } else if (rank < state && state !== visitedState && body.stalePending.size < body.limits.raises) {
      notePendingCopy(body, url, state);
      const merged = mergedRank(body, state, rank);
      place(body, { url, rank: merged, depth, hops, role, seq, from, ...tiered, seen: inSeen.stale });
    } else if (hits > 1) {
      body.ring.delete(seen);
      body.ring.set(seen, state);
    }
  }
  body.order.resolved?.(links);
  for (const oldest of body.ring.keys()) {
    if (body.ring.size <= body.limits.ring) break;
    body.ring.delete(oldest);
  }
}

/** Empties the unchecked lists: returns each URL once, without those that the head knows by now. */
async function collect(body: HostBody, read: SegmentReader): Promise<readonly UncheckedEntry[]> {
  const all = new Map(body.unchecked);
  for (const run of body.uncheckedRuns) {
    for await (const entries of chunksOf(uncheckedSection, run, body.base, read)) {
      for (const entry of entries) {
        const known = all.get(entry.url);
        if (known === undefined) all.set(entry.url, entry);
        else all.set(entry.url, { ...better(body, known, entry), hits: known.hits + entry.hits });
      }
    }
  }
  body.unchecked.clear();
  body.uncheckedRuns = [];
  return [...all.values()].filter((entry) => {
    const waiting = body.pending.get(entry.url) ?? body.held.get(entry.url);
    if (waiting !== undefined) {
      creditLink(body, waiting, entry.from, improve(body, waiting, entry));
    }
    return waiting === undefined && !body.visits.has(entry.url) && !body.inProgress.has(entry.url);
  });
}

function better(body: HostBody, a: UncheckedEntry, b: UncheckedEntry): UncheckedEntry {
  const [rank, depth] = [mergedRank(body, a.rank, b.rank), Math.min(a.depth, b.depth)];
  return { ...a, rank, depth, hops: Math.min(a.hops, b.hops), seq: Math.min(a.seq, b.seq) };
}
