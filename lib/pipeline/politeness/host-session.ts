import { defined } from '../../base/defined.ts';
import { cookieJar } from '../../base/fetch/cookie-jar.ts';
import { type CanonicalUrl, type HostName, pathOf } from '../../base/url/url.ts';
import { decideAfterRequest, type PolitenessEvent } from '../../domain/politeness/after-request.ts';
import { gapTerms, restMs } from '../../domain/politeness/gap.ts';
import { type HostSignal, signalOf } from '../../domain/politeness/host-signal.ts';
import { jitterOf } from '../../domain/politeness/jitter.ts';
import type { PolitenessState } from '../../domain/politeness/politeness-state.ts';
import { opensFrom } from '../../domain/politeness/window.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Fetcher, FetchResult } from '../../ports/web.ts';
import { isAboutSite } from '../../rules/robots.ts';
import { fetchRequest, type RequestOptions } from './fetch-request.ts';
import type { Permit } from './permit.ts';

export type { RequestOptions } from './fetch-request.ts';

/** A request that could not be made in this turn; `until`: epoch ms from which it may be made. */
export interface PutOff {
  readonly kind: 'put-off';
  readonly until: number;
}

/**
 * Makes the requests of one turn to a host, one after the other, each at least the gap after the end of the last. The turn
 * has leased the host's gates, so nobody else asks the host meanwhile.
 */
export interface HostSession {
  /** Whether a host may be asked at all; applies to this host, and to others that it leads to. */
  readonly permit: Permit;
  /**
   * Waits for the gap and makes a request; one that is not permitted ends as `address-refused`. The request is put off when
   * the wait is longer than a turn may wait, or time runs out.
   */
  request(url: CanonicalUrl, asked?: RequestOptions): Promise<FetchResult | PutOff>;
  /** The cookies that a request for a URL would send now (`fetch.cookies`). */
  cookiesFor(url: CanonicalUrl): string | undefined;
  /** Sets the gap from now on. A gap wider than that of the gate's claim puts off all further requests. */
  setGap(gapMs: number): void;
  /** The present gap, ms. */
  gap(): number;
  /** The earliest start of the next request, epoch ms. */
  readyAt(): number;
  /** The number of requests made. */
  requests(): number;
  /** Whether the host asks, or needs, to be left alone: the turn then ends. */
  hostFailure(): boolean;
  /** Whether the host is still parked: no answer has closed its circuit breaker yet. */
  isParked(): boolean;
  /** Notes that no request is allowed before `until` (epoch ms), because robots.txt is unreachable. */
  robotsUnreachable(until: number, reason: string): void;
  /** Notes a request that led to another host: the gap counts from now. */
  askedElsewhere(): void;
  /** Lets the memory of the bodies of all answers so far be used again: whoever asked has read them. */
  releaseBodies(): void;
  /** Ends the session: from when (epoch ms) the host, and hosts that share its gate, may be asked, and the state to store. */
  leave(): { readonly opensAt: number; readonly sharedOpensAt: number; readonly state: PolitenessState };
}

export interface HostSessionLimits {
  /** Monotonic ms after which no request starts. */
  readonly startBefore: number;
  /** Monotonic ms by which every request has ended. */
  readonly endBefore: number;
  readonly timing: Timing;
  /** The gap with which the gate was claimed. */
  readonly gapMs: number;
  /**
   * Epoch ms by which every request has ended, too: the end of the lease of the gates. It comes before the monotonic times
   * where the process was frozen meanwhile, and somebody else may have the gates then.
   */
  readonly leaseUntil: number;
  readonly host: HostName;
  /** Whether a host may be asked at all. */
  readonly permit: Permit;
  /** The politeness state from the host's gate. */
  readonly state: PolitenessState;
}

export function openHostSession(
  ports: Pick<Ports, 'clock'> & { readonly fetcher: Pick<Fetcher, 'fetch'> },
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
  /** The wait from the end of the last request, ms. */
  let rest = 0;
  let leaveAlone = false;
  /** The last answer refused, which also applies to hosts that share the gate. */
  let refused = false;
  let releases: (() => void)[] = [];

  const wait = (): number =>
    lastEnd === undefined ? 0 : Math.max(0, Math.ceil(lastEnd + rest - clock.monotonic()));

  const waitForGap = (): number =>
    lastEnd === undefined ? 0 : Math.max(0, Math.ceil(lastEnd + gapMs - clock.monotonic()));

  function learn(event: PolitenessEvent): void {
    const isWell = event.kind === 'request' && event.signal === 'well';
    const jitter = isWell ? 0 : jitterOf(limits.host, event.at);
    const decision = decideAfterRequest(state, event, {
      politeness: settings.politeness,
      crawlDelayMs: gapMs,
      jitter,
    });
    state = decision.state;
    rest = decision.restMs;
    leaveAlone = decision.leaveAlone;
  }

  const readyAt = (): number => {
    const pause = wait();
    // now() rounds down, so a request after exactly the pause could be a fraction of a millisecond early.
    return clock.now() + (pause === 0 ? 0 : pause + 1);
  };

  const cookiesFor = (url: CanonicalUrl): string | undefined =>
    settingsFor(settings, url).fetch.cookies ? jar.header(url, clock.now()) : undefined;

  /** Makes one request, after its gap. */
  async function once(url: CanonicalUrl, asked?: RequestOptions): Promise<FetchResult | PutOff> {
    const refusal = limits.permit(url);
    if (refusal !== undefined)
      return { kind: 'error', reason: 'address-refused', detail: refusal, elapsedMs: 0 };
    const { fetch } = settingsFor(settings, url);
    const timeoutMs = Math.min(fetch.timeoutMs, limits.timing.requestMs);
    // The gap is wider than that of the gate's claim: if this worker died now, nobody would keep the wider gap.
    if (gapMs > limits.gapMs) return { kind: 'put-off', until: readyAt() };
    // Checked again after every sleep, because the machine may have slept much longer.
    for (let pause = wait(); ; pause = wait()) {
      const start = clock.monotonic() + pause;
      const opens = opensFrom(settings.politeness.window, clock.now() + pause);
      if (opens > clock.now() + pause) return { kind: 'put-off', until: opens };
      const isLate =
        start > limits.startBefore ||
        start + timeoutMs > limits.endBefore ||
        clock.now() + pause + timeoutMs > limits.leaseUntil;
      if (isLate || pause > settings.turn.maxWaitMs || signal?.aborted) {
        return { kind: 'put-off', until: clock.now() + pause };
      }
      if (pause === 0) break;
      try {
        await clock.sleep(pause, signal);
      } catch {
        return { kind: 'put-off', until: clock.now() + wait() };
      }
    }
    const result = await ports.fetcher.fetch(
      fetchRequest(settings, url, asked, { timeoutMs, cookie: cookiesFor(url) }),
    );
    // The host was asked for nothing: nothing was learnt of it, and no gap is due.
    const said = signalOf(result);
    if (said === undefined) return result;
    requests += 1;
    if (result.kind === 'response' && result.release !== undefined) releases.push(result.release);
    const set = result.kind === 'response' && fetch.cookies ? result.headers['set-cookie'] : undefined;
    if (set !== undefined) jar.store(url, set, clock.now());
    lastEnd = clock.monotonic();
    learn(requestEvent(url, result, said, clock.now()));
    refused = said === 'refusal';
    return result;
  }

  return {
    permit: limits.permit,
    cookiesFor,
    async request(url, asked) {
      const result = await once(url, asked);
      // The connection had closed before: the request is repeated once on a new one, after the gap like any other.
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
    releaseBodies() {
      for (const release of releases) release();
      releases = [];
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

function requestEvent(
  url: CanonicalUrl,
  result: FetchResult,
  signal: HostSignal,
  at: number,
): PolitenessEvent {
  const { elapsedMs } = result;
  const isRobots = isAboutSite(pathOf(url));
  const event = { kind: 'request', signal, isRobots, at, elapsedMs } as const;
  if (result.kind === 'error') return { ...event, reason: result.reason };
  const retryAfter = result.headers['retry-after'];
  return {
    ...event,
    reason: `status ${result.status}`,
    ...defined({ retryAfter }),
  };
}
