import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { tailOf } from '../../domain/focus/focus-settings.ts';
import { expectedOf, type HeldInTail, newTail, tailReason } from '../../domain/focus/tail.ts';
import type { HeldTail } from '../../domain/focus/work-left.ts';
import { heldEntries } from '../../domain/frontier/list-pages.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { yieldReason } from '../../domain/yield/order.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { hostPages } from '../frontier/host-pages.ts';
import { orderOf } from '../frontier/order-of.ts';
import { readHost } from '../frontier/read-host.ts';
import { totalsSoFar } from '../supervise/supervision-note.ts';
import type { HeldInRegion, HeldPlace } from './reports.ts';

/** Hosts whose bodies are read, those with most held URLs first. `maxUrls`: URLs that are read of each host. */
const maxHosts = 20;
const maxUrls = 5_000;
const maxPlaces = 50;
const maxRegions = 20;
const maxExamples = 3;

/** What a job holds. */
export interface HeldSample {
  /** The places with most held URLs first. */
  readonly places: readonly HeldPlace[];
  /**
   * Pages with something new that are expected among all URLs of the job that regions hold, by the estimates of those that
   * were read; undefined: none was read.
   */
  readonly expected?: number;
  /** The tail of the job, by the hosts that were read; undefined: none of it is held. */
  readonly tail?: HeldTail;
}

/**
 * The URLs of a job's hosts that are held by their regions, and in its tail. Reads bodies of some hosts, and some URLs of each: for people's
 * questions, not for turns.
 */
export async function heldRegions(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'segments'>,
  job: Job,
  settings: JobSettings,
): Promise<HeldSample> {
  const { first, held } = await hostsWithMost(ports, job.name);
  const totals = await totalsSoFar(ports, job.name);
  const expected = (inTail: HeldInTail): number => expectedOf(inTail, job.tail ?? newTail, totals);
  const looking = { ports, job, settings, expected };
  const places: HeldPlace[] = [];
  const of = { held: 0, expected: 0, tail: 0, relevant: 0 };
  for (const one of first) {
    const sample = await unlessDamaged(one.host, () => sampleOf(looking, one.host));
    if (sample === undefined || sample.read === 0) continue;
    places.push(...byFolder(one.host, sample.regions));
    const part = one.held / sample.read;
    of.held += one.held;
    of.expected += part * sample.expected;
    of.tail += part * sample.tail;
    of.relevant += part * sample.relevant;
  }
  const all = held / of.held;
  const least = tailOf(settings);
  return {
    places: places.sort((a, b) => b.held - a.held).slice(0, maxPlaces),
    ...(of.held > 0 && { expected: all * of.expected }),
    ...(of.tail > 0 &&
      least !== undefined && {
        tail: { held: Math.round(all * of.tail), relevant: all * of.relevant, least },
      }),
  };
}

interface HeldHost {
  readonly host: HostName;
  readonly held: number;
}

/** @returns also the number of held URLs of all hosts */
async function hostsWithMost(
  ports: Pick<Ports, 'hosts'>,
  job: string,
): Promise<{ readonly first: readonly HeldHost[]; readonly held: number }> {
  let first: readonly HeldHost[] = [];
  let held = 0;
  for await (const page of hostPages(ports, job)) {
    const found = page.flatMap(({ host, control: { counters } }) =>
      counters.held === undefined ? [] : [{ host, held: counters.held }],
    );
    held += found.reduce((sum, one) => sum + one.held, 0);
    first = [...first, ...found].sort((a, b) => b.held - a.held).slice(0, maxHosts);
  }
  return { first, held };
}

/** Held URLs of a host that were read. */
interface HostSample {
  readonly read: number;
  /** Pages with something new that are expected among those that regions hold. */
  readonly expected: number;
  /** Those in the tail, and relevant pages that are expected among them. */
  readonly tail: number;
  readonly relevant: number;
  readonly regions: readonly HeldInRegion[];
}

interface Looking {
  readonly ports: Pick<Ports, 'hosts' | 'segments'>;
  readonly job: Job;
  readonly settings: JobSettings;
  /** The relevant pages that are expected of a URL in the tail. */
  readonly expected: (inTail: HeldInTail) => number;
}

async function sampleOf(
  { ports, job, settings, expected: expectedOfTail }: Looking,
  host: HostName,
): Promise<HostSample> {
  let sample: HostSample = { read: 0, expected: 0, tail: 0, relevant: 0, regions: [] };
  await readHost(ports, job, host, async (body, read) => {
    body.order = orderOf(body, settingsFor(settings, host), job);
    const regions = new Map<string, HeldInRegion & { examples: CanonicalUrl[] }>();
    let [count, expected, tail, relevant] = [0, 0, 0, 0];
    for await (const { url, hold } of heldEntries(body, read)) {
      if (count++ === maxUrls) break;
      const inTail = tailReason(hold);
      if (inTail !== undefined) {
        tail += 1;
        relevant += expectedOfTail(inTail);
        continue;
      }
      const { pattern: region, kind: why, estimate } = yieldReason(hold);
      const known = regions.get(region);
      const examples = known?.examples ?? [];
      if (examples.length < maxExamples) examples.push(url);
      regions.set(region, { region, why, held: (known?.held ?? 0) + 1, examples });
      expected += estimate.mean;
    }
    sample = { read: Math.min(count, maxUrls), expected, tail, relevant, regions: [...regions.values()] };
  });
  return sample;
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
