import { WinnowError } from '../../base/error.ts';
import type { PluginRole } from '../../base/setting-kinds/plugin-settings.ts';
import type { StandingCosts } from '../../domain/cost/standing-costs.ts';
import type { JudgeOptions } from '../../domain/orders/judge-order.ts';
import type { PluginFunction } from '../../domain/plugins/plugin.ts';
import type { Report } from '../../domain/report/report.ts';
import type { JobSettings, SettingsOverride } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { DeadLetters } from '../../ports/operate/dead-letters.ts';
import type { Eraser } from '../../ports/operate/eraser.ts';
import type { ExportRoom } from '../../ports/operate/export-room.ts';
import type { DumpFolder, JobBackup } from '../../ports/operate/job-backup.ts';
import type { JobEraser } from '../../ports/operate/job-eraser.ts';
import type { Ports } from '../../ports/ports.ts';
import type { PageReader } from '../../ports/web.ts';
import type { Difference } from '../../topic/judge.ts';
import type { ModelSettings } from '../../topic/settings.ts';
import type { OnMissing, ReplayedObject, ReplayQuery } from '../collection/replay-changes.ts';
import type { Check, Status } from '../report/reports.ts';
import type { SampleBounds } from '../report/statistics.ts';
import type { JobSummary } from '../report/summary.ts';
import type { Feeding } from '../sinks/follow-sinks.ts';
import type { UnnamedSink } from '../sinks/sink-state.ts';
import type { JobField } from '../topic/job-field.ts';
import type { AskedPorts } from '../why/explainer.ts';
import type { CrawlTables } from './crawl-tables.ts';
import type { Crawler } from './crawler.ts';
import type { SearchIndex } from './search-index.ts';

/** What came of turns that judged pages again. */
export interface JudgedNow {
  readonly done: Difference;
  /** Hosts that are left to the crawl because they have a turn now. */
  readonly left?: number;
}

/** What judging again is tried with: other settings than the job has, or a part of its pages. */
export interface SampledDifference extends SampleBounds {
  readonly settings?: JobSettings;
}

/** A page that somebody waits for. */
export interface PageToVisit {
  readonly job: Job;
  readonly url: string;
  readonly signal: AbortSignal;
}

/** What pages are fetched with. */
export interface Web extends Pick<Ports, 'fetcher' | 'reader'> {
  close(): Promise<void>;
}

/** A report that a stack has stored. */
export interface KeptReport {
  /** Keys in the bucket. */
  readonly page: string;
  readonly data: string;
  /** Epoch ms. */
  readonly at: number;
  readonly judged: number;
}

/** A trained model under its digest. */
export interface KeptModel {
  readonly digest: string;
  /** The model's bytes, in the form that a crawl needs. */
  read(): Uint8Array;
}

/** A plug-in that settings name. */
export interface KeptPlugin {
  readonly file: string;
  readonly digest: string;
  /** Absolute path on this machine. */
  readonly path: string;
  readonly role: PluginRole;
  /** The function itself, where the program that crawls gives it: there is no module then. */
  readonly call?: PluginFunction;
}

/** A job as its files describe it, with what they name. */
export interface GivenJob {
  readonly settings: JobSettings;
  readonly models: readonly KeptModel[];
  readonly plugins: readonly KeptPlugin[];
}

/** A setting that a job would get another value of. */
export interface SettingChange {
  /** With its section. */
  readonly key: string;
  /** As it would stand in a file; absent where nothing is set. */
  readonly from?: unknown;
  readonly to?: unknown;
  /** The same in words. */
  readonly says: string;
}

/** A key of a job.yaml with the value that holds. */
export interface SettingInForce {
  /** With its section. */
  readonly key: string;
  /** As it would stand in the file; absent where nothing was set and there is no default. */
  readonly value?: unknown;
  readonly unit?: string;
  /** `default`, or file and line: `job.yaml:12`, `job.yaml:31 (override for host www.example.org)`. */
  readonly source: string;
}

/** Makes jobs, and gives them other settings. */
export interface JobMaker {
  /**
   * The job that settings in the form of a job.yaml make, over the defaults of the installation. @throws WinnowError `config` for what
   * is wrong with them, and for what only an owner of the machine may say: files, programs, secrets and the network
   */
  read(name: string, settings: object): Promise<GivenJob>;
  /** The job in a directory of this machine. @throws WinnowError `config` */
  fromDirectory(directory: string): Promise<GivenJob>;
  /** A model in a file of this machine, as a filter that takes the pages of some classes. @throws WinnowError `config` */
  fromModel(
    file: string,
    good?: readonly string[],
  ): Promise<{ readonly settings: ModelSettings; readonly bytes: Uint8Array }>;
  /** What settings would change of those that the job has; undefined: there are none. @throws WinnowError `config` */
  changes(settings: JobSettings): Promise<readonly SettingChange[] | undefined>;
  /** All settings in the order of the documentation, or those that an override sets. */
  list(settings: JobSettings | SettingsOverride): Promise<readonly SettingInForce[]>;
  /** Settings that their writer hardly intended. */
  doubts(settings: JobSettings): readonly Check[];
  /** Gives a job its settings, and all jobs their deny list. @returns the job, and the jobs whose deny list was another */
  store(given: GivenJob): Promise<{ readonly job: Job; readonly denied: readonly string[] }>;
  /** Takes the text of an installation.yaml for the defaults of later jobs; absent: they stand in a file. */
  setDefaults?(text: string): Promise<void>;
}

/** What only the process itself can check. */
export interface PlaceChecks {
  /** What the installation stands on. */
  place(): AsyncIterable<Check>;
  /** The connections and secrets of a job. */
  job(settings: JobSettings): AsyncIterable<Check>;
}

/** An installation as operations see it: its stores, and what it knows of itself. */
export interface Workplace {
  readonly ports: Omit<Ports, 'fetcher' | 'reader'>;
  /** The location for messages: a directory, or a stack. */
  readonly name: string;
  /** Monotonic ms by which an answer is due; absent: the asker waits. */
  readonly endBy?: number;
  /** What a stack costs by the month whatever its jobs do. Absent: nothing. */
  readonly standing?: StandingCosts;
  /** What queues gave up; absent: there are no queues. */
  readonly letters?: DeadLetters;
  /** How this process has its data directory: for itself, or beside one that may be at work. Absent: there is none. */
  readonly access?: 'alone' | 'beside';
  /** Deletes content for good; absent: what only looks has none. */
  readonly eraser?: Eraser;
  readonly jobEraser?: JobEraser;
  /** What the other ports do not list, for dumps; absent: what only looks has none. */
  readonly backup?: JobBackup;
  /** A folder of this machine for a dump; absent: the asker's files are elsewhere. */
  openDump?(path: string): DumpFolder;
  /** Absent: whoever is at work here may destroy what is here. @throws WinnowError for who may not, before anything is touched */
  mayDestroy?(): Promise<void>;
  /** Whether whoever is at work here may change something of a job. Absent: they may. */
  mayChange?(job: string): Promise<boolean>;
  /** Why the network rules forbid a URL; absent: nobody asks here. */
  readonly networkRefusal?: AskedPorts['networkRefusal'];
  /** Reads pages on this machine. Absent: the place only has stores. */
  readonly reader?: PageReader;
  /** What judging pages again would change; absent: the place reads no pages. */
  difference?(job: Job, options: JudgeOptions, trial?: SampledDifference): Promise<Difference>;
  /** Runs the turns that judge pages again; absent: the crawl does. */
  judgeNow?(job: Job, signal: AbortSignal): Promise<JudgedNow>;
  /** Has this process run turns of a page's host while some work waits for them; absent: other processes run them. */
  withTurns?<T>(page: PageToVisit, work: () => Promise<T>): Promise<T>;
  /** Opens what fetches pages that people ask for; the caller closes it. Absent: the place fetches nothing. */
  openWeb?(): Promise<Web>;
  /** Absent: nobody checks it here. */
  readonly checks?: PlaceChecks;
  /** Opens the tables for questions in SQL; absent: none are made here. */
  openTables?(): Promise<CrawlTables>;
  /** Finds pages by their words; absent: nothing is indexed here. */
  readonly search?: SearchIndex;
  /** Absent: jobs are made elsewhere. */
  readonly maker?: JobMaker;
  /** Gives a job these settings; absent: the place makes none. @throws WinnowError `config` for settings that it refuses */
  ensureJob?(settings: JobSettings): Promise<Job>;
  /** Judges stored pages by the topic that a job has now; absent: the place does not. */
  reclassify?(job: string, signal: AbortSignal): Promise<unknown>;
  /** What harvesters judge links by with such settings of a job; undefined, or absent: they have no latent space. */
  field?(job: string, settings: Pick<JobSettings, 'focus' | 'topic'>): Promise<JobField | undefined>;
  /** Absent: other processes crawl. */
  readonly crawler?: Crawler;
  /**
   * The changes objects since a time, and new ones until the signal aborts; undefined whenever it has caught up. Absent: a queue has them.
   */
  follow?(
    asked: { readonly job: string; readonly since: number; readonly signal: AbortSignal },
    onMissing: OnMissing,
  ): AsyncIterable<ReplayedObject | undefined>;
  /**
   * Sends a queue the events of changes objects again. Absent: there are no queues. @returns how many
   * @throws WinnowError `usage` when the queue refuses events, `unavailable` when there is no such queue
   */
  redeliver?(
    asked: ReplayQuery & { readonly job: string; readonly queueUrl: string },
    onMissing: OnMissing,
  ): Promise<number>;
  /** Has sinks push what is left, until they have caught up or cannot go on; absent: other processes do. */
  feedSinks?(feeding: Feeding): Promise<void>;
  /** The index that searches make of a job; absent: none is made. */
  readonly unnamedSink?: UnnamedSink;
  /** Puts the report of a job where the stack keeps it; absent: none is kept. */
  keepReport?(job: Job): Promise<KeptReport>;
  /** Has the stack make and keep the report of a job, and reads it; `page`: its location. Absent: this process makes reports. */
  reportOfStack?(job: Job): Promise<{ readonly report: Report; readonly page?: string }>;
  /** Where the place keeps what it exports; absent: whoever asks has it on a disk. */
  readonly exportRoom?: ExportRoom;
  /** Does at once what a command left to slices of a job; absent: the schedule does it. */
  finish?(job: string): Promise<void>;
  /** @throws WinnowError `not-found`, with the names of the existing jobs. */
  job(name: string): Promise<Job>;
  /** The settings that new tickets of a job carry. */
  settings(job: string): Promise<JobSettings>;
  /** Sums up a job's hosts. */
  summary(job: string): Promise<JobSummary>;
  /**
   * The present state of a job. Reads every host's control, and the register of records unless `countRecords` is false: for people, not
   * for a hot path.
   */
  status(job: string, options?: { readonly countRecords?: boolean }): Promise<Status>;
  /** The location of a raw document, by its key; absent: the key is all that is known. */
  locate?(document: string): string;
}

/** A job of an installation. */
export interface JobPlace extends Workplace {
  /** The job that the operation is about. */
  readonly of: Job;
}

/** Jobs of an installation. */
export interface JobsPlace extends Workplace {
  /** The name of a job, or `*` for all of them. */
  readonly jobs: string;
}

/** What not every place has. @throws WinnowError `usage` for one that has it not */
export function onlyThere<T>(part: T | undefined): T {
  if (part !== undefined) return part;
  throw new WinnowError('usage', 'that cannot be done here: ask on the command line');
}
