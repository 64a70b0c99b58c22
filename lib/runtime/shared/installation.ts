import type { Report } from '../../domain/report/report.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { FailedJob } from '../../pipeline/job/isolate-jobs.ts';
import type { AskPermit, Crawler } from '../../pipeline/operation/crawler.ts';
import type { KeptModel, KeptPlugin, Workplace } from '../../pipeline/operation/place.ts';

export type { KeptModel, KeptPlugin };

import type { SeedReport } from '../../pipeline/seeds/seed.ts';
import type { FreedReport, HeldScope } from '../../pipeline/yield/free-held.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Job } from '../../ports/jobs.ts';

export type { Difference } from '../../topic/judge.ts';

import type { LocalEvents, StackEvents } from './change-events.ts';
import type { TopicQuestions } from './topic-questions.ts';

export type { ControlAnswer } from '../../domain/control/command.ts';
export type * from '../../pipeline/operation/crawler.ts';
export type { RegionsReport } from '../../pipeline/report/host-regions.ts';
export type { ListedRecords } from '../../pipeline/report/list-records.ts';
export type * from '../../pipeline/report/reports.ts';
export type { SearchAnswer } from '../../pipeline/seeds/ask-search.ts';
export type { SeedReport } from '../../pipeline/seeds/seed.ts';
export type { FetchReport, TurnReport } from '../../pipeline/turn/turn-report.ts';
export type { FreedReport, HeldScope } from '../../pipeline/yield/free-held.ts';
export type { Job } from '../../ports/jobs.ts';
export type { RecordEntry, RecordPage } from '../../ports/records.ts';

/**
 * What people do with an installation, the same on one machine and on AWS; the CLI uses nothing else of either. Methods
 * may be called side by side. All throw WinnowError `unavailable` when a store or a service does not answer, and `newer`
 * or `corrupt` when stored data cannot be read; further errors are with each method.
 */
export interface Installation {
  /** What operations run on. */
  readonly place: Workplace;
  readonly topics: TopicQuestions;
  /**
   * The job of that name with these settings. A new job is made: open on one machine, paused on AWS. An existing job keeps
   * its state and gets the settings as its newest version; tickets that were sent keep the version that they carry.
   */
  ensureJob(settings: JobSettings): Promise<Job>;
  /** Stores a trained model that settings name, before they take effect. A model that is stored already is not read. */
  keepModel(model: KeptModel): Promise<void>;
  /**
   * Makes sure that a plug-in is there before settings that name it take effect. @throws WinnowError `config` for a plug-in
   * that cannot be loaded, or on AWS for one that the stack was not deployed with
   */
  keepPlugin(plugin: KeptPlugin): Promise<void>;
  /** The installation.yaml that jobs are made with, and its location; undefined when there is none. */
  defaults(): Promise<{ readonly file: string; readonly text: string } | undefined>;
  /** @throws WinnowError `not-found`, with the names of the existing jobs. */
  job(name: string): Promise<Job>;
  /**
   * Gives all jobs the deny list of the installation at once, and leaves their other settings as they are. Idempotent.
   * @returns the names of the jobs whose list was another
   */
  denyHosts(deny: JobSettings['deny']): Promise<readonly string[]>;
  /** The settings that new tickets of a job carry. */
  settings(job: string): Promise<JobSettings>;
  /** All jobs by name. */
  jobs(): Promise<readonly Job[]>;
  /**
   * Adds URLs as seeds of depth 0. Empty lines and lines that begin with `#` are ignored, but counted, so that reported
   * line numbers are those of the file. Idempotent: known URLs are not added again.
   */
  seed(job: string, lines: readonly string[]): Promise<SeedReport>;
  /**
   * Has the crawl fetch what regions hold now (`winnow crawl --held`). What it leads to is judged anew. Idempotent.
   * @throws WinnowError `usage` for a name that is no host
   */
  freeHeld(job: string, scope?: HeldScope): Promise<FreedReport>;
  /** Epoch ms by the clock of what runs the crawl: on a stack not that of this machine. */
  now(): number;
  /** Releases locks and connections. Nothing may be called afterwards, except `close` again. */
  close(): Promise<void>;
}

/**
 * The role of a process at a data directory.
 * - `worker`: runs turns. Takes the lock; makes a missing directory.
 * - `guest`: everything else, also beside a worker. Takes no lock. The directory must exist.
 */
export type Role = 'worker' | 'guest';

/**
 * `openEmbedded` of lib/runtime/embedded/embedded.ts.
 * @throws WinnowError `locked`, which names the process that has the directory; `newer`; `not-found` for a guest of a
 * missing directory.
 */
export type OpenEmbedded = (
  dataDir: string,
  role: Role,
  options?: { readonly clock?: Clock | undefined },
) => Promise<EmbeddedInstallation>;

/**
 * `connectAws` of lib/runtime/aws/aws.ts.
 * @throws WinnowError `not-found` when there is no such stack, `unavailable` without credentials.
 */
export type ConnectAws = (stack: string) => Promise<StackInstallation>;

/** An installation on AWS. Its bucket has what a data directory has as files. */
export interface StackInstallation extends Installation {
  readonly events: StackEvents;
}

/** An installation in a data directory: this process is its only worker. */
export interface EmbeddedInstallation extends Installation, Crawler {
  readonly events: LocalEvents;
  /** Has a function of this process decide before each request of a job. */
  permitWith(job: string, permit: AskPermit): void;
  /** Feeds the sinks of all jobs until it is stopped, unless another process does. @param onFault hears of what no state of a sink tells */
  followSinks(onFault?: (failed: FailedJob) => void): { stop(isInHurry: boolean): Promise<void> };
  /** A report of the crawl from every stored host and page, as often as somebody watches it. */
  report(job: string): Promise<{ readonly report: Report }>;
}
