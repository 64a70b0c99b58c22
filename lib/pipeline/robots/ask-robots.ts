import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { Ports } from '../../ports/ports.ts';
import { leaseGates, releaseGates } from '../politeness/gate-lease.ts';
import { openHostSession } from '../politeness/host-session.ts';
import { permitNow } from '../politeness/permit.ts';
import { openRobots, type RobotsAnswer, storedAnswer } from './robots-rules.ts';
import { knownGapMs, storedRobots } from './stored-robots.ts';

/** The robots.txt rules for a URL's host, outside of any turn; fetched under the host's gate unless they are known. */
export async function askRobots(
  ports: Pick<Ports, 'jobs' | 'robots' | 'gates' | 'clock' | 'fetcher' | 'entropy' | 'reader'>,
  job: JobSettings,
  timing: Timing,
  url: CanonicalUrl,
): Promise<RobotsAnswer> {
  const { clock } = ports;
  const host = hostOf(url);
  const settings = settingsFor(job, host);
  const stored = await storedRobots(ports, host);
  // Answered without a request: a crawl that runs at the same time then finds its gate open.
  const known = storedAnswer(ports, stored, url, settings);
  if (known) return known;
  const permit = await permitNow(ports, settings);
  const refusal = permit(url);
  if (refusal !== undefined) return { kind: 'refused', detail: refusal };
  const gapMs = knownGapMs(ports, settings, stored);
  const started = clock.monotonic();
  const ticket = ports.entropy.id();
  const claimed = await leaseGates(ports, host, settings, { ticket, leaseMs: timing.leaseMs, gapMs });
  if ('closed' in claimed) return { kind: 'put-off', until: claimed.closed.notBefore };
  const { gateLease } = claimed;
  const limits = {
    timing,
    ticket,
    leased: gateLease.keys,
    startBefore: started + timing.turnMs,
    endBefore: started + timing.turnMs + timing.requestMs,
  };
  const session = openHostSession(ports, settings, {
    ...limits,
    host,
    permit,
    gapMs,
    state: gateLease.state,
    leaseUntil: gateLease.until,
  });
  try {
    const answer = await openRobots({ ports, settings, session, limits }, stored)(url);
    if (answer.kind === 'unreachable') session.robotsUnreachable(answer.expiresAt, answer.detail);
    return answer;
  } finally {
    await releaseGates(ports, gateLease, session);
  }
}
