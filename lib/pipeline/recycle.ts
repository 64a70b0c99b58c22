import type { LinkSource } from '../domain/link-source.ts';
import type { Job } from '../ports/jobs.ts';
import type { RecentLinks } from './found-links.ts';
import { recycleAgain } from './recycle-again.ts';
import { type GroupOptions, type RecycleReport, type Recycling, recycleGroup } from './recycle-group.ts';
import { settingsOf } from './settings-cache.ts';

export interface RecycleOptions {
  /** Monotonic ms after which no further group of segments is begun. */
  readonly endBy: number;
  /** URLs that were delivered not long ago, so that they need not be again. Lost without harm. */
  readonly recent?: RecentLinks;
  /** Also take up held-back links of a job with `autoRecycleLinks: false`: somebody asked for it. */
  readonly byHand?: boolean;
  /** Only links of these sources: the others are held back as before. */
  readonly sources?: readonly LinkSource[];
  /** Say what would be delivered, and change nothing. */
  readonly dryRun?: boolean;
}

/** Segments that are grouped into one round of deliveries. */
const groupSize = 50;

/**
 * Works through the open link segments of a job: groups their links by target host, drops what is out of scope or
 * a repeat, and delivers the rest. A segment is done only when all its links were delivered; a crash before that
 * delivers them again, and the hosts drop what they know.
 */
export async function recycle(ports: Recycling, job: Job, options: RecycleOptions): Promise<RecycleReport> {
  const { recent, dryRun = false, sources, endBy } = options;
  const { clock } = ports;
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const takesNew = settings.autoRecycleLinks || options.byHand === true;
  const group: GroupOptions = {
    ...(recent === undefined ? {} : { recent }),
    ...(sources === undefined ? {} : { sources: new Set(sources) }),
    dryRun,
  };
  let total: RecycleReport = nothing;
  let after: string | undefined;
  for (let isLeft = takesNew; isLeft; ) {
    if (clock.monotonic() >= endBy) return { ...total, unfinished: true };
    const ids = await ports.links.open(job.name, groupSize, after);
    after = ids.at(-1);
    isLeft = after !== undefined;
    if (isLeft) total = sum(total, await recycleGroup(ports, job, settings, ids, group));
  }
  // What somebody has asked for is gone on with, also where new links are held back.
  const goesOn = takesNew || job.again?.request !== undefined;
  if (!goesOn || dryRun || sources !== undefined) return total;
  const again = await recycleAgain(ports, job, endBy);
  return { ...sum(total, again), ...(again.over ? {} : { unfinished: true }) };
}

const nothing: RecycleReport = { segments: 0, links: 0, delivered: 0, hosts: 0 };

function sum(a: RecycleReport, b: RecycleReport): RecycleReport {
  const heldBack = (a.heldBack ?? 0) + (b.heldBack ?? 0);
  return {
    segments: a.segments + b.segments,
    links: a.links + b.links,
    delivered: a.delivered + b.delivered,
    hosts: a.hosts + b.hosts,
    ...(heldBack === 0 ? {} : { heldBack }),
  };
}
