import type { Job } from '../../ports/jobs.ts';

export interface SqlRequest {
  readonly sql: string;
  /** Values of `:name` in it. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Rows after which no more are read. */
  readonly rows: number;
  /** Milliseconds after which the question is ended; making the copy is not counted. */
  readonly timeMs: number;
  /**
   * Whether the copy is made again first: `due`: when the crawl has gone on, and the copy is 20 times as old as making it
   * took; so that at most a twentieth of the time goes into copies. A copy that is missing is made in any case.
   * `beside`: the same, but where that takes longer than a second, the answer is of the copy that there is.
   */
  readonly renew: 'due' | 'beside' | 'now' | 'never';
  /** Where the copy is kept; absent: in the data directory, or in a temporary file that is deleted afterwards. */
  readonly file?: string;
  /** Ends the question. */
  readonly signal?: AbortSignal;
}

export interface SqlAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** There are more rows than were asked for. */
  readonly more: boolean;
  /** The time of the crawl that the tables show, ISO 8601, and the seconds that the copy took. */
  readonly made: string;
  readonly seconds: number;
  readonly isRenewed: boolean;
}

/** A crawl as tables. */
export interface CrawlTables {
  /**
   * Answers a question in SQL (SQLite's) of a copy, on this machine.
   * @throws WinnowError `usage` for a question that is refused, or is ended; `unavailable` while too many others are answered
   */
  ask(job: Job, request: SqlRequest): Promise<SqlAnswer>;
  /**
   * Writes the tables of a job as Parquet files into `<directory>/<job>`, in place of those that stand there.
   * @returns the paths of the files, by table
   */
  writeParquet(job: Job, directory: string): Promise<Readonly<Record<string, readonly string[]>>>;
}
