import { cookieJar } from '../../domain/fetch/cookie-jar.ts';
import { decide, type PolitenessEvent } from '../../domain/politeness/decide.ts';
import { gapTerms, restMs } from '../../domain/politeness/gap.ts';
import { jitterOf } from '../../domain/politeness/jitter.ts';
import { signalOf } from '../../domain/politeness/signal.ts';
import type { PolitenessState } from '../../domain/politeness/state.ts';
import { opensFrom } from '../../domain/politeness/window.ts';
import { isAboutSite } from '../../domain/rights/site-files.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import { type CanonicalUrl, type HostName, pathOf } from '../../domain/url/url.ts';
import type { Ports } from '../../ports/ports.ts';
import type { FetchResult } from '../../ports/web.ts';
import { fetchRequest, type RequestOptions } from './fetch-request.ts';
import type { Permit } from './permit.ts';

export type { RequestOptions } from './fetch-request.ts';

/** A request that could not be made within this turn; `until`: epoch ms from which it may be. */
export interface PutOff {
  readonly kind: 'put-off';
  readonly until: number;
}

/**
 * Makes the requests of one turn to one gate's host, one after the other, each at least the gap after the end of
 * the last. It holds the gate; nobody else talks to the host while it lives.
 */
export interface HostSession {
  /** Whether a host may be asked at all: what holds for this one holds for those that it leads to. */
  readonly permit: Permit;
  /** Waits for the gap, then asks, unless it may not: then it is an `address-refused` error. Put off when the wait is longer than a turn may wait, or time runs out. */
  request(url: CanonicalUrl, asked?: RequestOptions): Promise<FetchResult | PutOff>;
  /** The gap that holds from now on. One that is wider than the gate was claimed with puts off all that follows. */
  setGap(gapMs: number): void;
  /** The gap in force, ms. */
  gap(): number;
  /** Epoch ms: the earliest start of a next request. */
  readyAt(): number;
  /** Requests made. */
  requests(): number;
  /** Whether the host asked, or needs, to be left alone: the turn ends. */
  hostFailure(): boolean;
  /** Whether the host is parked: no answer has come yet that closes its circuit breaker. */
  isParked(): boolean;
  /** Its robots.txt forbids everything until it is reachable: nothing is asked for before `until` (epoch ms). */
  robotsUnreachable(until: number, reason: string): void;
  /** A request was made on its way to another host: the gap counts from now. */
  askedElsewhere(): void;
  /** How the host is left: epoch ms from which it, and those that share a gate with it, may be asked; what to remember. */
  leave(): { readonly opensAt: number; readonly sharedOpensAt: number; readonly state: PolitenessState };
}

export interface HostSessionLimits {
  /** Monotonic ms: no request starts after it. */
  readonly startBefore: number;
  /** Monotonic ms: every request has ended by it. */
  readonly endBefore: number;
  readonly timing: Timing;
  /** What the gate was claimed with. */
  readonly gapMs: number;
  readonly host: HostName;
  /** Whether a host may be asked at all, whatever for. */
  readonly permit: Permit;
  /** What the host's gate remembered of it. */
  readonly state: PolitenessState;
}

export function openHostSession(
  ports: Pick<Ports, 'clock' | 'fetcher'>,
  settings: JobSettings,
  limits: HostSessionLimits,
  signal?: AbortSignal,
): HostSession {
  const { clock } = ports;
  const jar = cookieJar();
  let gapMs = limits.gapMs;
  let lastEnd: number | undefined;
  let requests = 0;
  let { state } = limits;
  /** From the end of the last request. */
  let rest = 0;
  let leaveAlone = false;
  /** By a refusal: whoever shares the host's gate had better leave it alone too. */
  let refused = false;

  const wait = (): number =>
    lastEnd === undefined ? 0 : Math.max(0, Math.ceil(lastEnd + rest - clock.monotonic()));

  const waitForGap = (): number =>
    lastEnd === undefined ? 0 : Math.max(0, Math.ceil(lastEnd + gapMs - clock.monotonic()));

  function learn(event: PolitenessEvent): void {
    const isWell = event.kind === 'request' && event.signal === 'well';
    const jitter = isWell ? 0 : jitterOf(limits.host, event.at);
    const decision = decide(state, event, { politeness: settings.politeness, crawlDelayMs: gapMs, jitter });
    state = decision.state;
    rest = decision.restMs;
    leaveAlone = decision.leaveAlone;
  }

  const readyAt = (): number => {
    const pause = wait();
    // now() drops the fraction of a millisecond that it is already late by.
    return clock.now() + (pause === 0 ? 0 : pause + 1);
  };

  /** One request, after its gap. */
  async function once(url: CanonicalUrl, asked?: RequestOptions): Promise<FetchResult | PutOff> {
    const refusal = limits.permit(url);
    if (refusal !== undefined)
      return { kind: 'error', reason: 'address-refused', detail: refusal, elapsedMs: 0 };
    const { fetch } = settingsFor(settings, url);
    const timeoutMs = Math.min(fetch.timeoutMs, limits.timing.requestMs);
    // robots.txt asked for more than the gate was claimed with: should this worker die, nobody would keep it.
    if (gapMs > limits.gapMs) return { kind: 'put-off', until: readyAt() };
    // Asked again after every sleep: the machine may have slept much longer than we meant to.
    for (let pause = wait(); ; pause = wait()) {
      const start = clock.monotonic() + pause;
      const opens = opensFrom(settings.politeness.window, clock.now() + pause);
      if (opens > clock.now() + pause) return { kind: 'put-off', until: opens };
      const inTime = start <= limits.startBefore && start + timeoutMs <= limits.endBefore;
      if (!inTime || pause > settings.turn.maxWaitMs || signal?.aborted) {
        return { kind: 'put-off', until: clock.now() + pause };
      }
      if (pause === 0) break;
      try {
        await clock.sleep(pause, signal);
      } catch {
        return { kind: 'put-off', until: clock.now() + wait() };
      }
    }
    requests += 1;
    const cookie = fetch.cookies ? jar.header(url, clock.now()) : undefined;
    const result = await ports.fetcher.fetch(fetchRequest(settings, url, asked, { timeoutMs, cookie }));
    const set = result.kind === 'response' && fetch.cookies ? result.headers['set-cookie'] : undefined;
    if (set !== undefined) jar.store(url, set, clock.now());
    lastEnd = clock.monotonic();
    learn(requestEvent(url, result, clock.now()));
    refused = signalOf(result) === 'refusal';
    return result;
  }

  return {
    permit: limits.permit,
    async request(url, asked) {
      const result = await once(url, asked);
      // A connection that had closed is no answer: once more, on a new one, after the gap like any other request.
      if (result.kind !== 'error' || result.again === undefined) return result;
      const second = await once(url, asked);
      return second.kind === 'put-off' ? result : second;
    },
    setGap(next) {
      gapMs = next;
      rest = restMs(gapTerms(settings.politeness, gapMs, state));
    },
    gap: () => gapMs,
    readyAt,
    requests: () => requests,
    hostFailure: () => leaveAlone,
    isParked: () => state.parkedSince !== undefined,
    robotsUnreachable(until, reason) {
      learn({ kind: 'robots-unreachable', at: clock.now(), until, reason: `robots.txt: ${reason}` });
    },
    askedElsewhere() {
      lastEnd = clock.monotonic();
      rest = Math.max(rest, gapMs);
    },
    leave() {
      const now = clock.now();
      const paused = leaveAlone ? (state.pause?.until ?? 0) : 0;
      const opensAt = Math.max(readyAt(), paused);
      const gapOver = now + (waitForGap() === 0 ? 0 : waitForGap() + 1);
      return { opensAt, sharedOpensAt: refused ? opensAt : gapOver, state };
    },
  };
}

function requestEvent(url: CanonicalUrl, result: FetchResult, at: number): PolitenessEvent {
  const { elapsedMs } = result;
  const isRobots = isAboutSite(pathOf(url));
  const event = { kind: 'request', signal: signalOf(result), isRobots, at, elapsedMs } as const;
  if (result.kind === 'error') return { ...event, reason: result.reason };
  const retryAfter = result.headers['retry-after'];
  return {
    ...event,
    reason: `status ${result.status}`,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
