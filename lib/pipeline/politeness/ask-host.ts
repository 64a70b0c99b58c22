import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { timing } from '../../domain/settings/timing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ports } from '../../ports/ports.ts';
import { leaseGates, releaseGates } from './gate-lease.ts';
import { type HostSession, type HostSessionLimits, openHostSession } from './host-session.ts';
import { permitNow } from './permit.ts';

/** Why an answer could not be had, as a sentence. */
export interface HostProblem {
  readonly problem: string;
}

/** Epoch ms from which the host may be asked. */
export interface Wait {
  readonly wait: number;
}

/** The limits of requests under leased gates. */
export type GateLimits = HostSessionLimits & { readonly ticket: string; readonly leased: readonly string[] };

type AskPorts = Pick<Ports, 'jobs' | 'clock' | 'entropy' | 'fetcher' | 'gates'>;

/** Requests to one host, outside of any turn. */
interface HostQuestion {
  readonly url: CanonicalUrl;
  /** The settings for the URL. */
  readonly settings: JobSettings;
  /** Who asks. */
  readonly by: string;
  /** The gap of the host. */
  readonly gapMs: number;
  readonly signal: AbortSignal | undefined;
}

/** A leased gate is looked at again after this time. */
const lookAgainMs = 1_000;

/**
 * Makes requests to the host of a URL outside of any turn, under the gates of the installation: once, or not at all when a
 * gate is closed or the host may not be asked (`permit.ts`).
 */
export async function askHost<Answer>(
  ports: AskPorts,
  { settings, url, by, gapMs, signal }: HostQuestion,
  work: (session: HostSession, limits: GateLimits) => Promise<Answer>,
): Promise<Answer | HostProblem | Wait> {
  const { clock } = ports;
  const host = hostOf(url);
  const permit = await permitNow(ports, settings);
  const refusal = permit(url);
  if (refusal !== undefined) return { problem: refusal };
  const clockwork = timing(settings.turn.maxMs);
  const ticket = `${by}-${ports.entropy.id()}`;
  const startBefore = clock.monotonic() + clockwork.turnMs;
  const claimed = await leaseGates(ports, host, settings, { ticket, leaseMs: clockwork.leaseMs, gapMs });
  if ('closed' in claimed) {
    const { notBefore, owner } = claimed.closed;
    return { wait: owner === undefined ? notBefore : Math.min(notBefore, clock.now() + lookAgainMs) };
  }
  const { gateLease } = claimed;
  const limits: GateLimits = {
    ...{ timing: clockwork, ticket, leased: gateLease.keys, host, permit, gapMs, state: gateLease.state },
    ...{ startBefore, endBefore: startBefore + clockwork.requestMs, leaseUntil: gateLease.until },
  };
  const session = openHostSession(ports, settings, limits, signal);
  try {
    return await work(session, limits);
  } finally {
    await releaseGates(ports, gateLease, session);
  }
}

/**
 * Repeats `ask` as long as it answers with a wait.
 * @param until monotonic ms
 * @returns undefined when the wait would last beyond `until`
 */
export async function patiently<Answer extends object>(
  clock: Clock,
  until: number,
  signal: AbortSignal | undefined,
  ask: () => Promise<Answer | Wait>,
): Promise<Answer | HostProblem | undefined> {
  for (;;) {
    if (signal?.aborted) return { problem: 'it was not asked for any more' };
    const step = await ask();
    if (!isWait(step)) return step;
    const waitMs = Math.max(10, step.wait - clock.now());
    if (clock.monotonic() + waitMs > until) return undefined;
    await clock.sleep(waitMs, signal).catch(() => undefined);
  }
}

function isWait(step: object): step is Wait {
  return 'wait' in step;
}
