import type { Candidate } from '../domain/link.ts';
import { decodeLinkLines, type LinkLine } from '../domain/link-segment.ts';
import type { JobSettings } from '../domain/settings.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../domain/url.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import { admissible, candidateOf } from './candidates.ts';
import { deliver } from './deliver.ts';
import { settingsOf } from './settings-cache.ts';
import { sideBySide } from './side-by-side.ts';

export interface RecycleOptions {
  /** Monotonic ms after which no further group of segments is begun. */
  readonly endBy: number;
  /** URLs that were delivered not long ago, so that they need not be again. Lost without harm. */
  readonly recent?: RecentLinks;
  /** Also take up held-back links of a job with `autoRecycleLinks: false`: somebody asked for it. */
  readonly byHand?: boolean;
}

/** A bounded memory of delivered URLs. Only what a host's inbox surely has may be in it. */
export interface RecentLinks {
  has(job: string, url: CanonicalUrl, depth: number): boolean;
  add(job: string, url: CanonicalUrl, depth: number): void;
}

export interface RecycleReport {
  readonly segments: number;
  /** Links read, and of those delivered to a host's inbox. */
  readonly links: number;
  readonly delivered: number;
  readonly hosts: number;
}

type Recycling = Pick<Ports, 'jobs' | 'links' | 'hosts' | 'due' | 'clock'>;

/** Segments that are grouped into one round of deliveries. */
const groupSize = 50;
const hostsAtOnce = 16;
/** A registered segment whose bytes never came is given up after this: its turn died before its commit. */
const abandonedMs = 3_600_000;
/** Candidates in one inbox item: well under DynamoDB's 400 KB at the longest URLs. */
const maxPerItem = 500;

/** A URL that links lead to, and whether none of them stands on a host in good standing. */
interface Found {
  readonly candidate: Candidate;
  readonly hearsay: boolean;
}

/**
 * Works through the open link segments of a job: groups their links by target host, drops what is out of scope or
 * a repeat, and delivers the rest. A segment is done only when all its links were delivered; a crash before that
 * delivers them again, and the hosts drop what they know.
 */
export async function recycle(ports: Recycling, job: Job, options: RecycleOptions): Promise<RecycleReport> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const total = { segments: 0, links: 0, delivered: 0, hosts: 0 };
  if (!settings.autoRecycleLinks && !options.byHand) return total;
  let after: string | undefined;
  while (ports.clock.monotonic() < options.endBy) {
    const ids = await ports.links.open(job.name, groupSize, after);
    if (ids.length === 0) break;
    after = ids.at(-1);
    const round = await recycleGroup(ports, job, settings, ids, options.recent);
    total.segments += round.segments;
    total.links += round.links;
    total.delivered += round.delivered;
    total.hosts += round.hosts;
  }
  return total;
}

async function recycleGroup(
  ports: Recycling,
  job: Job,
  settings: JobSettings,
  ids: readonly string[],
  recent: RecentLinks | undefined,
): Promise<RecycleReport> {
  const best = new Map<CanonicalUrl, Found>();
  const done: string[] = [];
  let links = 0;
  const segments = await Promise.all(ids.map((id) => ports.links.read(job.name, id)));
  for (const [index, bytes] of segments.entries()) {
    const id = ids[index] as string;
    if (bytes === undefined) {
      if (Number(id.slice(0, id.indexOf('-'))) + abandonedMs < ports.clock.now()) done.push(id);
      continue;
    }
    done.push(id);
    for (const line of decodeLinkLines(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'),
    )) {
      links += line.links.length;
      for (const candidate of candidatesOf(line, settings)) {
        if (recent?.has(job.name, candidate.url, candidate.depth)) continue;
        const known = best.get(candidate.url);
        const hearsay = line.unproven === true && known?.hearsay !== false;
        const better = known && known.candidate.rank <= candidate.rank ? known.candidate : candidate;
        best.set(candidate.url, { candidate: better, hearsay });
      }
    }
  }
  const byHost = Map.groupBy(best.values(), ({ candidate }) => hostOf(candidate.url));
  const name = done.at(-1) ?? '';
  await sideBySide([...byHost], hostsAtOnce, ([host, found]) =>
    deliverToHost(ports, job.name, host, name, found),
  );
  // What is hearsay now may be vouched for later, and is to be delivered again then.
  for (const { candidate, hearsay } of best.values()) {
    if (!hearsay) recent?.add(job.name, candidate.url, candidate.depth);
  }
  if (done.length > 0) await ports.links.done(job.name, done);
  return { segments: done.length, links, delivered: best.size, hosts: byHost.size };
}

function* candidatesOf(line: LinkLine, settings: JobSettings): Generator<Candidate> {
  if (line.skip) return;
  for (const link of line.links) {
    if (line.ownAdmitted && hostOf(link.url) === line.host) continue;
    const candidate = candidateOf(link, line);
    if (admissible(candidate, settings)) yield candidate;
  }
}

async function deliverToHost(
  ports: Recycling,
  job: string,
  host: HostName,
  segment: string,
  found: readonly Found[],
): Promise<void> {
  const hearsay = found.every((one) => one.hearsay);
  for (let start = 0; start < found.length; start += maxPerItem) {
    const id = `${segment}-${start}`;
    const candidates = found.slice(start, start + maxPerItem).map(({ candidate }) => candidate);
    await deliver(ports, job, host, id, { candidates, ...(hearsay ? { hearsay } : {}) });
  }
}
