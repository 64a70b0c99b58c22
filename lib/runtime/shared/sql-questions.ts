import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryTables } from '../../adapters/sql/directory-tables.ts';
import { encodeParquet } from '../../adapters/sql/encode-parquet.ts';
import { readRow } from '../../adapters/sql/open-tables.ts';
import { askTables, type SqlRows } from '../../adapters/sql/query-process.ts';
import { writeTableFile } from '../../adapters/sql/table-file.ts';
import { WinnowError } from '../../base/error.ts';
import { type CopyPorts, copyTables, crawlState } from '../../capabilities/sql/copy-tables.ts';
import { copyToFiles } from '../../capabilities/sql/copy-to-files.ts';
import { withGraphNow } from '../../capabilities/sql/graph-to-copy.ts';
import type { QueryValues } from '../../capabilities/sql/named-query.ts';
import { sqlVersion } from '../../capabilities/sql/tables.ts';
import type { GatherPorts } from '../../pipeline/link-graph/gather-parts.ts';
import type { Job } from '../../ports/jobs.ts';
import { threadFile } from './thread-file.ts';

export interface SqlRequest {
  readonly sql: string;
  /** Values of `:name` in it. */
  readonly values?: QueryValues;
  /** Rows after which no more are read. */
  readonly rows: number;
  /** Milliseconds after which the question is ended; making the copy is not counted. */
  readonly timeMs: number;
  /**
   * Whether the copy is made again first: `due`: when the crawl has gone on, and the copy is 20 times as old as making it
   * took; so that at most a twentieth of the time goes into copies. A copy that is missing is made in any case.
   */
  readonly renew: 'due' | 'now' | 'never';
  /** Where the copy is kept; absent: in the data directory, or in a temporary file that is deleted afterwards. */
  readonly file?: string;
}

export interface SqlAnswer extends SqlRows {
  /** The time of the crawl that the tables show, ISO 8601, and the seconds that the copy took. */
  readonly made: string;
  readonly seconds: number;
  readonly isRenewed: boolean;
}

/** Questions in SQL to a copy of a crawl. */
export interface SqlQuestions {
  /**
   * Answers a question about a job in SQL (SQLite's), on this machine.
   * @throws WinnowError `usage` for a question that is refused, or is ended
   */
  ask(job: string, request: SqlRequest): Promise<SqlAnswer>;
  /**
   * Writes the tables of a job as Parquet files into `<directory>/<job>`, in place of those that stand there.
   * @returns the paths of the files, by table
   */
  writeParquet(job: string, directory: string): Promise<Readonly<Record<string, readonly string[]>>>;
}

/** @param fileOf the place of a job's copy, if it is kept */
export function sqlQuestions(
  ports: CopyPorts & GatherPorts,
  jobOf: (name: string) => Promise<Job>,
  fileOf?: (job: string) => string,
): SqlQuestions {
  return {
    async ask(name, request) {
      const job = await jobOf(name);
      const file = request.file ?? fileOf?.(name);
      if (file !== undefined) return await askFile(ports, job, request, file);
      const directory = mkdtempSync(join(tmpdir(), 'winnow-sql-'));
      try {
        return await askFile(ports, job, request, join(directory, 'tables.db'));
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    },
    async writeParquet(name, directory) {
      const tableFiles = new DirectoryTables(directory);
      const job = await jobOf(name);
      const parts = await copyToFiles({ ...ports, tableFiles, encode: encodeParquet }, job);
      return Object.fromEntries(
        Object.entries(parts).map(([table, names]) => [
          table,
          names.map((one) => tableFiles.locate(name, one)),
        ]),
      );
    },
  };
}

interface Copy {
  readonly job: string;
  readonly made: string;
  readonly seconds: number;
  readonly version: number;
  readonly state: string;
}

/** How much older than the time that it took a copy becomes before it is made again. */
const rest = 20;

async function askFile(
  ports: CopyPorts & GatherPorts,
  job: Job,
  request: SqlRequest,
  file: string,
): Promise<SqlAnswer> {
  const before = existsSync(file) ? copyIn(file, request.file === undefined) : undefined;
  if (before !== undefined && before.job !== job.name)
    throw new WinnowError('usage', `${file} has the tables of another job, ${before.job}`);
  const isRenewed = before === undefined || (await isToRenew(ports, job, before, request));
  if (isRenewed) await makeCopy(ports, job, file);
  const { made, seconds } = (isRenewed ? copyIn(file, true) : before) as Copy;
  const program = threadFile('query-child');
  const rows = await askTables({ ...request, file }, { timeMs: request.timeMs, program });
  return { ...rows, made, seconds, isRenewed };
}

async function isToRenew(
  ports: CopyPorts & GatherPorts,
  job: Job,
  copy: Copy,
  { renew }: SqlRequest,
): Promise<boolean> {
  if (renew !== 'due') return renew === 'now';
  const age = ports.clock.now() - Date.parse(copy.made);
  if (age < 1_000 * rest * copy.seconds) return false;
  return copy.state !== (await crawlState(ports, job));
}

async function makeCopy(ports: CopyPorts & GatherPorts, job: Job, file: string): Promise<void> {
  const writer = writeTableFile(file);
  try {
    const endBy = Number.POSITIVE_INFINITY;
    await withGraphNow(ports, job, endBy, (graph) => copyTables(ports, job, { writer, ...graph, endBy }));
    writer.finish();
  } finally {
    writer.discard();
  }
}

/** Undefined for one that has to be made again. @throws WinnowError `usage` for somebody's file that is no copy */
function copyIn(file: string, isOurs: boolean): Copy | undefined {
  try {
    const copy = readRow<Copy>(file, 'SELECT * FROM copy');
    return copy?.version === sqlVersion ? copy : undefined;
  } catch (cause) {
    if (isOurs) return undefined;
    throw new WinnowError('usage', `${file} is no copy of a crawl that Winnow made: name another file`, {
      cause,
    });
  }
}
