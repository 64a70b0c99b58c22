import type { TrapAccounts } from '../../traps/accounts.ts';
import type { TrapSettings } from '../../traps/policy.ts';
import type { Fingerprint } from '../../url/fingerprint.ts';
import type { CanonicalUrl, HostName } from '../../url/url.ts';
import type { PendingEntry, UncheckedEntry, VisitEntry } from '../entry.ts';
import type { BodyLimits } from '../limits.ts';
import type { OverBudget } from '../over-budget.ts';
import type { PartStates } from './part-states.ts';

/** The bytes of a segment from `start` up to, not including, `end`. */
export type SegmentReader = (id: string, start: number, end: number) => Promise<Uint8Array>;

/** What a host has come to since its first turn. */
export interface Totals {
  /** Visits by class of outcome. */
  readonly outcomes: Record<string, number>;
  /** Decoded bytes of all answers. */
  bytes: number;
  /** Visits that ended as unsupported, by media type. */
  readonly unsupported: Record<string, number>;
  /** What budgets keep back; absent until they do. */
  overBudget?: OverBudget;
}

/** What is left of one sorted section of a segment. */
export interface Run {
  readonly segment: string;
  /** Byte range in the segment; the start moves on as chunks are pulled. */
  readonly start: number;
  readonly end: number;
  /** Entries in it. */
  readonly count: number;
}

/** Fingerprints with the state they were spilled in, ascending. Never pulled, only merged. */
export interface SeenRun extends Run {
  readonly crc: number;
}

/** What orders a run: compared number by number. */
export type SortKey = readonly [number, number, number];

/** A run that is pulled chunk by chunk, in its order. */
export interface ChunkedRun extends Run {
  /** Bytes of the next chunk. */
  readonly chunk: number;
  /** Key of the next entry. Pending: rank, depth, arrival. Visits: next visit (Infinity: never), last checked, 0. */
  readonly min: SortKey;
}

export interface VisitRun extends ChunkedRun {
  /** None was last checked before this. */
  readonly checked: number;
}

export type InProgress =
  | { readonly kind: 'pending'; readonly entry: PendingEntry }
  | { readonly kind: 'visit'; readonly entry: VisitEntry };

/**
 * All that a job knows about the URLs of one host, opened. A turn changes this value in memory and seals it; only
 * the functions of this folder touch what is below `limits`.
 */
export interface HostBody {
  /** The turn that wrote it; 0 before the first. */
  turn: number;
  /** What the commit of that turn left to be published: JSON, opaque here; undefined before the first. */
  outbox: unknown;
  /** The least number of links from host to host that led here, from the nearest host of a seed; undefined before any. */
  hostHops: number | undefined;
  /** Other hosts of the registered domain that it linked to before it had made its name; empty once it has. */
  readonly introduced: Set<HostName>;
  /** Visits last checked before this (epoch ms) are due. */
  dueBefore: number | undefined;
  totals: Totals;
  /** What parts remember of it (`partState`). */
  parts: PartStates;
  readonly fingerprintKey: string;
  limits: BodyLimits;
  /** Scheme and authority that stored URLs are relative to. */
  readonly base: string;
  readonly pending: Map<CanonicalUrl, PendingEntry>;
  /** Pending URLs that look like a trap: they wait until something speaks for them. */
  readonly held: Map<CanonicalUrl, PendingEntry>;
  readonly visits: Map<CanonicalUrl, VisitEntry>;
  readonly unchecked: Map<CanonicalUrl, UncheckedEntry>;
  readonly inProgress: Map<CanonicalUrl, InProgress>;
  /** Seen URLs that links lead to again and again, least recently met first, with their state (`seen.ts`). */
  readonly ring: Map<Fingerprint, number>;
  /** Copies in pending and visit runs that a newer entry has replaced (`stale.ts`); each is met once, and dropped. */
  readonly stalePending: Set<string>;
  readonly staleVisits: Set<string>;
  /** Each list from the oldest to the newest. */
  seenRuns: readonly SeenRun[];
  pendingRuns: readonly ChunkedRun[];
  visitRuns: readonly VisitRun[];
  uncheckedRuns: readonly ChunkedRun[];
  /** Of pending URLs that were held when they were spilled. */
  heldRuns: readonly ChunkedRun[];
  /** The segments that the stored body names. */
  named: readonly string[];
  /** URLs that ever arrived here. */
  arrivals: number;
  /** Pending URLs taken since the last due visit was. */
  streak: number;
  /** The rank of a URL that is found again (`Ranking.merge`); not stored. */
  mergeRanks: (known: number, found: number) => number;
  /** The part of takes that are due visits while URLs are pending too; undefined: as `dueEvery` says. Not stored. */
  revisitShare: number | undefined;
  /** What its pages told of traps. */
  traps: TrapAccounts;
  /** What holds for them in this turn (`watchTraps`); not stored. */
  trapSettings: TrapSettings;
  /** The settings under which `held` and `heldRuns` were last looked through, in short. */
  trapKey: string;
  /** The epoch of `traps` at which `held` was last looked through; not stored. */
  siftedAt: number;
  /** `heldRuns` may hold URLs that need not wait any more. */
  thaw: boolean;
}
