import { defined } from '../../base/defined.ts';
import type { HostName } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { FailedJob } from '../../pipeline/job/isolate-jobs.ts';
import type { CrawlOptions } from '../../pipeline/operation/crawler.ts';
import type { RecentLinks } from '../../pipeline/recycle/found-links.ts';
import type { JobSummary } from '../../pipeline/report/summary.ts';
import type { LostWrite } from '../../pipeline/supervise/best-effort.ts';
import type { Delivery } from '../../pipeline/turn/turn.ts';
import type { TurnReport } from '../../pipeline/turn/turn-report.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Turns } from './turns.ts';

/** The in-process queue as the loop uses it, in place of SQS and its event source mapping. */
export interface LocalTickets {
  receive(max: number): readonly Delivery[];
  done(delivery: Delivery): void;
  retry(delivery: Delivery, delayMs: number): void;
  /** Takes out what nobody has received. */
  withdraw(): readonly Delivery[];
}

export interface LoopParts {
  readonly ports: Ports;
  readonly tickets: LocalTickets;
  readonly timing: Timing;
  readonly turns: Turns;
  readonly recent: RecentLinks;
  /** Sums up a job's hosts; cheap. */
  readonly summary: (job: string) => Promise<JobSummary>;
  /** Why this process can store nothing any more; undefined while it can. */
  readonly failure: () => unknown;
}

export interface LoopOptions {
  /** The most turns side by side. */
  readonly hosts: number;
  /** The most pages of the jobs in `untilDone`; unlimited when absent. Never exceeded. */
  readonly maxPages?: number;
  readonly signal?: AbortSignal;
  /** Whether a turn may begin now. */
  readonly mayBegin?: () => boolean;
  /** Abandons also the running turns. */
  readonly halt?: AbortSignal;
  readonly onTurn?: (report: TurnReport) => void;
  /** Called for each turn that ended, whatever its result. */
  readonly onOver?: (host: HostKey) => void;
  /** Called for each turn that failed for a reason other than the web; its ticket is delivered again. */
  readonly onError?: (host: HostName, error: unknown) => void;
  /** Called for each count that could not be stored; the turn that it counts is committed. */
  readonly onLost?: (lost: LostWrite) => void;
  /** Called once for each failure of work for a whole job; the crawl goes on. */
  readonly onJobError?: (failed: FailedJob) => void;
  /** Only this host has turns, because a person waits for one of its pages. Runs until aborted. */
  readonly only?: { readonly job: string; readonly host: HostName };
  /** Jobs whose settings this refuses have no turns. */
  readonly mayCrawl: (settings: JobSettings) => boolean;
  /** The jobs of this crawl: it ends when no host of theirs is due within the patience. Other open jobs have turns too. */
  readonly untilDone: readonly string[];
  /** The crawl waits for hosts that are due within this time. */
  readonly patienceMs: number;
  /** The crawl does not end: it waits however late the next host is due, and while the jobs are paused. */
  readonly forever?: boolean;
  /** Called when turns were run, and now none runs and none can begin. */
  readonly onRest?: () => void;
  /** The patience for hosts with pending URLs that wait only for a gap: at least the longest gap. */
  readonly gapPatienceMs: number;
}

/** The options of a crawl, for the loop. */
export function loopOptionsOf({
  maxPages,
  mayBegin,
  onTrouble,
}: Pick<CrawlOptions, 'maxPages' | 'mayBegin' | 'onTrouble'>) {
  return { ...defined({ maxPages, mayBegin }), ...(onTrouble === undefined ? {} : hearTrouble(onTrouble)) };
}

/** What a crawl calls when something goes wrong, said in words. */
function hearTrouble(
  tell: (text: string) => void,
): Required<Pick<LoopOptions, 'onError' | 'onLost' | 'onJobError'>> {
  return {
    onError: (host, error) => tell(`the turn of ${host} broke and is run again: ${messageOf(error)}`),
    onLost: ({ what, error }) => tell(`a count was lost (${what}): ${messageOf(error)}`),
    onJobError: ({ job, work, error }) =>
      tell(`${job === '' ? '' : `job ${job}: `}${work} failed, other work continues: ${messageOf(error)}`),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
