import type { Ports } from '../../ports/ports.ts';

export interface RecycleReport {
  readonly segments: number;
  /** Links read, and of those delivered to a host's inbox. */
  readonly links: number;
  readonly delivered: number;
  readonly hosts: number;
  /** Links of other sources than those that were asked for: they are held back as before. */
  readonly heldBack?: number;
  /** The time was up: more is left to the next run, or to whoever asks again where links are held back. */
  readonly unfinished?: true;
  /** Another recycler is at the job's links: nothing was done. */
  readonly busy?: true;
}

export type Recycling = Pick<
  Ports,
  'jobs' | 'commands' | 'links' | 'hosts' | 'segments' | 'domains' | 'due' | 'clock'
>;

/** What two runs, or batches, came to. */
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
