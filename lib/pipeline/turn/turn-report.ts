import type { ErrorCode } from '../../base/error.ts';
import type { Outcome, OutcomeKind } from '../../base/fetch/outcome.ts';
import type { Md5 } from '../../base/page/page-content.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import type { Figures } from '../../domain/metrics/catalogue.ts';
import type { RejudgedPage } from '../../topic/settings.ts';

/**
 * What became of a ticket.
 * - `committed`: the turn ran. - `rolled-forward`: the turn had been committed before; its remaining steps are done now.
 * - `not-mine`: the host has another ticket, or none. - `busy`: another worker is running this ticket.
 * - `put-back`: the host is due again later (its gate was closed, the job is paused, no time was left, or something `lacks`).
 * - `waits`: the registered domain has no try for the host; it asks again by itself.
 * - `superseded`: another worker committed meanwhile; nothing of this turn counts.
 */
export type TurnResult =
  | 'committed'
  | 'rolled-forward'
  | 'not-mine'
  | 'busy'
  | 'put-back'
  | 'waits'
  | 'superseded';

/** One visit of a page (`countsAsPage`). */
export interface VisitReport {
  readonly url: CanonicalUrl;
  readonly outcome: Outcome;
  /** The page was judged before, so that the harvest has it already. */
  readonly repeated?: true;
  /** The band of what its URL promised (`domain/focus/tail.ts`); absent: nothing, or the job has no tail. */
  readonly band?: number;
  /** 0 without an answer. */
  readonly status: number;
  /** Decoded bytes of the answer. */
  readonly bytes: number;
  /** From the choice of the URL to its outcome, with the wait for the gap. */
  readonly elapsedMs: number;
  readonly md5?: Md5;
  /** Link instances found in the page. */
  readonly links?: number;
  /** Epoch ms of the next visit; absent: never. */
  readonly nextAt?: number;
  /** Its page is made by its scripts (`PageContent.needsScripts`). */
  readonly needsScripts?: true;
}

export interface TurnReport {
  readonly job: string;
  readonly host: HostName;
  readonly turn: number;
  readonly result: TurnResult;
  /** Why the turn could not begin: what the job's settings name and the installation lacks; absent: nothing. */
  readonly lacks?: { readonly code: ErrorCode; readonly message: string };
  /** HTTP requests, with those for robots.txt. */
  readonly requests: number;
  /** In the order of the visits. */
  readonly visits: readonly VisitReport[];
  /** How many visits were of no pages; absent: none. */
  readonly beside?: number;
  /** Earlier visits that the turn settled without a request; absent: none. */
  readonly settled?: readonly VisitReport[];
  /** Decoded bytes of all answers. */
  readonly bytes: number;
  /** Pages that were judged by a changed topic; absent: none. */
  readonly judged?: readonly RejudgedPage[];
  /** URLs that left their records by request; absent: none. */
  readonly released?: number;
  /** URLs that were sent to other hosts, where their present names belong; absent: none. */
  readonly moved?: number;
  /** What parts counted; absent: nothing. */
  readonly figures?: Figures;
  /** The turn's changes to the counts of pages by how often they change (`domain/revisit/census.ts`); absent: none. */
  readonly census?: Readonly<Record<string, number>>;
  /** How often each plug-in failed, by id; absent: none did. */
  readonly pluginFailures?: Readonly<Record<string, number>>;
  /** The mark of what the turn added to the sums of the job's stages (`OwedStages`), which nobody adds again; absent: nothing. */
  readonly stageMark?: string;
}

/** The result of `fetch`: the visit of one URL that a person asked for, as the frontier keeps it. */
export interface FetchReport {
  readonly host: HostName;
  /** The turn of the host that made the visit, or a later one. */
  readonly turn: number;
  /** From question to answer: the wait for the gate, and the fetch. */
  readonly waitedMs: number;
  readonly visit: {
    readonly url: CanonicalUrl;
    readonly outcome: OutcomeKind;
    /** 0 without an answer. */
    readonly status: number;
    readonly md5?: Md5;
    /** The reason, for people: the failure, the rule, the target of the redirect. */
    readonly detail?: string;
    /** Epoch ms of the next visit; absent: never. */
    readonly nextAt?: number;
  };
}

/** The visits of a turn with an outcome: those that it made, and those that it settled. */
export function outcomesOf({
  visits,
  settled = [],
}: Pick<TurnReport, 'visits' | 'settled'>): readonly VisitReport[] {
  return settled.length === 0 ? visits : [...settled, ...visits];
}

export function emptyReport(
  ticket: { readonly job: string; readonly host: HostName; readonly turn: number },
  result: TurnResult,
): TurnReport {
  return { job: ticket.job, host: ticket.host, turn: ticket.turn, result, requests: 0, visits: [], bytes: 0 };
}
