import type { Ports } from '../../ports/ports.ts';

export interface RecycleReport {
  readonly segments: number;
  /** Links that were read, and those that were delivered to inboxes. */
  readonly links: number;
  readonly delivered: number;
  readonly hosts: number;
  /** Links of other sources than the given ones, which stay held back. */
  readonly heldBack?: number;
  /** The time was up: the next run does the rest, or, for links that are held back, the next request. */
  readonly unfinished?: true;
  /** Another recycler has the lease on the job's links: nothing was done. */
  readonly busy?: true;
}

export type Recycling = Pick<
  Ports,
  'jobs' | 'commands' | 'links' | 'hosts' | 'segments' | 'domains' | 'due' | 'clock'
>;

/** Adds two reports. */
export function sum(a: RecycleReport, b: RecycleReport): RecycleReport {
  const heldBack = (a.heldBack ?? 0) + (b.heldBack ?? 0);
  return {
    segments: a.segments + b.segments,
    links: a.links + b.links,
    delivered: a.delivered + b.delivered,
    hosts: a.hosts + b.hosts,
    ...(heldBack === 0 ? {} : { heldBack }),
  };
}
