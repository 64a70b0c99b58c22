import type { OutcomeKind } from '../../base/fetch/outcome.ts';
import type { Validators } from '../../base/fetch/validators.ts';
import type { UrlRole } from '../../base/links/url-role.ts';
import type { Fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';

/** A URL that a page led to and that was not known before, or is not known to have been. */
export interface Birth {
  readonly url: CanonicalUrl;
  /** It has not been compared with what was spilled. */
  readonly unchecked: boolean;
}

/** The result of the last visit of a URL. All times in epoch milliseconds. */
export interface Visit extends Validators {
  readonly url: CanonicalUrl;
  readonly outcome: OutcomeKind;
  /** When the URL was last checked. */
  readonly at: number;
  /** When the URL was first visited. */
  readonly firstSeen: number;
  /** When the last change of the content was seen. */
  readonly changedAt: number;
  /** When the next visit is due; absent: never, unless a revisit mark asks for it. */
  readonly next?: number;
  /** Failures in a row; 0 after a success. */
  readonly tries: number;
  /** Links from the nearest seed. */
  readonly depth: number;
  /** The MD5 of the record that the URL leads to. */
  readonly md5?: string;
  /** Digest of the raw bytes, hex. 16 digits show a change as well as 64, in a quarter of the room. */
  readonly digest?: string;
  /** The status of the answer, if there was one. */
  readonly status?: number;
  /** The reason for people: the failure, the rule, the target of the redirect. */
  readonly detail?: string;
  /** Key of the raw document. */
  readonly document?: string;
  /** Kept where revisit times depend on the media type, because an answer without a body does not name it. */
  readonly mediaType?: string;
  /** How often the content has changed. */
  readonly revisions?: number;
  /** Estimated changes a day (`revisit/change-rate.ts`); absent where they are not estimated. */
  readonly rate?: number;
  /**
   * About how many other sites linked to the URL when its next visit was planned, or its rank in multiples of the mean
   * (`freshness.popularityBy`); absent: none, or they are not counted.
   */
  readonly sites?: number;
  /** Epoch ms since when the URL is an orphan (`revisit/orphans.ts`), visited rarely or released; absent: it is none. */
  readonly orphan?: number;
  /** The version of the topic that judged the page, and where its off-topic content is stored (`judging/judgement.ts`). */
  readonly judged?: string;
  /**
   * The next visit sends no validators, and stores the raw document again where it is missing. Set until an answer says
   * what the page is.
   */
  readonly unconditional?: true;
  /** Present of a page that was deleted: by which deletion, and what an undo brings back (`capabilities/delete`). */
  readonly deleted?: string;
}

/** How often the content has changed after a visit. @param md5 of the record after the visit; undefined: none */
export function revisionsOf(before: Visit | undefined, md5: string | undefined): number {
  const isOther = before?.md5 !== undefined && md5 !== undefined && before.md5 !== md5;
  return (before?.revisions ?? 0) + (isOther ? 1 : 0);
}

/** A URL that waits for its first visit. */
export interface Pending {
  readonly url: CanonicalUrl;
  readonly depth: number;
  readonly rank: number;
  /** Redirects in a row that led to the URL. */
  readonly hops: number;
  /** Absent: it was found as a page. */
  readonly role?: UrlRole | undefined;
}

/** A URL to fetch now. It is in progress until it is settled or put back. */
export interface Work {
  readonly url: CanonicalUrl;
  readonly fingerprint: Fingerprint;
  readonly depth: number;
  readonly rank: number;
  /** Redirects in a row that led to the URL. */
  readonly hops: number;
  /** Absent: it was found as a page. */
  readonly role?: UrlRole | undefined;
  /** Id of the source that linked to it (`PendingEntry`); 0: no page of this host. */
  readonly from: number;
  /** The last visit, if this is a revisit or a retry. */
  readonly visit?: Visit;
}

/** What the seen runs have of a URL in the head: nothing, its present state, or an older state. */
export const inSeen = { none: 0, current: 1, stale: 2 } as const;
export type InSeen = (typeof inSeen)[keyof typeof inSeen];

/** A pending URL in the body. */
export interface PendingEntry {
  readonly url: CanonicalUrl;
  /** Quantised rank (`quantise`). */
  rank: number;
  depth: number;
  /** Redirects in a row that led to the URL, on the way with the fewest. */
  hops: number;
  /** Absent: it was found as a page. */
  role?: UrlRole | undefined;
  /** Order of arrival in this host. */
  readonly seq: number;
  /**
   * Id of the source that linked to it, as a capability numbers the pages of this host (for yield the region of a page and of
   * those that led to it); 0: no page of this host.
   */
  from: number;
  /** What the order that chooses URLs has made of it so far (`Order.choose`): the smaller the sooner; absent: nothing yet. */
  tier?: number;
  /** Of a spilled URL: the quantised rank by which it comes back (`Order.spillRank`); absent: its own. */
  readonly spilledRank?: number;
  seen: InSeen;
}

/** A visited URL in the body. */
export interface VisitEntry {
  readonly visit: Visit;
  readonly rank: number;
  /** Redirects in a row that led to the URL. */
  readonly hops: number;
  /** Absent: it was found as a page. */
  readonly role?: UrlRole | undefined;
  seen: InSeen;
}

/** A new link of a host that has spilled, not compared with the spilled URLs yet, and not fetched before. */
export interface UncheckedEntry {
  readonly url: CanonicalUrl;
  rank: number;
  depth: number;
  hops: number;
  /** Absent: it was found as a page. */
  role?: UrlRole | undefined;
  readonly seq: number;
  from: number;
  /** As of a pending URL. */
  tier?: number;
  /** How many links led to the URL since it became unchecked; links of the navigation are many. */
  hits: number;
}

/** Ranks are kept as whole thousandths: short when stored, and equal when read back. */
const rankUnit = 1_000;
const rankLimit = 2_000_000_000;

/** @param rank a finite number; cut off at ±2,000,000 */
export function quantise(rank: number): number {
  return Math.max(-rankLimit, Math.min(rankLimit, Math.round(rank * rankUnit))) + 0;
}

/** The rank of a URL that a person asked for: before all other pending URLs. */
export const asked = quantise(Number.NEGATIVE_INFINITY);

/** Whether a person asked for a URL: nothing may hold it. */
export function isAsked({ rank }: Pick<PendingEntry, 'rank'>): boolean {
  return rank === asked;
}

/** Whether a URL is a seed, or the target of one's redirect: a person named it, and nothing may hold it. */
export function isSeed({ depth }: Pick<PendingEntry, 'depth'>): boolean {
  return depth === 0;
}

export function rankOf(quantised: number): number {
  return quantised / rankUnit;
}

/** The order of pending URLs: rank, then depth, then arrival. */
export interface PendingKey {
  readonly rank: number;
  readonly depth: number;
  readonly seq: number;
}

/** Negative when `a` is fetched before `b`. */
export function comparePending(a: PendingKey, b: PendingKey): number {
  return a.rank - b.rank || a.depth - b.depth || a.seq - b.seq;
}

/** More than two quantised ranks differ by: a tier comes before every rank. */
const tierRanks = 4 * rankLimit;

/** Rank and tier as one number: the tier decides first, but for what a person asked for. */
export function tieredRank(entry: Pick<PendingEntry, 'rank' | 'tier' | 'spilledRank'>): number {
  const { rank, tier = 0, spilledRank = rank } = entry;
  return rank === asked ? rank : tier * tierRanks + spilledRank;
}

/** The rank in a tiered rank. */
export function rankInTier(tiered: number): number {
  return tiered - Math.round(tiered / tierRanks) * tierRanks;
}

/** When a visit is due: at its own time, or at `dueBefore` if it was last checked before that. Infinity: never. */
export function dueAt(visit: Visit, dueBefore: number | undefined): number {
  const next = visit.next ?? Number.POSITIVE_INFINITY;
  return dueBefore !== undefined && visit.at < dueBefore ? Math.min(next, dueBefore) : next;
}

/** The earliest time at which a visit of the run can be due. */
export function runDue(
  run: { readonly min: readonly [number, ...number[]]; readonly checked: number },
  dueBefore: number | undefined,
): number {
  return dueBefore !== undefined && run.checked < dueBefore ? Math.min(run.min[0], dueBefore) : run.min[0];
}
