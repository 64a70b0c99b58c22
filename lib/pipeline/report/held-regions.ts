import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { openBody } from '../../domain/frontier/body.ts';
import { heldEntries } from '../../domain/frontier/list-pages.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { CanonicalUrl, HostName } from '../../domain/url/url.ts';
import { yieldReason } from '../../domain/yield/order.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { hostPages } from '../frontier/host-pages.ts';
import { orderOf } from '../frontier/order-of.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import type { HeldInRegion, HeldPlace } from './reports.ts';

/** Hosts whose bodies are read, those with most held URLs first. `maxUrls`: URLs that are read of each host. */
const maxHosts = 20;
const maxUrls = 5_000;
const maxPlaces = 50;
const maxRegions = 20;
const maxExamples = 3;

/** The URLs of a job's hosts that are held by their regions. Reads bodies: for people's questions, not for turns. */
export async function heldRegions(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  settings: JobSettings,
): Promise<readonly HeldPlace[]> {
  const hosts = await hostsWithMost(ports, job.name);
  const places: HeldPlace[] = [];
  for (const host of hosts) {
    const found = await unlessDamaged(host, () => placesOf(ports, job, settings, host));
    places.push(...(found ?? []));
  }
  return places.sort((a, b) => b.held - a.held).slice(0, maxPlaces);
}

async function hostsWithMost(ports: Pick<Ports, 'hosts'>, job: string): Promise<readonly HostName[]> {
  let hosts: { readonly host: HostName; readonly held: number }[] = [];
  for await (const page of hostPages(ports, job)) {
    const found = page.flatMap(({ host, control: { counters } }) =>
      counters.held === undefined ? [] : [{ host, held: counters.held }],
    );
    hosts = [...hosts, ...found].sort((a, b) => b.held - a.held).slice(0, maxHosts);
  }
  return hosts.map(({ host }) => host);
}

async function placesOf(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  settings: JobSettings,
  host: HostName,
): Promise<readonly HeldPlace[]> {
  const key = { job: job.name, host };
  const stored = await ports.hosts.body(key);
  if (!stored) return [];
  const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host });
  body.order = orderOf(body, settingsFor(settings, host));
  const regions = new Map<string, HeldInRegion & { examples: CanonicalUrl[] }>();
  let read = 0;
  for await (const { url, hold } of heldEntries(body, segmentReader(ports, key))) {
    const { pattern: region, kind: why } = yieldReason(hold);
    const known = regions.get(region);
    const examples = known?.examples ?? [];
    if (examples.length < maxExamples) examples.push(url);
    regions.set(region, { region, why, held: (known?.held ?? 0) + 1, examples });
    if (++read === maxUrls) break;
  }
  return byFolder(host, [...regions.values()]);
}

/** Each combination of facets is a region of its own, and all of them stand in one place. */
function byFolder(host: HostName, regions: readonly HeldInRegion[]): readonly HeldPlace[] {
  return [...Map.groupBy(regions, ({ region }) => folderOf(region))].map(([folder, own]) => ({
    host,
    folder,
    held: own.reduce((sum, { held }) => sum + held, 0),
    regions: own.sort((a, b) => b.held - a.held).slice(0, maxRegions),
  }));
}

function folderOf(region: string): string {
  return /^\/[^/?;]*/.exec(region)?.[0] ?? '/';
}
