import type { HostName } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { openBody } from '../../domain/frontier/body.ts';
import { heldCount } from '../../domain/frontier/counters.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { type RegionRow, tableOf } from '../../domain/yield/region-table.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { hostPages } from '../frontier/host-pages.ts';

/** What the fetches of a host brought, region by region. */
export interface HostRegions {
  readonly host: HostName;
  /** First visits. */
  readonly fetched: number;
  /** URLs that are held. */
  readonly held: number;
  /** Those that are held first, then those with most fetches. */
  readonly regions: readonly RegionRow[];
  /** Regions that are not listed. */
  readonly more: number;
}

export interface RegionsReport {
  readonly hosts: readonly HostRegions[];
  /** Hosts that are not listed. */
  readonly more: number;
  /** Whether the job has a topic, so that pages may be relevant. */
  readonly hasTopic: boolean;
}

/** Hosts that are listed, and regions of each; of one host that was asked for, more. */
const most = { hosts: 10, regions: 20, regionsOfOne: 500 } as const;

/**
 * The regions of a host, or of the hosts with most held URLs, and of those with most visits. Reads the control of each host, and bodies of ten: for
 * people's questions, not for turns.
 */
export async function hostRegions(
  ports: Pick<Ports, 'hosts'>,
  job: Job,
  settings: JobSettings,
  only?: HostName,
): Promise<RegionsReport> {
  const hasTopic = settings.topic !== undefined;
  if (only !== undefined) {
    const one = await regionsOf(ports, job, settings, only, most.regionsOfOne);
    return { hosts: one === undefined ? [] : [one], more: 0, hasTopic };
  }
  const { first, more } = await hostsWithMost(ports, job.name);
  const hosts: HostRegions[] = [];
  for (const host of first) {
    const one = await unlessDamaged(host, () => regionsOf(ports, job, settings, host, most.regions));
    if (one !== undefined) hosts.push(one);
  }
  return { hosts, more, hasTopic };
}

async function hostsWithMost(
  ports: Pick<Ports, 'hosts'>,
  job: string,
): Promise<{ readonly first: readonly HostName[]; readonly more: number }> {
  let first: { readonly host: HostName; readonly held: number; readonly visited: number }[] = [];
  let all = 0;
  for await (const page of hostPages(ports, job)) {
    const found = page.flatMap(({ host, control: { counters } }) =>
      counters.visited === 0 ? [] : [{ host, held: counters.held ?? 0, visited: counters.visited }],
    );
    all += found.length;
    first = [...first, ...found]
      .sort((a, b) => b.held - a.held || b.visited - a.visited)
      .slice(0, most.hosts);
  }
  return { first: first.map(({ host }) => host), more: all - first.length };
}

async function regionsOf(
  ports: Pick<Ports, 'hosts'>,
  job: Job,
  settings: JobSettings,
  host: HostName,
  limit: number,
): Promise<HostRegions | undefined> {
  const stored = await ports.hosts.body({ job: job.name, host });
  if (stored === undefined) return undefined;
  const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host });
  const { fetched, rows } = tableOf(body, settingsFor(settings, host).yield);
  return {
    host,
    fetched,
    held: heldCount(body),
    regions: rows.slice(0, limit),
    more: Math.max(0, rows.length - limit),
  };
}
