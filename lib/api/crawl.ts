import type { PageRecord } from '../capabilities/explainers.ts';
import type { ChangeLine, SnapshotEnd } from '../domain/collection/record.ts';
import type { PageScope } from '../domain/control/command.ts';
import type {
  ControlAnswer,
  FetchReport,
  FreedReport,
  HeldScope,
  ListedRecords,
  RecordView,
  SeedReport,
  Status,
  WhyReport,
} from '../runtime/shared/installation.ts';
import type { CrawlExamples } from './crawl-examples.ts';

/** A change of the collection. (host, turn, ordinal) identifies it. */
export type Change = Omit<ChangeLine, 'v' | 'change' | 'record'> &
  ({ readonly kind: 'created' | 'updated'; readonly record: PageRecord } | { readonly kind: 'deleted' });

/** Where a run ends. */
export interface RunOptions {
  /** The most pages that this run fetches, whatever their outcome. Not for a deployed crawl. */
  readonly maxPages?: number;
  /** When it aborts, the running turns are finished, and the run ends; what was not read is read by the next run. */
  readonly signal?: AbortSignal;
  /** The run ends only with its signal: it waits for whatever is due next. A deployed crawl has no other end. */
  readonly forever?: boolean;
}

/** Which pages become due again, and why. */
export interface ReharvestOptions {
  /** Only pages that meet all of `host` (or domain), `prefix`, `class`, `record`, `status` and `olderThanDays` that are given. */
  readonly scope?: PageScope;
  /** So many pages become due at most, of whichever hosts. */
  readonly maxPages?: number;
  /** Sends no validators, and stores missing raw documents again. */
  readonly unconditional?: boolean;
  /** Says what would be made due, and changes nothing. */
  readonly dryRun?: boolean;
  /** For the log of commands: why. */
  readonly reason?: string;
  /** For the log of commands: who asks. */
  readonly by?: string;
  /** A second request of this id does nothing. */
  readonly requestId?: string;
}

/** An open crawl, on this machine or on a stack. Its questions may be asked while it runs. */
export interface Crawl {
  /** The name of the job. */
  readonly name: string;
  /** The topic by example: pages and rules, lists, rounds. */
  readonly examples: CrawlExamples;
  /**
   * Yields the changes of the collection that no run has yielded before. On this machine it crawls meanwhile, until nothing
   * is due; on a stack the schedules crawl, and the changes come by the queue.
   * @throws WinnowError `usage` while another run of this crawl goes on, and for a signal that is aborted already; `full`
   */
  run(options?: RunOptions): AsyncGenerator<Change, void>;
  /**
   * Asks for an operation of `winnow help`; answers what `--json` prints.
   * @throws WinnowError `usage`
   */
  ask(operation: string, input?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Adds URLs as seeds; known URLs are not added again. The report names each that is refused, with the reason. */
  seed(urls: readonly string[]): Promise<SeedReport>;
  /** Has the next run fetch what regions hold now, and judges anew what that leads to. @throws WinnowError `usage` */
  freeHeld(scope?: HeldScope): Promise<FreedReport>;
  /** The present state. Reads every host. */
  status(): Promise<Status>;
  /** Everything that decides about a URL. Fetches nothing. */
  why(url: string): Promise<WhyReport>;
  /** A record by MD5 or URL; undefined when there is none. */
  record(md5OrUrl: string): Promise<RecordView | undefined>;
  /** Records by MD5 ascending, at most `limit` (1 to 1,000, default 100); `cursor`: from the page before. */
  records(limit?: number, cursor?: string): Promise<ListedRecords>;
  /** Every record as it is now, as change lines; the last line says from where later changes are replayed. */
  snapshot(): AsyncIterable<ChangeLine | SnapshotEnd>;
  /** Makes pages due again: all of them, or those that the options select. @throws WinnowError `usage` */
  reharvest(options?: ReharvestOptions): Promise<ControlAnswer>;
  /** Fetches one page now, due or not, after waiting for its host. @throws WinnowError `usage`, `locked` */
  fetch(url: string, signal?: AbortSignal): Promise<FetchReport>;
  /** Ends a run, and releases the data directory with the last crawl in it, or the connections to AWS. Idempotent. */
  close(): Promise<void>;
}
