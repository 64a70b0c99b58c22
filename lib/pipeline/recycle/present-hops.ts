import type { LinkLine } from '../../base/links/link-segment.ts';
import type { HostName } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { openBody } from '../../domain/frontier/body.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ScopeSettings } from '../../rules/settings.ts';

/**
 * The host hops to the page of a line as they are now: since the line was written, a shorter way may have been found.
 * Reads a host's body once, and only for a job whose scope depends on host hops.
 */
export function presentHops(
  ports: Pick<Ports, 'hosts'>,
  job: Job,
  settings: JobSettings,
): (line: LinkLine) => Promise<number> {
  const known = new Map<HostName, number>();
  const asks = asksForHops(settings);
  return async ({ host, hostHops = 0 }) => {
    if (hostHops === 0 || !asks) return hostHops;
    let now = known.get(host);
    if (now === undefined) {
      const read = async () => {
        const stored = await ports.hosts.body({ job: job.name, host });
        const options = { fingerprintKey: job.fingerprintKey, host };
        return stored && openBody(stored.bytes, options).hostHops;
      };
      // A damaged host must not hold back the links that its pages led to.
      now = (await unlessDamaged(host, read)) ?? hostHops;
      known.set(host, now);
    }
    return Math.min(hostHops, now);
  };
}

function asksForHops({ scope, overrides }: JobSettings): boolean {
  return [scope, ...overrides.map(({ settings }) => settings.scope ?? {})].some(
    ({ maxHostHops, rules = [] }: Partial<ScopeSettings>) =>
      maxHostHops !== undefined || rules.some(({ test }) => test.kind === 'hostHopsOver'),
  );
}
