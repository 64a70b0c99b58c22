import type { HostName } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { Ports } from '../../ports/ports.ts';
import type { FailedJob } from '../job/isolate-jobs.ts';
import type { GateLines } from './gate-lines.ts';

export interface DispatchOptions {
  readonly timing: Timing;
  /** The most tickets, over all jobs, that are waiting or at work. */
  readonly maxOutstanding: number;
  /** Monotonic ms after which nothing more is begun; the rest is for the next pass. Absent: no limit. */
  readonly endBy?: number;
  /** The lines before shared gates from earlier passes; absent: this pass knows of no earlier tickets. */
  readonly lines?: GateLines;
  /** Only this host of this job, because a person waits for one of its pages. */
  readonly only?: { readonly job: string; readonly host: HostName };
  /** Look for hosts in every band, also for jobs that use the front band only. */
  readonly everyBand?: boolean;
  /** Jobs whose settings this refuses get no tickets. */
  readonly mayCrawl?: (settings: JobSettings) => boolean;
}

export interface DispatchReport {
  readonly sent: number;
  /** Due entries that were read. */
  readonly looked: number;
  /** Why no further tickets were given although hosts are due. */
  readonly held?: 'outstanding' | 'ceiling' | 'time';
  /** Open jobs whose harvest rate has fallen (`focus/harvest-watch.ts`); absent: none. */
  readonly fallen?: number;
  /** How long the host that waits longest is overdue, ms; a job at its ceiling does not count. Absent: no host is. */
  readonly lagMs?: number;
  /** Jobs whose dispatching failed; the others were dispatched. Absent: none. */
  readonly failed?: readonly FailedJob[];
}

export type Dispatching = Pick<
  Ports,
  'jobs' | 'commands' | 'hosts' | 'due' | 'gates' | 'tickets' | 'clock' | 'entropy'
>;
