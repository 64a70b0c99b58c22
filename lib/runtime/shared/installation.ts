import type { CostReport } from '../../domain/cost/report.ts';
import type { OutcomeKind } from '../../domain/fetch/outcome.ts';
import type { JudgeOptions } from '../../domain/frontier/inbox-item.ts';
import type { PluginRole } from '../../domain/plugins/plugin-settings.ts';
import type { Report } from '../../domain/report/report.ts';
import type { Finding } from '../../domain/sanity/finding.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Difference } from '../../domain/topic/rejudge-difference.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { FailedJob } from '../../pipeline/job/isolate-jobs.ts';
import type { ReclassifyReport } from '../../pipeline/reclassify/reclassify.ts';
import type { RecycleAsked } from '../../pipeline/recycle/recycle-on-request.ts';
import type { RecycleReport } from '../../pipeline/recycle/recycle-report.ts';
import type { ListedRecords } from '../../pipeline/report/list-records.ts';
import type { Check, RecordView, Status, WhyReport } from '../../pipeline/report/reports.ts';
import type { SanityOptions } from '../../pipeline/sanity/sanity.ts';
import type { SeedReport } from '../../pipeline/seeds/seed.ts';
import type { LostWrite } from '../../pipeline/supervise/best-effort.ts';
import type { FetchReport, TurnReport } from '../../pipeline/turn/turn-report.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DeadLetters } from '../../ports/dead-letters.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { ChangeEvents, LocalEvents, StackEvents } from './change-events.ts';
import type { ControlDesk } from './control-desk.ts';
import type { GraphQuestions } from './graph-questions.ts';
import type { TopicQuestions } from './topic-questions.ts';

export type { ControlRequest } from '../../config/operate/ops-command.ts';
export type { ChangeLine, PointLine, SnapshotEnd } from '../../domain/collection/record.ts';
export type { ControlAnswer, JobTouched } from '../../domain/control/command.ts';
export type { CostReport } from '../../domain/cost/report.ts';
export type { CostItem } from '../../domain/cost/units.ts';
export type { JudgeOptions } from '../../domain/frontier/inbox-item.ts';
export type { Finding } from '../../domain/sanity/finding.ts';
export type { CollectionStatistics } from '../../domain/topic/collection-statistics.ts';
export type { Difference } from '../../domain/topic/rejudge-difference.ts';
export type { ReplayedObject } from '../../pipeline/collection/replay-changes.ts';
export type { CommandView, CommandViews, HostLine, HostLines, HowMany } from '../../pipeline/control/look.ts';
export type { Logged } from '../../pipeline/control/run-logged.ts';
export type { EraseReport } from '../../pipeline/erase/erase.ts';
export type { RemovedJob } from '../../pipeline/erase/remove-job.ts';
export type { OrphansReport } from '../../pipeline/orphans/find-orphans.ts';
export type { RecycleAsked } from '../../pipeline/recycle/recycle-on-request.ts';
export type { RecycleReport } from '../../pipeline/recycle/recycle-report.ts';
export type { Arm, ArmsReport } from '../../pipeline/replay/compare-jobs.ts';
export type { ListedRecord, ListedRecords } from '../../pipeline/report/list-records.ts';
export type * from '../../pipeline/report/reports.ts';
export type { RespellReport } from '../../pipeline/respell/respell-job.ts';
export type { SanityOptions } from '../../pipeline/sanity/sanity.ts';
export type { SearchAnswer } from '../../pipeline/seeds/ask-search.ts';
export type { PageRead } from '../../pipeline/seeds/read-pages.ts';
export type { SeedReport } from '../../pipeline/seeds/seed.ts';
export type { SeedAdvice } from '../../pipeline/seeds/seed-advice.ts';
export type { FetchReport, TurnReport } from '../../pipeline/turn/turn-report.ts';
export type { DeadLetter, DeadLetters } from '../../ports/dead-letters.ts';
export type { ChangesObject, ChangesQuery } from '../../ports/documents.ts';
export type { Job } from '../../ports/jobs.ts';
export type { RecordEntry, RecordPage } from '../../ports/records.ts';

/** A trained model, by its digest. */
export interface KeptModel {
  readonly digest: string;
  /** As a crawl needs it. */
  read(): Uint8Array;
}

/** What came of `reclassify`. */
export interface Reclassified extends ReclassifyReport {
  /** What was changed; absent where the crawl does it. */
  readonly done?: Difference;
  /** Hosts that are left to the crawl, since a turn of theirs is under way. */
  readonly left?: number;
}

export interface ReclassifyAsked {
  readonly request?: string;
  readonly signal?: AbortSignal;
}

/** What a host's control says of it. */
export type HostNow = Pick<HostControl, 'state' | 'turn' | 'dueAt' | 'ticketExpires' | 'attempts'>;

/** A plug-in that settings name. */
export interface KeptPlugin {
  readonly file: string;
  readonly digest: string;
  /** Absolute, on this machine. */
  readonly path: string;
  readonly role: PluginRole;
}

/**
 * What people do with an installation, the same on one machine and on AWS: the CLI knows nothing else of either.
 * Methods may be called side by side. All of them throw WinnowError: `unavailable` when a store or a service does
 * not answer, `newer` or `corrupt` when what is stored cannot be read; what else, each says itself.
 */
export interface Installation {
  readonly topics: TopicQuestions;
  readonly events: ChangeEvents;
  readonly desk: ControlDesk;
  readonly graph: GraphQuestions;
  /**
   * The job of that name with these settings: made if it is new, else given the settings as its newest version.
   * Tickets that are out keep the version they carry. The state of a job that exists is not changed; a new one
   * is open on one machine and paused on AWS.
   */
  ensureJob(settings: JobSettings): Promise<Job>;
  /** Keeps a trained model that settings name, so that it is there when they hold; one that it has is not read. */
  keepModel(model: KeptModel): Promise<void>;
  /**
   * Makes sure that a plug-in is there when settings that name it hold. @throws WinnowError `config` for one that cannot
   * be loaded, or on AWS for one that the stack was not deployed with
   */
  keepPlugin(plugin: KeptPlugin): Promise<void>;
  /** @throws WinnowError `not-found`, naming the jobs that there are. */
  job(name: string): Promise<Job>;
  /**
   * Gives all jobs the deny list of the installation, at once; else their settings stay as they are. Idempotent.
   * @returns the names of the jobs that had another
   */
  denyHosts(deny: JobSettings['deny']): Promise<readonly string[]>;
  /** The settings that new tickets of a job carry. */
  settings(job: string): Promise<JobSettings>;
  /** All jobs by name. */
  jobs(): Promise<readonly Job[]>;
  /**
   * Takes URLs in as seeds of depth 0. Empty lines and lines that begin with `#` are passed over, but counted, so
   * that the numbers are those of the file. Idempotent: a URL that is known is not taken in again.
   */
  seed(job: string, lines: readonly string[]): Promise<SeedReport>;
  /**
   * The state of a job now. Reads every host's control, and the register of records unless `countRecords` is false: for people,
   * not for a hot path.
   */
  status(job: string, options?: { readonly countRecords?: boolean }): Promise<Status>;
  /** What a job costs this month; on one machine, what it would come to on AWS. */
  cost(job: string): Promise<CostReport>;
  /** By MD5 ascending, at most `limit` (1 to 1,000); `cursor` as the page before gave it. */
  records(job: string, limit: number, cursor?: string): Promise<ListedRecords>;
  /** Undefined when there is none. A URL is canonicalised first. */
  record(job: string, md5OrUrl: string): Promise<RecordView | undefined>;
  /**
   * How the crawl goes, of what is stored: every host and every page is read. On AWS the ops function writes it into the
   * bucket, over the one before; `page` says where.
   */
  report(job: string): Promise<{ readonly report: Report; readonly page?: string }>;
  /** Everything that decides about one URL, in the order in which a crawl asks it. Fetches nothing. */
  why(job: string, url: string): Promise<WhyReport>;
  /**
   * Runs one page through the whole pipeline now, whether or not it is due, waiting for its host's gate first.
   * @throws WinnowError `usage` for a URL that is refused, `locked` when the gate does not open before its deadline.
   */
  fetchOne(job: string, url: string, signal?: AbortSignal): Promise<FetchReport>;
  /** Works through the open link segments now, also when `autoRecycleLinks` is false. */
  recycle(job: string, options?: RecycleAsked): Promise<RecycleReport>;
  /** What `reclassify` would change now. Reads every stored page, and writes nothing. */
  difference(job: string, options: JudgeOptions): Promise<Difference>;
  /**
   * Applies the present topic to what is stored, without fetching: in turns of the hosts, which it does itself on one
   * machine and leaves to the crawl on AWS, and where another process crawls. Twice is once; what a kill leaves over is done by the next call or the crawl.
   * @throws WinnowError `usage` for a job that is paused: it has no turns.
   */
  reclassify(job: string, options: JudgeOptions, asked?: ReclassifyAsked): Promise<Reclassified>;
  /**
   * Checks every invariant of what is stored, and tells each that is broken as it is found; mends what can be mended
   * where that is asked for. Safe while the job is crawled.
   */
  sanity(job: string, options: SanityOptions): AsyncIterable<Finding>;
  /** Checks before it hurts, one by one as they are made; the job's own (contact, robots of its seeds) when it is given. */
  doctor(job?: string): AsyncIterable<Check>;
  /** Gives back locks and connections. Nothing may be called after it; calling it twice does no harm. */
  close(): Promise<void>;
}

/**
 * What a process wants of a data directory.
 * - `worker`: runs turns (`crawl`, `fetchOne`). Takes the lock; made when it is not there.
 * - `guest`: everything else, also beside a worker. Takes no lock. The directory must be there.
 */
export type Role = 'worker' | 'guest';

/**
 * `openEmbedded` of lib/runtime/embedded/embedded.ts.
 * @throws WinnowError `locked`, naming the process that holds the directory; `newer`; `not-found` for a guest of a
 * directory that is not there.
 */
export type OpenEmbedded = (dataDir: string, role: Role, clock?: Clock) => Promise<EmbeddedInstallation>;

/**
 * `connectAws` of lib/runtime/aws/aws.ts.
 * @throws WinnowError `not-found` when there is no such stack, `unavailable` without credentials.
 */
export type ConnectAws = (stack: string) => Promise<StackInstallation>;

/** An installation on AWS. What a data directory has as a file, a stack has in its bucket. */
export interface StackInstallation extends Installation {
  readonly events: StackEvents;
  /** Tickets that were given up. */
  readonly letters: DeadLetters;
  /** How a host stands; undefined when the job does not know it. */
  hostNow(job: string, host: HostName): Promise<HostNow | undefined>;
  /** The installation.yaml that jobs are deployed with, and where it is; undefined when there is none. */
  defaults(): Promise<{ readonly file: string; readonly text: string } | undefined>;
  /** Replaces it; jobs that are deployed already keep their settings. */
  setDefaults(text: string): Promise<void>;
}

/** An installation in a data directory: this process is its only worker. */
export interface EmbeddedInstallation extends Installation {
  readonly events: LocalEvents;
  /**
   * Crawls until nothing is due within reach or until it is told to stop; running turns are finished first.
   * Opens no paused job. @throws WinnowError `full` when the disk is: what was committed stays.
   */
  crawl(job: string, options: CrawlOptions): Promise<CrawlReport>;
  /** What `doctor` finds wrong without a request: little room on the disk, rules of the scope that are hardly meant. */
  startChecks(job: string): Promise<readonly Check[]>;
}

export interface CrawlOptions {
  /** Start no turn after this many ms. */
  readonly forMs?: number;
  /** Pages of this job, whatever comes of them; never exceeded. */
  readonly maxPages?: number;
  /** Aborted: finish the running turns and return with `interrupted`. */
  readonly signal?: AbortSignal;
  /** Ends for no other reason: waits for whatever is due next, also while the job is paused. */
  readonly forever?: boolean;
  /** Told of each turn that broke for a reason that is not the web's: it is run again, and the crawl goes on. */
  readonly onError?: (host: string, error: unknown) => void;
  /** Told of each count that could not be written: the turn holds, and figures are too low by it. */
  readonly onLost?: (lost: LostWrite) => void;
  /** Told once of each failure of work for a job as a whole, this one or another of the installation; the crawl goes on. */
  readonly onJobError?: (failed: FailedJob) => void;
  /** Told of each turn of the job. */
  readonly onTurn?: (report: TurnReport) => void;
  /** About once a second, and once at the end. */
  readonly onProgress?: (progress: CrawlProgress) => void;
}

/** Totals since `crawl` was called, unless they say otherwise. */
export interface CrawlProgress {
  readonly elapsedMs: number;
  /** Pages fetched, whatever came of them. */
  readonly pages: number;
  /** Over the last ten seconds, or since the start. */
  readonly pagesPerSecond: number;
  /** Hosts whose turn is running now. */
  readonly activeHosts: number;
  /** Hosts of the job that have something to do, now or later. */
  readonly hosts: number;
  /** URLs of the job waiting for their first visit. */
  readonly pending: number;
  /** Visits that ended as failed. */
  readonly errors: number;
  /** Decoded bytes. */
  readonly bytes: number;
  /** Every host has to wait: how long it is until the first is due. Absent while one has not. */
  readonly waitMs?: number;
  /** Of a job with a topic: the part of the last 50 pages judged that was kept, and whether it has fallen. */
  readonly harvest?: { readonly recent: number; readonly fallen: boolean };
}

/** `done`: nothing is due any more before `status.nextDueAt`. `paused`: by somebody, or by the ceiling of pages per day. */
export type CrawlEnd = 'done' | 'time' | 'pages' | 'interrupted' | 'paused';

export interface CrawlReport {
  readonly end: CrawlEnd;
  /** The last one. */
  readonly progress: CrawlProgress;
  /** Visits of this crawl by class of outcome. */
  readonly outcomes: Partial<Record<OutcomeKind, number>>;
  /** The job as a whole, after it. */
  readonly status: Status;
  /** What was due within so many ms was waited for (`crawl.patience`). */
  readonly patienceMs: number;
  /** Where it lies: absolute paths (on AWS: s3:// URLs), in the order in which people want them. */
  readonly places: readonly StoredAt[];
}

export interface StoredAt {
  /** `documents`, `changes`, `database`, … */
  readonly what: string;
  readonly path: string;
}
