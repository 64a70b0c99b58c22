import { gateKey } from '../domain/gate-key.ts';
import { settingsFor } from '../domain/overrides.ts';
import type { JobSettings } from '../domain/settings.ts';
import type { Timing } from '../domain/timing.ts';
import { type CanonicalUrl, hostOf } from '../domain/url.ts';
import type { Ports } from '../ports/ports.ts';
import { openCourier, opensAt } from './courier.ts';
import { openRobots, type RobotsAnswer, storedAnswer } from './robots-rules.ts';
import { knownGapMs, storedRobots } from './stored-robots.ts';

/** What robots.txt says for a URL's host, outside any turn: asked for under the host's gate unless it is known. */
export async function askRobots(
  ports: Pick<Ports, 'robots' | 'gates' | 'clock' | 'fetcher' | 'entropy'>,
  job: JobSettings,
  timing: Timing,
  url: CanonicalUrl,
): Promise<RobotsAnswer> {
  const { clock } = ports;
  const host = hostOf(url);
  const settings = settingsFor(job, host);
  const key = gateKey(host);
  const owner = ports.entropy.id();
  const stored = await storedRobots(ports, host);
  // Nothing to ask for: a crawl that runs beside us need not find its gate closed.
  const known = storedAnswer(stored, url, clock.now());
  if (known) return known;
  const gapMs = knownGapMs(settings, stored);
  const started = clock.monotonic();
  const claim = await ports.gates.claim(key, {
    owner,
    ticket: owner,
    now: clock.now(),
    leaseMs: timing.leaseMs,
    gapMs,
  });
  if (!claim.granted) return { kind: 'put-off', until: claim.gate.notBefore };
  const limits = {
    timing,
    ticket: owner,
    startBefore: started + timing.turnMs,
    endBefore: started + timing.turnMs + timing.requestMs,
  };
  const courier = openCourier(ports, settings, { ...limits, gapMs });
  try {
    return await openRobots(ports, settings, courier, limits, stored)(url);
  } finally {
    await ports.gates.release(key, owner, opensAt(courier, settings, 1, ports.clock.now()));
  }
}
