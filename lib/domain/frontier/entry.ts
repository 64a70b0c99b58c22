import type { OutcomeKind } from '../fetch/outcome.ts';
import type { Shape } from '../traps/shape.ts';
import type { Fingerprint } from '../url/fingerprint.ts';
import type { CanonicalUrl } from '../url/url.ts';

/** What the last visit of a URL left behind. All times in epoch milliseconds. */
export interface Visit {
  readonly url: CanonicalUrl;
  readonly outcome: OutcomeKind;
  /** When it was last checked. */
  readonly at: number;
  /** When it was first visited. */
  readonly firstSeen: number;
  /** When its content was last seen to have changed. */
  readonly changedAt: number;
  /** When to come back; absent: never, unless a revisit mark asks for it. */
  readonly next?: number;
  /** Failures in a row; 0 after a success. */
  readonly tries: number;
  /** Links from the nearest seed. */
  readonly depth: number;
  /** The record that it leads to. */
  readonly md5?: string;
  /** Of the raw bytes, hex. A prefix of 16 digits tells a change as well as 64 do and is stored in a quarter of the room. */
  readonly digest?: string;
  /** The validator as it came. */
  readonly etag?: string;
  /** The header as it came. */
  readonly lastModified?: string;
  /** Of the answer, if there was one. */
  readonly status?: number;
  /** Why, for people: the failure, the rule, the target of the redirect. */
  readonly detail?: string;
  /** Key of the raw document. */
  readonly document?: string;
  /** Kept where pages of its type rest for a time of their own: an answer without a body does not name it. */
  readonly mediaType?: string;
  /** How many times its content has changed. */
  readonly revisions?: number;
  /** Changes a day, as far as visits tell (`revisit/change-rate.ts`); absent where it is not estimated. */
  readonly rate?: number;
  /** Other sites that linked to it when its next visit was planned, about; absent: none, or nobody counts. */
  readonly sites?: number;
  /** Epoch ms since when it is taken for an orphan (`revisit/orphans.ts`), and visited rarely or released; absent: it is none. */
  readonly orphan?: number;
  /** By which version of the topic it was judged, and where an off-topic page is kept (`topic/judgement.ts`). */
  readonly judged?: string;
  /**
   * The next visit asks for it without validators, and has its raw document stored again where that is missing: until an
   * answer says what the page is.
   */
  readonly unconditional?: true;
}

/** How many times the content of a page has changed, with a visit that leaves it with a record, or (undefined) without one. */
export function revisionsOf(before: Visit | undefined, md5: string | undefined): number {
  const isOther = before?.md5 !== undefined && md5 !== undefined && before.md5 !== md5;
  return (before?.revisions ?? 0) + (isOther ? 1 : 0);
}

/** A URL that waits for its first visit. */
export interface Pending {
  readonly url: CanonicalUrl;
  readonly depth: number;
  readonly rank: number;
  /** Redirects in a row that led there. */
  readonly hops: number;
}

/** A URL that is to be fetched now. It is in progress until it is settled or put back. */
export interface Work {
  readonly url: CanonicalUrl;
  readonly fingerprint: Fingerprint;
  readonly depth: number;
  readonly rank: number;
  /** Redirects in a row that led there. */
  readonly hops: number;
  /** Id of the pattern on whose page it was found; 0: none of this host. */
  readonly from: number;
  /** What the last visit left, when this is a revisit or a retry. */
  readonly visit?: Visit;
}

/** What the seen runs say of a URL in the head: nothing; what is so; or something older. */
export const inSeen = { none: 0, current: 1, stale: 2 } as const;
export type InSeen = (typeof inSeen)[keyof typeof inSeen];

/** A pending URL as the body holds it. */
export interface PendingEntry {
  readonly url: CanonicalUrl;
  /** Quantised rank (`quantise`). */
  rank: number;
  depth: number;
  /** Redirects in a row that led there, by the way with the fewest. */
  hops: number;
  /** Order of arrival in this host. */
  readonly seq: number;
  /** Id of the pattern (`traps/accounts.ts`), or of the region of made-up pages, on whose page it was found; 0: none of this host. */
  from: number;
  seen: InSeen;
  /** Reckoned when it is asked for; not stored. */
  shape?: Shape;
}

/** A visited URL as the body holds it. */
export interface VisitEntry {
  readonly visit: Visit;
  readonly rank: number;
  /** Redirects in a row that led there. */
  readonly hops: number;
  seen: InSeen;
}

/** A new link of a host that has spilled, not yet compared with what was spilled: never fetched before it is. */
export interface UncheckedEntry {
  readonly url: CanonicalUrl;
  rank: number;
  depth: number;
  hops: number;
  readonly seq: number;
  from: number;
  /** How many links led here meanwhile: navigation has many. */
  hits: number;
}

/** Ranks are kept as whole thousandths, so that they are short when stored and equal when read back. */
const rankUnit = 1_000;
const rankLimit = 2_000_000_000;

/** @param rank a finite number; beyond ±2,000,000 it counts as that */
export function quantise(rank: number): number {
  return Math.max(-rankLimit, Math.min(rankLimit, Math.round(rank * rankUnit))) + 0;
}

/** The rank of what a person asked for: before everything else that is pending. */
export const asked = quantise(Number.NEGATIVE_INFINITY);

/** The rank of a URL that cannot exist (`traps/made-up.ts`): before everything but what a person asked for. */
export const probing = quantise(-1_000_000);

/** The rank of what only made-up pages lead to: any other link betters it, whatever orders the frontier. */
export const lastOfAll = quantise(1_900_000);

/** Whether nothing may hold a URL, nor change it. */
export function isAsked({ rank }: Pick<PendingEntry, 'rank'>): boolean {
  return rank === asked || rank === probing;
}

export function rankOf(quantised: number): number {
  return quantised / rankUnit;
}

/** What orders pending URLs: rank, then depth, then arrival. */
export interface PendingKey {
  readonly rank: number;
  readonly depth: number;
  readonly seq: number;
}

/** Negative when `a` is to be fetched before `b`. */
export function comparePending(a: PendingKey, b: PendingKey): number {
  return a.rank - b.rank || a.depth - b.depth || a.seq - b.seq;
}

/** When a visit is due: its own time, or `dueBefore` when it was last checked before that. Infinity: never. */
export function dueAt(visit: Visit, dueBefore: number | undefined): number {
  const next = visit.next ?? Number.POSITIVE_INFINITY;
  return dueBefore !== undefined && visit.at < dueBefore ? Math.min(next, dueBefore) : next;
}

/** No visit of a run is due before this. */
export function runDue(
  run: { readonly min: readonly [number, ...number[]]; readonly checked: number },
  dueBefore: number | undefined,
): number {
  return dueBefore !== undefined && run.checked < dueBefore ? Math.min(run.min[0], dueBefore) : run.min[0];
}
