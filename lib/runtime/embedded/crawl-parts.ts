import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { FailedJob } from '../../pipeline/job/isolate-jobs.ts';
import type { RecentLinks } from '../../pipeline/recycle/found-links.ts';
import type { JobSummary } from '../../pipeline/report/summary.ts';
import type { LostWrite } from '../../pipeline/supervise/best-effort.ts';
import type { BodyCache, Delivery, VisitSeen } from '../../pipeline/turn/turn.ts';
import type { TurnReport } from '../../pipeline/turn/turn-report.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';

/** The in-process queue as the loop sees it: what SQS and its event source mapping do on AWS. */
export interface LocalTickets {
  receive(max: number): readonly Delivery[];
  done(delivery: Delivery): void;
  retry(delivery: Delivery, delayMs: number): void;
}

export interface LoopParts {
  readonly ports: Ports;
  readonly tickets: LocalTickets;
  readonly timing: Timing;
  readonly bodies: BodyCache;
  readonly recent: RecentLinks;
  /** Sums up a job's hosts, cheaply. */
  readonly summary: (job: string) => Promise<JobSummary>;
  /** Pages are fetched faster than they are read. */
  readonly isBehind: () => boolean;
  /** Why nothing can be stored any more by this process; undefined while all is well. */
  readonly failure: () => unknown;
}

export interface LoopOptions {
  /** Turns side by side. */
  readonly hosts: number;
  /** Pages of the jobs in `untilDone`; unlimited when absent. Never exceeded. */
  readonly maxPages?: number;
  readonly signal?: AbortSignal;
  /** Abandons the turns that are running, too. */
  readonly halt?: AbortSignal;
  readonly onTurn?: (report: TurnReport) => void;
  /** Told of each page as its visit ends, within its turn. */
  readonly onVisit?: (visit: VisitSeen) => void;
  /** Told of each turn that is over, whatever came of it. */
  readonly onOver?: (host: HostKey) => void;
  /** Told of each turn that broke for a reason that is not the web's; its ticket is handed out again. */
  readonly onError?: (host: HostName, error: unknown) => void;
  /** Told of each count that could not be written of a turn that holds all the same. */
  readonly onLost?: (lost: LostWrite) => void;
  /** Told once of each failure of work for a job as a whole; what else there is to do goes on. */
  readonly onJobError?: (failed: FailedJob) => void;
  /** Only this host: somebody waits for one of its pages. Runs until aborted. */
  readonly only?: { readonly job: string; readonly host: HostName };
  /** Jobs whose settings it refuses have no turns. */
  readonly mayCrawl: (settings: JobSettings) => boolean;
  /** The jobs that this is about: it is over when nothing of them is due within `patienceMs`. All open ones are served. */
  readonly untilDone: readonly string[];
  /** What is due within this is waited for. */
  readonly patienceMs: number;
  /** It is never over: what is due later than that is waited for, too, and so is whoever paused the jobs. */
  readonly forever?: boolean;
  /** Called when a turn was run, and now none runs and none can be begun. */
  readonly onRest?: () => void;
  /** So for hosts that have URLs waiting and are only between two requests: at least the longest gap. */
  readonly gapPatienceMs: number;
}

/** What somebody who asks for a crawl tells the loop as it is. */
export function loopOptionsOf({
  maxPages,
  onError,
  onLost,
  onJobError,
}: Pick<LoopOptions, 'maxPages' | 'onError' | 'onLost' | 'onJobError'>) {
  return {
    ...(maxPages === undefined ? {} : { maxPages }),
    ...(onError === undefined ? {} : { onError }),
    ...(onLost === undefined ? {} : { onLost }),
    ...(onJobError === undefined ? {} : { onJobError }),
  };
}
