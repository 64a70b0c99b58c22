import type { Outcome, OutcomeKind } from '../domain/outcome.ts';
import type { Md5, PageRecord } from '../domain/record.ts';
import type { JobSettings } from '../domain/settings.ts';
import type { CanonicalUrl, HostName } from '../domain/url.ts';
import type { Job } from '../ports/jobs.ts';
import type { RecordEntry, RecordPage } from '../ports/records.ts';

export type { Job } from '../ports/jobs.ts';
export type { RecordEntry, RecordPage } from '../ports/records.ts';

/**
 * What people do with an installation, the same on one machine and on AWS: the CLI knows nothing else of either.
 * Methods may be called side by side. All of them throw WinnowError: `unavailable` when a store or a service does
 * not answer, `newer` or `corrupt` when what is stored cannot be read; what else, each says itself.
 */
export interface Installation {
  /**
   * The job of that name with these settings: made if it is new, else given the settings as its newest version.
   * Tickets that are out keep the version they carry. The state of a job that exists is not changed; a new one
   * is open on one machine and paused on AWS.
   */
  ensureJob(settings: JobSettings): Promise<Job>;
  /** @throws WinnowError `not-found`, naming the jobs that there are. */
  job(name: string): Promise<Job>;
  /** All jobs by name. */
  jobs(): Promise<readonly Job[]>;
  /**
   * Takes URLs in as seeds of depth 0. Empty lines and lines that begin with `#` are passed over, but counted, so
   * that the numbers are those of the file. Idempotent: a URL that is known is not taken in again.
   */
  seed(job: string, lines: readonly string[]): Promise<SeedReport>;
  /**
   * Opens or pauses a job; a pause works within one turn. Doing it twice changes nothing but the reason.
   * @param reason what `status` will give as the reason for a pause; not stored when the job is opened
   */
  setState(job: string, state: 'open' | 'paused', reason: string): Promise<Job>;
  /** The state of a job now. Reads every host's control: for people, not for a hot path. */
  status(job: string): Promise<Status>;
  /** By MD5 ascending, at most `limit` (1 to 1,000); `cursor` as the page before gave it. */
  records(job: string, limit: number, cursor?: string): Promise<RecordPage>;
  /** Undefined when there is none. A URL is canonicalised first. */
  record(job: string, md5OrUrl: string): Promise<RecordView | undefined>;
  /** Everything that decides about one URL, in the order in which a crawl asks it. Fetches nothing. */
  why(job: string, url: string): Promise<WhyReport>;
  /**
   * Runs one page through the whole pipeline now, whether or not it is due, waiting for its host's gate first.
   * @throws WinnowError `usage` for a URL that is refused, `locked` when the gate does not open before its deadline.
   */
  fetchOne(job: string, url: string, signal?: AbortSignal): Promise<TurnReport>;
  /** Works through the open link segments now, also when `autoRecycleLinks` is false. */
  recycle(job: string): Promise<RecycleReport>;
  /** Makes every page that was last checked at least `olderThanMs` ago due again. Idempotent. */
  reharvest(job: string, olderThanMs: number): Promise<ReharvestReport>;
  /** Checks before it hurts, one by one as they are made; the job's own (contact, robots of its seeds) when it is given. */
  doctor(job?: string): AsyncIterable<Check>;
  /** Gives back locks and connections. Nothing may be called after it; calling it twice does no harm. */
  close(): Promise<void>;
}

/** An installation in a data directory: this process is its only worker. */
export interface EmbeddedInstallation extends Installation {
  /**
   * Crawls until nothing is due within reach or until it is told to stop; running turns are finished first.
   * Opens no paused job. @throws WinnowError `full` when the disk is: what was committed stays.
   */
  crawl(job: string, options: CrawlOptions): Promise<CrawlReport>;
}

export interface CrawlOptions {
  /** Start no turn after this many ms. */
  readonly forMs?: number;
  /** Start no turn once that many pages were fetched; at most a turn per worker more are fetched. */
  readonly maxPages?: number;
  /** Aborted: finish the running turns and return with `interrupted`. */
  readonly signal?: AbortSignal;
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
  /** Where it lies: absolute paths (on AWS: s3:// URLs), in the order in which people want them. */
  readonly places: readonly Place[];
}

export interface Place {
  /** `documents`, `changes`, `database`, … */
  readonly what: string;
  readonly path: string;
}

export interface Status {
  readonly job: string;
  readonly state: 'open' | 'paused';
  readonly pause?: { readonly reason: string; readonly at: number };
  /** The version of its settings that new tickets carry. */
  readonly config: string;
  /** `due` counts the hosts whose time has come or will come, `idle` those that have nothing to do. */
  readonly hosts: { readonly idle: number; readonly due: number; readonly ticketed: number };
  /** How long the most overdue host has been waiting for its ticket; absent when none is overdue. */
  readonly dueLagMs?: number;
  /** URLs waiting for their first visit. */
  readonly pending: number;
  /** Visits so far, whatever came of them. */
  readonly fetched: number;
  readonly outcomes: Partial<Record<OutcomeKind, number>>;
  /** Decoded bytes of all answers. */
  readonly bytes: number;
  readonly records: number;
  /** Link segments that the recycler has not worked through. */
  readonly openSegments: number;
  /** Epoch ms. When the first host that is not overdue is due. */
  readonly nextDueAt?: number;
  /** Pages fetched on this UTC day. */
  readonly pagesToday: number;
  /** `limits.pagesPerDay`. */
  readonly ceiling?: number;
  /** Over the last minute; absent where it is not known. */
  readonly pagesPerSecond?: number;
  /** Why nothing moves, one sentence each, most likely first; empty when something moves. */
  readonly reasons: readonly string[];
  /** Visits that ended as unsupported, by media type. */
  readonly unsupported?: Readonly<Record<string, number>>;
}

/** Why a line was not taken in as a seed. */
export type SeedRefusal =
  | 'invalid'
  | 'scheme'
  | 'too-long'
  | 'out-of-scope'
  | 'unresolved'
  | 'address-refused';

export interface SeedReport {
  /** In the order of the lines; numbers from 1. */
  readonly accepted: readonly { readonly line: number; readonly url: CanonicalUrl }[];
  readonly refused: readonly {
    readonly line: number;
    /** The line as it came, at most 300 characters of it. */
    readonly input: string;
    readonly reason: SeedRefusal;
    /** One clause for people: what was expected, what came. */
    readonly detail: string;
  }[];
  /** How many of the accepted ones stood in an earlier line, or were known already, as far as can be told at once. */
  readonly known?: number;
}

/** A record with everything that is stored of it. */
export interface RecordView {
  readonly entry: RecordEntry;
  /** At most 100, the one that made it first. */
  readonly urls: readonly CanonicalUrl[];
  /** Full text, links and metadata as indexers got them; absent when its changes object is not there. */
  readonly record?: PageRecord;
  /** Absolute path or s3:// URL of the raw document, when documents are kept. */
  readonly document?: string;
}

/** The questions that `why` answers, in their order. A later one is left out when an earlier one decides. */
export type WhyStep =
  | 'canonical'
  | 'scope'
  | 'address'
  | 'robots'
  | 'frontier'
  | 'host'
  | 'gate'
  | 'next'
  | 'outcome'
  | 'job';

export interface WhyReport {
  readonly input: string;
  /** Absent when it is not a URL that can be crawled. */
  readonly url?: CanonicalUrl;
  readonly host?: HostName;
  readonly lines: readonly {
    readonly step: WhyStep;
    /** `yes` lets it pass, `no` stops it, `wait` puts it off, `info` decides nothing, `unknown`: not known yet. */
    readonly verdict: 'yes' | 'no' | 'wait' | 'info' | 'unknown';
    /** Names the rule, line, time or number that decides. */
    readonly detail: string;
  }[];
}

/** What one turn did. */
export interface TurnReport {
  readonly host: HostName;
  /** The number of the turn. */
  readonly turn: number;
  /** How long it waited for the host's gate. */
  readonly waitedMs: number;
  /** In the order in which they were made. */
  readonly visits: readonly {
    readonly url: CanonicalUrl;
    readonly outcome: Outcome;
    /** 0 when there was no answer. */
    readonly status: number;
    readonly bytes: number;
    readonly elapsedMs: number;
    readonly md5?: Md5;
    /** Link instances found in it, and how many of them were new URLs of the same host. */
    readonly links?: number;
    readonly newLinks?: number;
    /** Epoch ms of its next visit; absent: never. */
    readonly nextAt?: number;
  }[];
}

export interface RecycleReport {
  readonly segments: number;
  readonly links: number;
  /** Distinct URLs put into inboxes, and of how many hosts. */
  readonly admitted: number;
  readonly hosts: number;
}

export interface ReharvestReport {
  readonly hosts: number;
  /** Pages made due, where that is known at once. */
  readonly pages?: number;
}

export interface Check {
  /** Short and stable, for example `contact address`. */
  readonly name: string;
  readonly ok: 'ok' | 'warn' | 'fail';
  /** What was found. */
  readonly detail: string;
  /** What to do about it. */
  readonly advice?: string;
}
