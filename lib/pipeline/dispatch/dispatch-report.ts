import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { Ports } from '../../ports/ports.ts';
import type { FailedJob } from '../job/isolate-jobs.ts';
import type { GateLines } from './gate-lines.ts';

export interface DispatchOptions {
  readonly timing: Timing;
  /** Tickets on their way or at work, over all jobs, are never more than this. */
  readonly maxOutstanding: number;
  /** Monotonic ms after which nothing more is begun; what is left is for the next pass. Absent: a pass takes as long as it takes. */
  readonly endBy?: number;
  /** The lines before gates that hosts share, of the passes before; absent: this pass knows of no tickets that are out. */
  readonly lines?: GateLines;
  /** Only this host of this job: somebody asked for one of its pages now. */
  readonly only?: { readonly job: string; readonly host: HostName };
  /** Look for hosts in every band, also of jobs whose hosts all wait in the front one. */
  readonly everyBand?: boolean;
  /** Jobs whose settings it refuses get no tickets. */
  readonly mayCrawl?: (settings: JobSettings) => boolean;
}

export interface DispatchReport {
  readonly sent: number;
  /** Due entries that were looked at. */
  readonly looked: number;
  /** Nothing more was given out although hosts are due, and why. */
  readonly held?: 'outstanding' | 'ceiling' | 'time';
  /** Open jobs whose harvest has fallen (`focus/harvest-watch.ts`); absent: none. */
  readonly fallen?: number;
  /** How long the host that waits longest is overdue, in ms; a job at its ceiling does not count. Absent: none is. */
  readonly lagMs?: number;
  /** Jobs whose dispatching broke off; the others had theirs. Absent: none. */
  readonly failed?: readonly FailedJob[];
}

export type Dispatching = Pick<
  Ports,
  'jobs' | 'commands' | 'hosts' | 'due' | 'gates' | 'tickets' | 'clock' | 'entropy'
>;
