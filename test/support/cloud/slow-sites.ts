import { hash } from 'node:crypto';
import type { HostName } from '../../../lib/domain/url/url.ts';
import type { Clock } from '../../../lib/ports/clock.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import type { Fetcher } from '../../../lib/ports/web.ts';

/** How long a site takes to answer, by its name: most take 300 ms, one in seven a second, one in twenty three seconds. */
export function answerMs(host: string): number {
  const draw = Number.parseInt(hash('sha256', host).slice(0, 6), 16) % 100;
  if (draw < 5) return 3_000;
  return draw < 20 ? 1_000 : 300;
}

/** The ports of one batch of turns side by side, and how long its slowest site has taken so far, ms. */
export interface SlowBatch {
  readonly ports: Ports;
  waitedMs(): number;
}

/**
 * Gives a batch a clock of its own, which is ahead of the held one by the time that its sites have taken: what its turns write down
 * last (gates, due times) then has the times that it would have had.
 */
export function withSlowSites(ports: Ports): SlowBatch {
  const { clock, fetcher } = ports;
  const asked = new Map<HostName, number>();
  let waited = 0;
  const own: Clock = {
    now: () => clock.now() + waited,
    monotonic: () => clock.monotonic() + waited,
    sleep: (ms, signal) => clock.sleep(ms, signal),
  };
  const slow: Fetcher = {
    ahead: (hosts) => fetcher.ahead(hosts),
    addressOf: (host) => fetcher.addressOf(host),
    async fetch(request, signal) {
      const result = await fetcher.fetch(request, signal);
      const host = new URL(request.url).hostname as HostName;
      const ms = (asked.get(host) ?? 0) + answerMs(host);
      asked.set(host, ms);
      waited = Math.max(waited, ms);
      return result;
    },
  };
  return { ports: { ...ports, clock: own, fetcher: slow }, waitedMs: () => waited };
}
