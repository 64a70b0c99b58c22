import type { OutcomeKind } from '../../base/fetch/outcome.ts';
import type { PageAsked } from '../../domain/plugins/plugin.ts';
import type { Count } from '../../domain/report/report.ts';
import type { Check, Status } from '../report/reports.ts';
import type { TurnReport } from '../turn/turn-report.ts';

/** Decides before a request: why the URL is not asked for; `later`: nobody can say now, and it stays pending. */
export type AskPermit = (page: PageAsked) => Promise<{ readonly refused: string } | 'later' | undefined>;

export interface CrawlOptions {
  /** No turn starts after this many ms. */
  readonly forMs?: number;
  /** The most pages of this job, whatever their outcome; never exceeded. */
  readonly maxPages?: number;
  /** When it aborts, the running turns are finished, and the crawl returns `interrupted`. */
  readonly signal?: AbortSignal;
  /** No other job has turns in this crawl, so that crawls of several jobs can run side by side, each within its bounds. */
  readonly apart?: boolean;
  /** Whether a turn may begin now. Asked often; for waits of seconds: tickets that are out expire. */
  readonly mayBegin?: () => boolean;
  /** The crawl ends for no other reason: it waits for whatever is due next, also while the job is paused. */
  readonly forever?: boolean;
  /** Hears in words of what went wrong and does not end the crawl. */
  readonly onTrouble?: (text: string) => void;
  /** Called for each turn of the job. */
  readonly onTurn?: (report: TurnReport) => void;
  /** Called about once a second, and once at the end. */
  readonly onProgress?: (progress: CrawlProgress) => void;
}

/** Totals since the call of `crawl`, unless a field says otherwise. */
export interface CrawlProgress {
  readonly elapsedMs: number;
  /** Pages fetched, whatever their outcome. */
  readonly pages: number;
  /** Over the last ten seconds, or since the start. */
  readonly pagesPerSecond: number;
  /** Hosts that have a turn now. */
  readonly activeHosts: number;
  /** Hosts of the job that have something to do, now or later. */
  readonly hosts: number;
  /** Pending URLs of the job. */
  readonly pending: number;
  /** Visits that ended as failed. */
  readonly errors: number;
  /** Decoded bytes. */
  readonly bytes: number;
  /** Ms until the first host is due; absent unless every host has to wait. */
  readonly waitMs?: number;
  /** Of a job with a topic: the kept part of the last 50 judged pages, and whether the harvest rate has fallen. */
  readonly harvest?: { readonly recent: number; readonly fallen: boolean };
}

/** `done`: nothing is due before `status.nextDueAt`. `paused`: by a person, or by the ceiling of pages per day. */
export type CrawlEnd = 'done' | 'time' | 'pages' | 'interrupted' | 'paused';

export interface CrawlReport {
  readonly end: CrawlEnd;
  /** The last progress. */
  readonly progress: CrawlProgress;
  /** Visits of this crawl by class of outcome. */
  readonly outcomes: Partial<Record<OutcomeKind, number>>;
  /** Why visits of this crawl brought no page into the collection, the most frequent first; of some 30 reasons, the rest as `others`. */
  readonly reasons: readonly Count[];
  /** Pages of this crawl that are made by their scripts, which are not run; absent: none. */
  readonly needScripts?: number;
  /** The status of the whole job after the crawl. */
  readonly status: Status;
  /** The crawl waited for what was due within this many ms (`crawl.patience`). */
  readonly patienceMs: number;
  /** Where the results are: absolute paths (on AWS: s3:// URLs), in the order in which people want them. */
  readonly places: readonly StoredAt[];
}

export interface StoredAt {
  /** `documents`, `changes`, `database`, … */
  readonly what: string;
  readonly path: string;
}

/** What crawls in this process. */
export interface Crawler {
  /** Threads start while so many seeds are taken in. */
  warmUp(job: string, seeds: number): Promise<void>;
  /** Problems that are found without a request: little room on the disk, settings that are hardly intended. */
  startChecks(job: string): Promise<readonly Check[]>;
  /**
   * Crawls until nothing is due within the patience, or until the signal aborts; running turns are finished first. A paused
   * job stays paused. @throws WinnowError `full` when the disk is full: committed turns stay; `locked` while another crawl of the job
   * goes on
   */
  crawl(job: string, options: CrawlOptions): Promise<CrawlReport>;
}
