import type { Job } from '../ports/jobs.ts';
import { recycleAgain } from './recycle-again.ts';
import { type RecentLinks, type RecycleReport, type Recycling, recycleGroup } from './recycle-group.ts';
import { settingsOf } from './settings-cache.ts';

export interface RecycleOptions {
  /** Monotonic ms after which no further group of segments is begun. */
  readonly endBy: number;
  /** URLs that were delivered not long ago, so that they need not be again. Lost without harm. */
  readonly recent?: RecentLinks;
  /** Also take up held-back links of a job with `autoRecycleLinks: false`: somebody asked for it. */
  readonly byHand?: boolean;
}

/** Segments that are grouped into one round of deliveries. */
const groupSize = 50;

/**
 * Works through the open link segments of a job: groups their links by target host, drops what is out of scope or
 * a repeat, and delivers the rest. A segment is done only when all its links were delivered; a crash before that
 * delivers them again, and the hosts drop what they know.
 */
export async function recycle(ports: Recycling, job: Job, options: RecycleOptions): Promise<RecycleReport> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const total = { segments: 0, links: 0, delivered: 0, hosts: 0 };
  const takesNew = settings.autoRecycleLinks || options.byHand === true;
  // What somebody has asked for is gone on with.
  if (!takesNew && job.again?.request === undefined) return total;
  let after: string | undefined;
  while (takesNew && ports.clock.monotonic() < options.endBy) {
    const ids = await ports.links.open(job.name, groupSize, after);
    if (ids.length === 0) break;
    after = ids.at(-1);
    const { recent } = options;
    const round = await recycleGroup(ports, job, settings, ids, recent === undefined ? {} : { recent });
    total.segments += round.segments;
    total.links += round.links;
    total.delivered += round.delivered;
    total.hosts += round.hosts;
  }
  const again = await recycleAgain(ports, job, options.endBy);
  return {
    segments: total.segments + again.segments,
    links: total.links + again.links,
    delivered: total.delivered + again.delivered,
    hosts: total.hosts + again.hosts,
    ...(again.over ? {} : { unfinished: true }),
  };
}
