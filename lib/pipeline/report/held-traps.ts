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
import type { HeldPattern, HeldTrap } from './reports.ts';

/** Hosts whose bodies are read, those with most held URLs first. `maxUrls`: URLs that are read of each host. */
const maxHosts = 20;
const maxUrls = 5_000;
const maxTraps = 50;
const maxPatterns = 20;
const maxExamples = 3;

/** The URLs of a job's hosts that are held because they look like traps. Reads bodies: for people's questions, not for turns. */
export async function heldTraps(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  settings: JobSettings,
): Promise<readonly HeldTrap[]> {
  const hosts = await hostsWithMost(ports, job.name);
  const traps: HeldTrap[] = [];
  for (const host of hosts) traps.push(...(await trapsOf(ports, job, settings, host)));
  return traps.sort((a, b) => b.held - a.held).slice(0, maxTraps);
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

async function trapsOf(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  settings: JobSettings,
  host: HostName,
): Promise<readonly HeldTrap[]> {
  const key = { job: job.name, host };
  const stored = await ports.hosts.body(key);
  if (!stored) return [];
  const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host });
  body.order = orderOf(body, settingsFor(settings, host));
  const patterns = new Map<string, HeldPattern & { examples: CanonicalUrl[] }>();
  let read = 0;
  for await (const { url, hold } of heldEntries(body, segmentReader(ports, key))) {
    const { pattern, kind } = yieldReason(hold);
    const known = patterns.get(pattern);
    const examples = known?.examples ?? [];
    if (examples.length < maxExamples) examples.push(url);
    patterns.set(pattern, { pattern, kind, held: (known?.held ?? 0) + 1, examples });
    if (++read === maxUrls) break;
  }
  return areasOf(host, [...patterns.values()]);
}

/** Each combination of facets is a pattern of its own, and all of them are one trap. */
function areasOf(host: HostName, patterns: readonly HeldPattern[]): readonly HeldTrap[] {
  return [...Map.groupBy(patterns, ({ pattern }) => areaOf(pattern))].map(([area, own]) => ({
    host,
    area,
    held: own.reduce((sum, { held }) => sum + held, 0),
    patterns: own.sort((a, b) => b.held - a.held).slice(0, maxPatterns),
  }));
}

function areaOf(pattern: string): string {
  return /^\/[^/?;]*/.exec(pattern)?.[0] ?? '/';
}
