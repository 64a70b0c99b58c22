import { type GapTerm, gapTerms, restMs } from './gap.ts';
import type { PolitenessSettings } from './politeness-settings.ts';
import { retryAfterMs } from './retry-after.ts';
import type { HostSignal } from './signal.ts';
import { type PauseTerm, type PolitenessState, unknownHost } from './state.ts';

/** What became of a host's request. Times in ms. */
export type PolitenessEvent =
  | {
      readonly kind: 'request';
      readonly signal: HostSignal;
      /** For robots.txt: a file that is served does not say that the pages are. */
      readonly isRobots?: boolean;
      /** Epoch ms, its end. */
      readonly at: number;
      readonly elapsedMs: number;
      /** What failed, for people. */
      readonly reason: string;
      /** The header as it came. */
      readonly retryAfter?: string;
    }
  | {
      /** After a request for robots.txt: it disallows everything until it is reachable (RFC 9309 §2.3.1.4). */
      readonly kind: 'robots-unreachable';
      readonly at: number;
      /** Epoch ms before which it is not asked for again. */
      readonly until: number;
      readonly reason: string;
    };

export interface PolitenessRule {
  readonly politeness: PolitenessSettings;
  /** What robots.txt asks for; undefined: nothing, or not known yet. */
  readonly crawlDelayMs?: number;
  /** From 0 up to 1, chosen anew for each event: hosts that failed together are not asked again together. */
  readonly jitter: number;
}

export interface Decision {
  readonly state: PolitenessState;
  readonly terms: readonly GapTerm[];
  /** From the end of this request to the earliest start of the next: the longest of the terms. */
  readonly restMs: number;
  /** The host itself asks, or needs, to be left alone: the turn ends. */
  readonly leaveAlone: boolean;
}

/** Of so many failures in a row the host is the cause, whatever each of them was. */
const troublesInRow = 3;
/** A back-off is at most so much longer than its doubling says. */
const jitterShare = 0.25;
/** Doublings beyond this are over any cap. */
const maxDoublings = 30;

/**
 * When a host may next be asked: the one place where that is decided, whoever asks and whatever for.
 * @param state what was known of the host before the event
 */
export function decide(state: PolitenessState, event: PolitenessEvent, rule: PolitenessRule): Decision {
  const next = remember(state, event, rule);
  const terms = gapTerms(rule.politeness, rule.crawlDelayMs, next);
  return { state: next, terms, restMs: restMs(terms), leaveAlone: next.pause !== undefined };
}

function remember(state: PolitenessState, event: PolitenessEvent, rule: PolitenessRule): PolitenessState {
  if (event.kind === 'robots-unreachable') {
    // The request for it was an event of its own, which may have asked for more.
    const errors = Math.max(1, state.errors);
    const failing = { ...state, errors, backoffs: errors };
    if ((state.pause?.until ?? 0) >= event.until) return failing;
    return paused(failing, event, rule, { term: 'robots', ms: Math.max(0, event.until - event.at) });
  }
  const { signal, at, elapsedMs, retryAfter } = event;
  if (signal === 'none') return state;
  const { pause: _, ...rest } = state;
  if (signal === 'well') {
    const before = event.isRobots === true ? rest : unknownHost;
    return { ...before, responseMs: Math.ceil(elapsedMs) };
  }
  const errors = state.errors + 1;
  const failing = { ...rest, errors, since: state.since ?? at, reason: event.reason };
  if (signal === 'trouble' && errors < troublesInRow) return failing;
  const asked = signal === 'refusal' ? retryAfterMs(retryAfter, at) : undefined;
  return paused(
    { ...failing, backoffs: state.backoffs + 1 },
    event,
    rule,
    asked === undefined ? undefined : { term: 'retryAfter', ms: asked },
  );
}

/**
 * @param asked what the host or its robots.txt asks for; else it is backed off from. A Retry-After never shortens the
 * back-off, and a parked host gets the longer one always.
 */
function paused(
  state: PolitenessState,
  { at, reason }: PolitenessEvent,
  { politeness, jitter }: PolitenessRule,
  asked: { readonly term: PauseTerm; readonly ms: number } | undefined,
): PolitenessState {
  const parked = state.parkedSince !== undefined || state.errors >= politeness.parkAfter;
  const own = backoffMs(state.backoffs, politeness.firstBackoffMs, jitter);
  const { term, ms } =
    asked === undefined || ((parked || asked.term === 'retryAfter') && own > asked.ms)
      ? { term: 'backoff' as const, ms: own }
      : asked;
  const cappedMs = Math.min(ms, politeness.maxBackoffMs);
  return {
    ...state,
    since: state.since ?? at,
    reason,
    pause: { term, ms: cappedMs, until: at + cappedMs },
    ...(parked && { parkedSince: state.parkedSince ?? at }),
  };
}

/** Doubling with each further one, and up to a quarter longer by chance. */
function backoffMs(times: number, firstMs: number, jitter: number): number {
  return Math.ceil(firstMs * 2 ** Math.min(times - 1, maxDoublings) * (1 + jitterShare * jitter));
}
