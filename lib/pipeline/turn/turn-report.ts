import type { Md5 } from '../../domain/collection/record.ts';
import type { Outcome, OutcomeKind } from '../../domain/fetch/outcome.ts';
import type { RejudgedPage } from '../../domain/topic/rejudge.ts';
import type { CanonicalUrl, HostName } from '../../domain/url/url.ts';

/**
 * What became of a ticket.
 * - `committed`: the turn was run. - `rolled-forward`: it had been committed before; what was left undone is done.
 * - `not-mine`: the host has another ticket, or none. - `busy`: this very ticket is at work elsewhere.
 * - `put-back`: the host is due again later (its gate was closed, the job is paused, or no time was left).
 * - `waits`: its registered domain has no try for it; it is woken when there is one.
 * - `superseded`: another worker committed in between; nothing of this turn counts.
 */
export type TurnResult =
  | 'committed'
  | 'rolled-forward'
  | 'not-mine'
  | 'busy'
  | 'put-back'
  | 'waits'
  | 'superseded';

/** One visit of a turn. */
export interface VisitReport {
  readonly url: CanonicalUrl;
  readonly outcome: Outcome;
  /** 0 when there was no answer. */
  readonly status: number;
  /** Decoded bytes of the answer. */
  readonly bytes: number;
  /** From the choice of the URL to its outcome, waiting for the gap included. */
  readonly elapsedMs: number;
  readonly md5?: Md5;
  /** Link instances found in the page. */
  readonly links?: number;
  /** Epoch ms of its next visit; absent: never. */
  readonly nextAt?: number;
}

export interface TurnReport {
  readonly job: string;
  readonly host: HostName;
  readonly turn: number;
  readonly result: TurnResult;
  /** HTTP requests made, robots.txt included. */
  readonly requests: number;
  /** In the order in which they were made. */
  readonly visits: readonly VisitReport[];
  /** Decoded bytes of all answers. */
  readonly bytes: number;
  /** Pages that a changed topic was applied to; absent: none. */
  readonly judged?: readonly RejudgedPage[];
  /** URLs that left their records by request; absent: none. */
  readonly released?: number;
  /** URLs that went to other hosts, by whose names they go now; absent: none. */
  readonly moved?: number;
  /** What it changes of how many pages change how often (`domain/revisit/census.ts`); absent: nothing. */
  readonly census?: Readonly<Record<string, number>>;
  /** How often plug-ins failed, by their ids; absent: none did. */
  readonly pluginFailures?: Readonly<Record<string, number>>;
}

/** What `fetch` brought: the visit of one URL, asked for by hand, as the frontier keeps it. */
export interface FetchReport {
  readonly host: HostName;
  /** The host's turn that made it, or a later one. */
  readonly turn: number;
  /** From the asking to the answer: the gate's waiting and the fetch. */
  readonly waitedMs: number;
  readonly visit: {
    readonly url: CanonicalUrl;
    readonly outcome: OutcomeKind;
    /** 0 when there was no answer. */
    readonly status: number;
    readonly md5?: Md5;
    /** Why, for people: the failure, the rule, the target of the redirect. */
    readonly detail?: string;
    /** Epoch ms of its next visit; absent: never. */
    readonly nextAt?: number;
  };
}

export function emptyReport(
  ticket: { readonly job: string; readonly host: HostName; readonly turn: number },
  result: TurnResult,
): TurnReport {
  return { job: ticket.job, host: ticket.host, turn: ticket.turn, result, requests: 0, visits: [], bytes: 0 };
}
