import { defined } from '../../base/defined.ts';
import { type Fingerprint, fingerprint } from '../../base/url/fingerprint.ts';
import {
  type Pending,
  type PendingEntry,
  rankOf,
  type UncheckedEntry,
  type Visit,
  type VisitEntry,
} from './entry.ts';
import { holdOf } from './held.ts';
import type { HeldReason } from './order.ts';
import { pendingSection, type SectionKind, uncheckedSection, visitSection } from './store/section.ts';
import { chunksOf } from './store/section-reader.ts';
import { lookUp } from './store/seen.ts';
import { isStalePending, isStaleVisit } from './store/stale.ts';
import type { ChunkedRun, HostBody, SegmentReader } from './store/state.ts';

/** A URL of a host and its state. */
export type FrontierEntry =
  | ({ readonly state: 'pending' } & Waiting)
  /** It stands among the URLs that wait because a capability said so (`order.ts`): those that `heldCount` counts. */
  | ({ readonly state: 'held' } & Waiting)
  | ({ readonly state: 'visited' } & Visit & Pick<VisitEntry, 'role'>)
  /** Not compared with the spilled URLs yet: the URL is new, or known after all. */
  | ({ readonly state: 'unchecked' } & Pending);

interface Waiting extends Pending {
  /**
   * Why the next turn of the host holds the URL; absent: the turn lets it go, or the reader of the body has given it no order.
   */
  readonly hold?: HeldReason;
}

/**
 * Every page of a host once, in no particular order, without unchecked links. A later turn may delete segments during the
 * listing: then `read` throws, and the caller begins again with the present body.
 */
export async function* visits(body: HostBody, read: SegmentReader): AsyncGenerator<FrontierEntry> {
  for await (const entry of notHeldEntries(body, read)) yield { state: 'pending', ...waiting(body, entry) };
  for await (const entry of allHeldEntries(body, read)) yield { state: 'held', ...waiting(body, entry) };
  for await (const { visit, role } of visitEntries(body, read)) yield { state: 'visited', ...visit, role };
}

/**
 * One page of a host, or an unchecked URL. In a run it is found by reading from the start: for people's questions, not for
 * turns.
 */
export async function find(
  body: HostBody,
  wanted: Fingerprint,
  read: SegmentReader,
): Promise<FrontierEntry | undefined> {
  const isWanted = (page: FrontierEntry) => fingerprint(body.fingerprintKey, page.url) === wanted;
  const head = { ...body, pendingRuns: [], heldRuns: [], visitRuns: [] };
  for await (const page of visits(head, read)) if (isWanted(page)) return page;
  if ((await lookUp(body.seenRuns, [wanted], read)).has(wanted)) {
    const runs = { ...body, pending: new Map(), held: new Map(), visits: new Map(), inProgress: new Map() };
    for await (const page of visits(runs, read)) if (isWanted(page)) return page;
  }
  for await (const { url, depth, rank, hops, role } of uncheckedEntries(body, read)) {
    const page: FrontierEntry = { state: 'unchecked', url, depth, rank: rankOf(rank), hops, role };
    if (isWanted(page)) return page;
  }
  return undefined;
}

async function* uncheckedEntries(body: HostBody, read: SegmentReader): AsyncGenerator<UncheckedEntry> {
  yield* body.unchecked.values();
  yield* runEntries(uncheckedSection, body.uncheckedRuns, body.base, read);
}

function waiting(body: HostBody, entry: PendingEntry): Waiting {
  const { url, depth, rank, hops, role } = entry;
  return { url, depth, rank: rankOf(rank), hops, role, ...defined({ hold: holdOf(body, entry) }) };
}

/** Live pending URLs in the head, in progress and in runs. */
export async function* pendingEntries(body: HostBody, read: SegmentReader): AsyncGenerator<PendingEntry> {
  yield* notHeldEntries(body, read);
  yield* allHeldEntries(body, read);
}

async function* notHeldEntries(body: HostBody, read: SegmentReader): AsyncGenerator<PendingEntry> {
  yield* body.pending.values();
  for (const one of body.inProgress.values()) if (one.kind === 'pending') yield one.entry;
  yield* liveEntries(body, body.pendingRuns, read);
}

async function* allHeldEntries(body: HostBody, read: SegmentReader): AsyncGenerator<PendingEntry> {
  yield* body.held.values();
  yield* liveEntries(body, body.heldRuns, read);
}

async function* liveEntries(
  body: HostBody,
  runs: readonly ChunkedRun[],
  read: SegmentReader,
): AsyncGenerator<PendingEntry> {
  for await (const entry of runEntries(pendingSection, runs, body.base, read))
    if (!isStalePending(body, entry)) yield entry;
}

/** Live visits in the head, in progress and in runs. */
export async function* visitEntries(body: HostBody, read: SegmentReader): AsyncGenerator<VisitEntry> {
  yield* body.visits.values();
  for (const one of body.inProgress.values()) if (one.kind === 'visit') yield one.entry;
  for await (const entry of runEntries(visitSection, body.visitRuns, body.base, read)) {
    if (!isStaleVisit(body, entry)) yield entry;
  }
}

/** Held URLs in the head and in runs, with the reason; without those that need not wait any more. */
export async function* heldEntries(
  body: HostBody,
  read: SegmentReader,
): AsyncGenerator<PendingEntry & { readonly hold: HeldReason }> {
  for await (const entry of allHeldEntries(body, read)) {
    const hold = holdOf(body, entry);
    if (hold !== undefined) yield { ...entry, hold };
  }
}

async function* runEntries<E>(
  kind: SectionKind<E>,
  runs: readonly ChunkedRun[],
  base: string,
  read: SegmentReader,
): AsyncGenerator<E> {
  for (const run of runs) for await (const entries of chunksOf(kind, run, base, read)) yield* entries;
}
