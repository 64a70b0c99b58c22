import { type GapTerm, gapTerms, restMs } from './gap.ts';
import type { HostSignal } from './host-signal.ts';
import type { PolitenessSettings } from './politeness-settings.ts';
import { type PauseTerm, type PolitenessState, unknownHost } from './politeness-state.ts';
import { retryAfterMs } from './retry-after.ts';

/** The end of a request to a host. Times in ms. */
export type PolitenessEvent =
  | {
      readonly kind: 'request';
      readonly signal: HostSignal;
      /** The request was for robots.txt: a good answer to it does not show that the host serves its pages. */
      readonly isRobots?: boolean;
      /** Epoch ms, the end of the request. */
      readonly at: number;
      readonly elapsedMs: number;
      /** What failed, for messages. */
      readonly reason: string;
      /** The Retry-After header as received. */
      readonly retryAfter?: string;
    }
  | {
      /**
       * robots.txt could not be had: everything is disallowed until it is reachable (RFC 9309 §2.3.1.4). Follows the
       * event of its request.
       */
      readonly kind: 'robots-unreachable';
      readonly at: number;
      /** Epoch ms before which robots.txt is not requested again. */
      readonly until: number;
      readonly reason: string;
    };

export interface PolitenessRule {
  readonly politeness: PolitenessSettings;
  /** The delay that robots.txt asks for; undefined: none, or robots.txt is not known yet. */
  readonly crawlDelayMs?: number;
  /** At least 0, below 1, different for each event, so that hosts that failed together are not retried together. */
  readonly jitter: number;
}

export interface Decision {
  readonly state: PolitenessState;
  readonly terms: readonly GapTerm[];
  /** Ms from the end of this request to the earliest start of the next: the longest of the terms. */
  readonly restMs: number;
  /** The host asks, or needs, to be left alone: the turn ends. */
  readonly leaveAlone: boolean;
}

/** From this many failures in a row on, the host is taken for the cause, whatever failed. */
const troublesForBackoff = 3;
/** Jitter lengthens a back-off by at most this share. */
const jitterShare = 0.25;
/** More doublings than this would exceed any cap. */
const maxDoublings = 30;

/**
 * Decides when the next request to a host may start. All requests, for pages, robots.txt and probes, are decided here.
 * @param state politeness state of the host before the event
 */
export function decideAfterRequest(
  state: PolitenessState,
  event: PolitenessEvent,
  rule: PolitenessRule,
): Decision {
  const next = stateAfter(state, event, rule);
  const terms = gapTerms(rule.politeness, rule.crawlDelayMs, next);
  return { state: next, terms, restMs: restMs(terms), leaveAlone: next.pause !== undefined };
}

function stateAfter(state: PolitenessState, event: PolitenessEvent, rule: PolitenessRule): PolitenessState {
  if (event.kind === 'robots-unreachable') {
    // The request for robots.txt was an event before this one, and may have brought a longer pause.
    const errors = Math.max(1, state.errors);
    const failing = { ...state, errors, backoffs: errors };
    if ((state.pause?.until ?? 0) >= event.until) return failing;
    return paused(failing, event, rule, { term: 'robots', ms: Math.max(0, event.until - event.at) });
  }
  const { signal, at, elapsedMs, retryAfter } = event;
  const { pause: _, ...rest } = state;
  if (signal === 'well') {
    const before = event.isRobots === true ? rest : unknownHost;
    return { ...before, responseMs: Math.ceil(elapsedMs) };
  }
  const errors = state.errors + 1;
  const failing = { ...rest, errors, since: state.since ?? at, reason: event.reason };
  if (signal === 'trouble' && errors < troublesForBackoff) return failing;
  const retryMs = signal === 'refusal' ? retryAfterMs(retryAfter, at) : undefined;
  return paused(
    { ...failing, backoffs: state.backoffs + 1 },
    event,
    rule,
    retryMs === undefined ? undefined : { term: 'retryAfter', ms: retryMs },
  );
}

/**
 * Returns the state with a pause: the requested one, or the back-off. The longer of the two applies for a Retry-After,
 * and always for a parked host.
 * @param requested pause that the host or its robots.txt asks for; undefined: none
 */
function paused(
  state: PolitenessState,
  { at, reason }: PolitenessEvent,
  { politeness, jitter }: PolitenessRule,
  requested: { readonly term: PauseTerm; readonly ms: number } | undefined,
): PolitenessState {
  const parked = state.parkedSince !== undefined || state.errors >= politeness.parkAfter;
  const backoff = backoffMs(state.backoffs, politeness.firstBackoffMs, jitter);
  const { term, ms } =
    requested === undefined || ((parked || requested.term === 'retryAfter') && backoff > requested.ms)
      ? { term: 'backoff' as const, ms: backoff }
      : requested;
  const cappedMs = Math.min(ms, politeness.maxBackoffMs);
  return {
    ...state,
    since: state.since ?? at,
    reason,
    pause: { term, ms: cappedMs, until: at + cappedMs },
    ...(parked && { parkedSince: state.parkedSince ?? at }),
  };
}

/** Doubles with each further back-off; jitter adds up to a quarter. */
function backoffMs(times: number, firstMs: number, jitter: number): number {
  return Math.ceil(firstMs * 2 ** Math.min(times - 1, maxDoublings) * (1 + jitterShare * jitter));
}
