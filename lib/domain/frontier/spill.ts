import { crc32 } from 'node:zlib';
import { fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { inSeen } from './entry.ts';
import { resolve } from './resolve-unchecked.ts';
import { asSpilled, type Leaving, leaving } from './store/choose-spilled.ts';
import { mergeable, mergeSorted } from './store/compaction.ts';
import { pendingSection, type SectionKind, uncheckedSection, visitSection } from './store/section.ts';
import { sectionWriter } from './store/section-writer.ts';
import { encodeSeen, mergeSeen, readSeen, type SeenEntry, seenCount, visitedState } from './store/seen.ts';
import { dropStalePending, dropStaleVisit } from './store/stale.ts';
import type { ChunkedRun, HostBody, SegmentReader, VisitRun } from './store/state.ts';

/** A spill in progress. */
interface Spill {
  readonly body: HostBody;
  readonly segment: OpenSegment;
  readonly read: SegmentReader;
}

/**
 * Moves entries that are not needed soon from the head into one new segment, and merges runs into it. Returns the bytes of
 * the segment, which the body names as `id` from now on; empty when nothing was left to move.
 */
export async function spill(body: HostBody, id: string, read: SegmentReader): Promise<Uint8Array> {
  const seenBytes = body.seenRuns.reduce((sum, run) => sum + run.end - run.start, 0);
  // All seen runs are about to be read and merged: resolving now costs nothing.
  if (seenBytes <= body.limits.smallSeenBytes) await resolve(body, read);

  const gone = leaving(body);
  const spilling: Spill = { body, segment: openSegment(id), read };
  await addSeen(spilling, gone);
  await addPending(spilling, gone);
  await addHeld(spilling, gone);
  await addVisits(spilling, gone);
  body.uncheckedRuns = await addRun(spilling, uncheckedSection, body.uncheckedRuns, {
    entries: gone.unchecked,
    isLive: () => true,
    name: (run) => run,
    chunkEntries: body.limits.chunkEntries,
  });
  for (const { url } of gone.pending) body.pending.delete(url);
  for (const { visit } of gone.visits) body.visits.delete(visit.url);
  for (const { url } of gone.unchecked) body.unchecked.delete(url);
  for (const { url } of gone.held) body.held.delete(url);
  return spilling.segment.bytes();
}

/** Moves everything out of the head that can leave it: for hosts whose URLs and headers are long and do not compress. */
export async function spillAll(body: HostBody, id: string, read: SegmentReader): Promise<Uint8Array> {
  const { limits } = body;
  body.limits = { ...limits, keepPending: 0, keepVisits: 0, keepHeld: 0, uncheckedMin: 0 };
  try {
    return await spill(body, id, read);
  } finally {
    body.limits = limits;
  }
}

/** Adds the URLs that the seen runs lack, or have in an older state. */
async function addSeen({ body, segment, read }: Spill, { pending, held, visits }: Leaving): Promise<void> {
  const entryOf = (url: CanonicalUrl, state: number): SeenEntry => ({
    fingerprint: fingerprint(body.fingerprintKey, url),
    state,
  });
  const entries = [
    ...[...pending, ...held]
      .filter(({ seen }) => seen !== inSeen.current)
      .map(({ url, rank }) => entryOf(url, rank)),
    ...visits
      .filter(({ seen }) => seen !== inSeen.current)
      .map(({ visit }) => entryOf(visit.url, visitedState)),
  ];
  if (entries.length === 0) return;
  const { smallSeenBytes: smallBytes, maxRunBytes: maxBytes } = body.limits;
  const merged = mergeable(body.seenRuns, entries.length, { smallBytes, maxBytes });
  let bytes = encodeSeen(entries);
  for (const run of merged.toReversed()) bytes = mergeSeen(await readSeen(run, read), bytes);
  const run = { ...segment.append(bytes), count: seenCount(bytes), crc: crc32(bytes) };
  body.seenRuns = [...body.seenRuns.filter((other) => !merged.includes(other)), run];
}

async function addHeld(spilling: Spill, { held }: Leaving): Promise<void> {
  const { body } = spilling;
  body.heldRuns = await addRun(spilling, pendingSection, body.heldRuns, {
    entries: asSpilled(held),
    isLive: (entry) => !dropStalePending(body, entry),
    name: (run) => run,
    chunkEntries: body.limits.chunkEntries,
  });
}

async function addPending(spilling: Spill, { pending }: Leaving): Promise<void> {
  const { body } = spilling;
  body.pendingRuns = await addRun(spilling, pendingSection, body.pendingRuns, {
    entries: asSpilled(pending),
    isLive: (entry) => !dropStalePending(body, entry),
    name: (run) => run,
    chunkEntries: body.limits.chunkEntries,
  });
}

async function addVisits(spilling: Spill, { visits }: Leaving): Promise<void> {
  const { body } = spilling;
  let checked = Number.POSITIVE_INFINITY;
  body.visitRuns = await addRun(spilling, visitSection, body.visitRuns, {
    entries: asSpilled(visits),
    isLive: (entry) => {
      if (dropStaleVisit(body, entry)) return false;
      checked = Math.min(checked, entry.visit.at);
      return true;
    },
    name: (run): VisitRun => ({ ...run, checked }),
    chunkEntries: body.limits.visitChunkEntries,
  });
}

/** Writes a section of new entries and of the runs that are merged with them. @returns the runs afterwards */
async function addRun<E, R extends ChunkedRun>(
  { body, segment, read }: Spill,
  kind: SectionKind<E>,
  runs: readonly R[],
  fresh: {
    readonly entries: readonly E[];
    readonly isLive: (entry: E) => boolean;
    readonly name: (run: ChunkedRun) => R;
    readonly chunkEntries: number;
  },
): Promise<readonly R[]> {
  const { entries, isLive, name, chunkEntries } = fresh;
  if (entries.length === 0) return runs;
  const { smallRunBytes: smallBytes, maxRunBytes: maxBytes } = body.limits;
  // A URL has one live copy among the runs, so their age does not matter: the smallest runs are merged first.
  const largestFirst = runs.toSorted((a, b) => b.count - a.count);
  const merged = mergeable(largestFirst, entries.length, { smallBytes, maxBytes });
  const writer = sectionWriter(kind, body.base, chunkEntries);
  await mergeSorted(kind, entries, merged, body.base, read, (entry) => {
    if (isLive(entry)) writer.add(entry);
  });
  const left = runs.filter((run) => !merged.includes(run));
  const section = writer.finish();
  if (section === undefined) return left;
  const { bytes, count, chunk, min } = section;
  return [...left, name({ ...segment.append(bytes), count, chunk, min })];
}

/** A segment that is being written, section by section. */
interface OpenSegment {
  /** @returns the place of the section */
  append(section: Uint8Array): { readonly segment: string; readonly start: number; readonly end: number };
  bytes(): Uint8Array;
}

function openSegment(id: string): OpenSegment {
  const sections: Uint8Array[] = [];
  let end = 0;
  return {
    append: (section) => {
      const start = end;
      sections.push(section);
      end += section.length;
      return { segment: id, start, end };
    },
    bytes: () => Buffer.concat(sections),
  };
}
