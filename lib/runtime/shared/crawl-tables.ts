import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryTables } from '../../adapters/sql/directory-tables.ts';
import { encodeParquet } from '../../adapters/sql/encode-parquet.ts';
import { readRow } from '../../adapters/sql/open-tables.ts';
import { askTables } from '../../adapters/sql/query-process.ts';
import { writeTableFile } from '../../adapters/sql/table-file.ts';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { type CopyPorts, copyTables, crawlState } from '../../capabilities/sql/copy-tables.ts';
import { copyToFiles } from '../../capabilities/sql/copy-to-files.ts';
import { withGraphNow } from '../../capabilities/sql/graph-to-copy.ts';
import { sqlVersion } from '../../capabilities/sql/tables.ts';
import type { GatherPorts } from '../../pipeline/link-graph/gather-parts.ts';
import type { CrawlTables, SqlAnswer, SqlRequest } from '../../pipeline/operation/crawl-tables.ts';
import type { Job } from '../../ports/jobs.ts';
import { threadFile } from './thread-file.ts';

/** Questions that are answered at the same time: each has a process. */
const mostAtOnce = 4;

/** @param fileOf the place of a job's copy, if it is kept */
export function crawlTables(ports: CopyPorts & GatherPorts, fileOf?: (job: string) => string): CrawlTables {
  let asked = 0;
  let renewed: Promise<unknown> = Promise.resolve();
  /** One copy is made after the other. */
  const oneByOne: OneByOne = (work) => {
    const mine = renewed.then(work);
    renewed = mine.catch(() => undefined);
    return mine;
  };
  const askFile = async (job: Job, request: SqlRequest, file: string): Promise<SqlAnswer> => {
    const copy = await oneByOne(() => copyFor(ports, job, request, file));
    const { sql, values, rows: most, timeMs, signal } = request;
    const rows = await askTables(
      { file, sql, rows: most, ...defined({ values }) },
      { timeMs, program: threadFile('query-child'), ...defined({ signal }) },
    );
    return { ...rows, ...copy };
  };
  return {
    async ask(job, request) {
      if (asked >= mostAtOnce)
        throw new WinnowError(
          'unavailable',
          `${mostAtOnce} other questions are being answered: ask again later`,
        );
      asked += 1;
      try {
        const file = request.file ?? fileOf?.(job.name);
        if (file !== undefined) return await askFile(job, request, file);
        return await inTemporary((temporary) => askFile(job, request, temporary));
      } finally {
        asked -= 1;
      }
    },
    async writeParquet(job, directory) {
      const tableFiles = new DirectoryTables(directory);
      const parts = await copyToFiles({ ...ports, tableFiles, encode: encodeParquet }, job);
      const located = Object.entries(parts).map(
        ([table, names]) => [table, names.map((one) => tableFiles.locate(job.name, one))] as const,
      );
      return Object.fromEntries(located);
    },
  };
}

type OneByOne = <T>(work: () => Promise<T>) => Promise<T>;

async function inTemporary<T>(use: (file: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-sql-'));
  try {
    return await use(join(directory, 'tables.db'));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
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

/** Makes the copy in a file where that is to be. */
async function copyFor(
  ports: CopyPorts & GatherPorts,
  job: Job,
  request: SqlRequest,
  file: string,
): Promise<Pick<SqlAnswer, 'made' | 'seconds' | 'isRenewed'>> {
  const before = existsSync(file) ? copyIn(file, request.file === undefined) : undefined;
  if (before !== undefined && before.job !== job.name)
    throw new WinnowError('usage', `${file} has the tables of another job, ${before.job}`);
  const isRenewed = before === undefined || (await isToRenew(ports, job, before, request));
  if (isRenewed) await makeCopy(ports, job, file);
  const { made, seconds } = (isRenewed ? copyIn(file, true) : before) as Copy;
  return { made, seconds, isRenewed };
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
