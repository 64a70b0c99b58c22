import { settingsFor } from '../domain/overrides.ts';
import { backoffMs, isHostFailure } from '../domain/politeness.ts';
import type { JobSettings } from '../domain/settings.ts';
import type { Timing } from '../domain/timing.ts';
import type { CanonicalUrl } from '../domain/url.ts';
import { userAgent } from '../domain/user-agent.ts';
import { version } from '../domain/version.ts';
import type { Ports } from '../ports/ports.ts';
import type { FetchResult } from '../ports/web.ts';

/** A request that could not be made within this turn; `until`: epoch ms from which it may be. */
export interface PutOff {
  readonly kind: 'put-off';
  readonly until: number;
}

/**
 * Makes the requests of one turn to one gate's host, one after the other, each at least the gap after the end of
 * the last. It holds the gate; nobody else talks to the host while it lives.
 */
export interface Courier {
  /** Waits for the gap, then asks. Put off when the wait is longer than a turn may wait, or time runs out. */
  request(url: CanonicalUrl, headers?: Readonly<Record<string, string>>): Promise<FetchResult | PutOff>;
  /** The gap that holds from now on. One that is wider than the gate was claimed with puts off all that follows. */
  setGap(gapMs: number): void;
  /** The gap in force, ms. */
  gap(): number;
  /** Epoch ms: the earliest start of a next request by the gap alone. */
  readyAt(): number;
  /** Requests made. */
  requests(): number;
  /** The last answer by which the host asked, or needs, to be left alone. */
  hostFailure(): FetchResult | undefined;
}

export interface CourierLimits {
  /** Monotonic ms: no request starts after it. */
  readonly startBefore: number;
  /** Monotonic ms: every request has ended by it. */
  readonly endBefore: number;
  readonly timing: Timing;
  /** What the gate was claimed with. */
  readonly gapMs: number;
}

export function openCourier(
  ports: Pick<Ports, 'clock' | 'fetcher'>,
  settings: JobSettings,
  limits: CourierLimits,
  signal?: AbortSignal,
): Courier {
  const { clock } = ports;
  const agent = userAgent(settings.identity, version);
  let gapMs = limits.gapMs;
  let lastEnd: number | undefined;
  let requests = 0;
  let failure: FetchResult | undefined;

  const wait = (): number =>
    lastEnd === undefined ? 0 : Math.max(0, Math.ceil(lastEnd + gapMs - clock.monotonic()));

  const readyAt = (): number => {
    const pause = wait();
    // now() drops the fraction of a millisecond that it is already late by.
    return clock.now() + (pause === 0 ? 0 : pause + 1);
  };

  return {
    async request(url, headers) {
      const { fetch } = settingsFor(settings, url);
      const timeoutMs = Math.min(fetch.timeoutMs, limits.timing.requestMs);
      // robots.txt asked for more than the gate was claimed with: should this worker die, nobody would keep it.
      if (gapMs > limits.gapMs) return { kind: 'put-off', until: readyAt() };
      // Asked again after every sleep: the machine may have slept much longer than we meant to.
      for (let pause = wait(); ; pause = wait()) {
        const start = clock.monotonic() + pause;
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
      const result = await ports.fetcher.fetch({
        url,
        userAgent: agent,
        timeoutMs,
        maxBytes: fetch.maxBytes,
        allow: settings.network.allow,
        ports: settings.network.ports,
        ...(headers === undefined ? {} : { headers }),
      });
      lastEnd = clock.monotonic();
      if (isHostFailure(result)) failure = result;
      return result;
    },
    setGap(next) {
      gapMs = next;
    },
    gap: () => gapMs,
    readyAt,
    requests: () => requests,
    hostFailure: () => failure,
  };
}

/**
 * Epoch ms at which the gate opens again after a courier's last request: the gap, or the back-off if that is
 * longer. Back-off lives in the gate, so that no other job can walk around it.
 * @param failures of the host in a row, these included
 */
export function opensAt(courier: Courier, settings: JobSettings, failures: number, now: number): number {
  const failure = courier.hostFailure();
  const backoff = failure ? backoffMs(failure, Math.max(1, failures), settings.politeness, now) : 0;
  return Math.max(courier.readyAt(), now + backoff);
}
