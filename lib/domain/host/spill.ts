import { crc32 } from 'node:zlib';
import { fingerprint } from '../fingerprint.ts';
import { mergeable, mergeSorted } from './compaction.ts';
import { comparePending, dueAt, inSeen, type PendingEntry, type VisitEntry } from './entry.ts';
import { resolve } from './resolve.ts';
import {
  pendingSection,
  type SectionKind,
  sectionWriter,
  uncheckedSection,
  visitSection,
} from './section.ts';
import { encodeSeen, mergeSeen, readSeen, type SeenEntry, seenCount, visitedState } from './seen.ts';
import { dropStalePending, dropStaleVisit } from './stale.ts';
import type { ChunkedRun, HostBody, SegmentReader } from './state.ts';

/** Whether the head holds so much that may leave it that a segment is worth its price. */
export function isSpillable({ pending, visits, unchecked, limits }: HostBody): boolean {
  const spare = Math.max(0, pending.size - limits.keepPending) + Math.max(0, visits.size - limits.keepVisits);
  return spare + Math.max(0, unchecked.size - limits.uncheckedMin) >= limits.minSpill;
}

/**
 * Moves what is not needed soon from the head into one new segment, and merges runs into it on the way. Returns
 * the bytes of the segment, which the body names as `id` from now on.
 */
export async function spill(body: HostBody, id: string, read: SegmentReader): Promise<Uint8Array> {
  const { limits } = body;
  const seenBytes = body.seenRuns.reduce((sum, run) => sum + run.end - run.start, 0);
  // All of them are about to be read and merged: knowing more now costs nothing.
  if (seenBytes <= limits.smallSeenBytes) await resolve(body, read);

  const sorted = [...body.pending.values()].sort(comparePending);
  const pending = sorted.slice(limits.keepPending);
  const soonest = [...body.visits.values()].sort((a, b) =>
    order(dueAt(a.visit, body.remark), dueAt(b.visit, body.remark)),
  );
  const kept = soonest
    .slice(0, limits.keepVisits)
    .filter(({ visit }) => dueAt(visit, body.remark) !== never).length;
  const visits = soonest
    .slice(kept)
    .sort((a, b) => order(a.visit.next ?? never, b.visit.next ?? never) || a.visit.at - b.visit.at);
  const unchecked = body.unchecked.size > limits.uncheckedMin ? [...body.unchecked.values()] : [];

  const segment = openSegment(id);
  await addSeen(body, segment, seenEntries(body, pending, visits), read);

  const context = { body, segment, read };
  const pendingLeft = await addRun(
    context,
    pendingSection,
    body.pendingRuns,
    spilled(pending),
    (entry) => !dropStalePending(body, entry),
  );
  body.pendingRuns =
    pendingLeft.run === undefined ? pendingLeft.left : [...pendingLeft.left, pendingLeft.run];

  let checked = never;
  const visitsLeft = await addRun(context, visitSection, body.visitRuns, spilled(visits), (entry) => {
    if (dropStaleVisit(body, entry)) return false;
    checked = Math.min(checked, entry.visit.at);
    return true;
  });
  body.visitRuns =
    visitsLeft.run === undefined ? visitsLeft.left : [...visitsLeft.left, { ...visitsLeft.run, checked }];

  const uncheckedLeft = await addRun(context, uncheckedSection, body.uncheckedRuns, unchecked, () => true);
  body.uncheckedRuns =
    uncheckedLeft.run === undefined ? uncheckedLeft.left : [...uncheckedLeft.left, uncheckedLeft.run];

  for (const { url } of pending) body.pending.delete(url);
  for (const { visit } of visits) body.visits.delete(visit.url);
  for (const { url } of unchecked) body.unchecked.delete(url);
  return segment.bytes();
}

const never = Number.POSITIVE_INFINITY;

function order(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Sections of a segment, one behind the other. */
interface OpenSegment {
  readonly id: string;
  /** Where a section came to stand. */
  append(section: Uint8Array): { readonly segment: string; readonly start: number; readonly end: number };
  bytes(): Uint8Array;
}

function openSegment(id: string): OpenSegment {
  const sections: Uint8Array[] = [];
  let end = 0;
  return {
    id,
    append: (section) => {
      const start = end;
      sections.push(section);
      end += section.length;
      return { segment: id, start, end };
    },
    bytes: () => Buffer.concat(sections),
  };
}

/** What the seen runs do not know yet of entries that leave the head. */
function seenEntries(
  body: HostBody,
  pending: readonly PendingEntry[],
  visits: readonly VisitEntry[],
): SeenEntry[] {
  const entry = (url: PendingEntry['url'], state: number) => ({
    fingerprint: fingerprint(body.fingerprintKey, url),
    state,
  });
  return [
    ...pending.filter(({ seen }) => seen !== inSeen.current).map(({ url, rank }) => entry(url, rank)),
    ...visits
      .filter(({ seen }) => seen !== inSeen.current)
      .map(({ visit }) => entry(visit.url, visitedState)),
  ];
}

async function addSeen(
  body: HostBody,
  segment: OpenSegment,
  entries: SeenEntry[],
  read: SegmentReader,
): Promise<void> {
  if (entries.length === 0) return;
  const { smallSeenBytes: smallBytes, maxRunBytes: maxBytes } = body.limits;
  const merged = mergeable(body.seenRuns, entries.length, { smallBytes, maxBytes });
  let bytes = encodeSeen(entries);
  for (const run of merged.toReversed()) bytes = mergeSeen(await readSeen(run, read), bytes);
  const run = { ...segment.append(bytes), count: seenCount(bytes), crc: crc32(bytes) };
  body.seenRuns = [...body.seenRuns.filter((other) => !merged.includes(other)), run];
}

/** In runs the seen state is always current; stored once for a chunk, it costs nothing. */
function spilled<E extends PendingEntry | VisitEntry>(entries: readonly E[]): readonly E[] {
  return entries.map((entry) => ({ ...entry, seen: inSeen.current }));
}

/** Writes a section of new entries and of the runs that are merged with them. */
async function addRun<E, R extends ChunkedRun>(
  context: { readonly body: HostBody; readonly segment: OpenSegment; readonly read: SegmentReader },
  kind: SectionKind<E>,
  runs: readonly R[],
  entries: readonly E[],
  isLive: (entry: E) => boolean,
): Promise<{ readonly left: readonly R[]; readonly run?: ChunkedRun }> {
  if (entries.length === 0) return { left: runs };
  const { body, segment, read } = context;
  const { smallRunBytes: smallBytes, maxRunBytes: maxBytes, chunkEntries } = body.limits;
  // A URL has one live copy among them, so which run is newer does not matter: the smallest ones go first.
  const largestFirst = runs.toSorted((a, b) => b.count - a.count);
  const merged = mergeable(largestFirst, entries.length, { smallBytes, maxBytes });
  const writer = sectionWriter(kind, body.base, chunkEntries);
  await mergeSorted(kind, entries, merged, body.base, read, (entry) => {
    if (isLive(entry)) writer.add(entry);
  });
  const section = writer.finish();
  const left = runs.filter((run) => !merged.includes(run));
  if (section === undefined) return { left };
  const { bytes, count, chunk, min } = section;
  return { left, run: { ...segment.append(bytes), count, chunk, min } };
}
