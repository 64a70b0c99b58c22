import type { Fingerprint } from '../../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../../base/url/url.ts';
import type { OverBudget } from '../budgets/over-budget.ts';
import type { PendingEntry, UncheckedEntry, VisitEntry } from '../entry.ts';
import type { BodyLimits } from '../limits.ts';
import type { Order } from '../order.ts';
import type { PartStates } from './part-states.ts';

/** The bytes of a segment from `start` to `end` (exclusive). */
export type SegmentReader = (id: string, start: number, end: number) => Promise<Uint8Array>;

/** Totals of a host since its first turn. */
export interface Totals {
  /** Visits by class of outcome. */
  readonly outcomes: Record<string, number>;
  /** Of these, visits that judged a page again; absent: none. */
  repeated?: Record<string, number>;
  /** Decoded bytes of all answers. */
  bytes: number;
  /** Visits that ended as unsupported, by media type. */
  readonly unsupported: Record<string, number>;
  /** Visited URLs that are no pages, but what pages show (`UrlRole`); absent: none. */
  requisites?: number;
  /** What budgets keep back; absent until they keep back something. */
  overBudget?: OverBudget;
}

/** The rest of one sorted section of a segment. */
export interface Run {
  readonly segment: string;
  /** Byte range in the segment; `start` moves on as chunks are pulled. */
  readonly start: number;
  readonly end: number;
  /** The number of entries. */
  readonly count: number;
}

/** Fingerprints with the states in which they were spilled, ascending. Merged, but never pulled. */
export interface SeenRun extends Run {
  readonly crc: number;
}

/** The order of a run: keys are compared number by number. */
export type SortKey = readonly [number, number, number];

/** A run that is pulled chunk by chunk, in its order. */
export interface ChunkedRun extends Run {
  /** Bytes of the next chunk. */
  readonly chunk: number;
  /** Key of the next entry. Pending: rank, depth, arrival. Visits: next visit (Infinity: never), last checked, 0. */
  readonly min: SortKey;
}

export interface VisitRun extends ChunkedRun {
  /** The time of the oldest check in the run, or earlier. */
  readonly checked: number;
}

export type InProgress =
  | { readonly kind: 'pending'; readonly entry: PendingEntry }
  | { readonly kind: 'visit'; readonly entry: VisitEntry };

/**
 * All that a job knows about the URLs of one host, decoded. A turn changes this value in memory and seals it. Only the
 * functions of this folder use the fields after `limits`.
 */
export interface HostBody {
  /** The turn that wrote the body; 0 before the first. */
  turn: number;
  /** What the commit of that turn left to publish: JSON, opaque here; undefined before the first. */
  outbox: unknown;
  /** The least host hops of a link that led here, from the host of a seed; undefined before any link. */
  hostHops: number | undefined;
  /** Visits last checked before this (epoch ms) are due. */
  dueBefore: number | undefined;
  totals: Totals;
  /** The states of parts (`stateIn`). */
  parts: PartStates;
  readonly fingerprintKey: string;
  limits: BodyLimits;
  /** Scheme and authority; stored URLs are relative to them. */
  readonly base: string;
  readonly pending: Map<CanonicalUrl, PendingEntry>;
  /** Pending URLs that wait until the order lets them go. */
  readonly held: Map<CanonicalUrl, PendingEntry>;
  readonly visits: Map<CanonicalUrl, VisitEntry>;
  readonly unchecked: Map<CanonicalUrl, UncheckedEntry>;
  readonly inProgress: Map<CanonicalUrl, InProgress>;
  /** Recently linked URLs, the least recent first, with their state (`seen.ts`). */
  readonly ring: Map<Fingerprint, number>;
  /** Marks of copies in pending and visit runs that newer entries have replaced (`stale.ts`). */
  readonly stalePending: Set<string>;
  readonly staleVisits: Set<string>;
  /** Each list from the oldest run to the newest. */
  seenRuns: readonly SeenRun[];
  pendingRuns: readonly ChunkedRun[];
  visitRuns: readonly VisitRun[];
  uncheckedRuns: readonly ChunkedRun[];
  /** Runs of pending URLs that were held when they were spilled. */
  heldRuns: readonly ChunkedRun[];
  /** The segments that the stored body names. */
  named: readonly string[];
  /** The number of URLs that ever arrived here. */
  arrivals: number;
  /** Pending URLs that were taken since the last due visit; negative: due visits since the last pending URL. */
  streak: number;
  /** The rank of a URL that is found again (`Ranking.merge`); not stored. */
  mergeRanks: (known: number, found: number) => number;
  /** The share of due visits among takes while URLs are pending too; undefined: one in `dueEvery`. Not stored. */
  revisitShare: number | undefined;
  /** Which URLs wait, and which go first; not stored. */
  order: Order;
  /** The key of the order under which `held` and `heldRuns` were checked last; empty: they never were. */
  heldKey: string;
  /** The epoch of the order at which `held` was checked last; not stored. */
  siftedAt: number;
  /** Whether `heldRuns` may have URLs that need not wait any more. */
  thaw: boolean;
}
