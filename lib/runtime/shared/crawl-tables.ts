import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DirectoryTables } from '../../adapters/sql/directory-tables.ts';
import { encodeParquet } from '../../adapters/sql/encode-parquet.ts';
import { readRow } from '../../adapters/sql/open-tables.ts';
import { askTables } from '../../adapters/sql/query-process.ts';
import { AskedPlaces } from '../../adapters/system/asked-places.ts';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { CopyPorts } from '../../capabilities/sql/copy-tables.ts';
import { copyToFiles } from '../../capabilities/sql/copy-to-files.ts';
import { sqlVersion } from '../../capabilities/sql/tables.ts';
import type { GatherPorts } from '../../pipeline/link-graph/gather-parts.ts';
import type { CrawlTables, SqlAnswer, SqlRequest } from '../../pipeline/operation/crawl-tables.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Job } from '../../ports/jobs.ts';
import { type CopyCrawl, copyCrawl } from './copy-crawl.ts';
import { threadFile } from './thread-file.ts';

/** Questions that are answered at the same time, each by a process; a screen of the console asks several, and people go on to the next one. */
const places = {
  ...{ atOnce: 4, mostWaiting: 100, waitMs: 10_000 },
  refused: (why: string) => new WinnowError('unavailable', `the question is not answered: ${why}`),
};

/** Where a place keeps copies, and how it makes them. */
export interface KeptTables {
  /** The place of a job's copy. */
  readonly fileOf: (job: string) => string;
  readonly copy: CopyCrawl;
}

/** @param kept absent: a copy is made for each question */
export function crawlTables(ports: CopyPorts & GatherPorts, kept?: KeptTables): CrawlTables {
  // Who waits for a copy of one job holds up no question about another.
  const [copying, answering] = [new AskedPlaces(places), new AskedPlaces(places)];
  let renewed: Promise<unknown> = Promise.resolve();
  /** One copy is made after the other. */
  const oneByOne = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = renewed.then(work);
    renewed = mine.catch(() => undefined);
    return mine;
  };
  const copy = kept?.copy ?? copyCrawl(ports);
  const copies = copiesBy(copy, ports.clock);
  const askFile = async (job: Job, request: SqlRequest, file: string): Promise<SqlAnswer> => {
    const renewal = oneByOne(() => copies.renew(job, request, file));
    const made = request.renew === 'beside' ? await copies.atOnce(job, file, renewal) : await renewal;
    const { sql, values, rows: most, timeMs, signal } = request;
    const asked = { file, sql, rows: most, ...defined({ values }) };
    const how = { timeMs, program: threadFile('query-child'), ...defined({ signal }) };
    return { ...(await answering.take(() => askTables(asked, how), signal)), ...made };
  };
  return {
    async ask(job, request) {
      const file = request.file ?? kept?.fileOf(job.name);
      if (file !== undefined) return await askFile(job, request, file);
      const copied = () => inTemporary((temporary) => askFile(job, request, temporary));
      return await copying.take(copied, request.signal);
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
/** Who is content with an older copy waits so long for the new one. */
const patienceMs = 1_000;

type Made = Pick<SqlAnswer, 'made' | 'seconds' | 'isRenewed'>;

function copiesBy(copyTo: CopyCrawl, clock: Clock) {
  /** When a copy was found to be what the crawl is: epoch ms, by file. */
  const checked = new Map<string, number>();

  function isDue(file: string, { made, seconds }: Copy, { renew }: SqlRequest): boolean {
    if (renew !== 'due' && renew !== 'beside') return renew === 'now';
    return clock.now() - Math.max(Date.parse(made), checked.get(file) ?? 0) >= 1_000 * rest * seconds;
  }

  return {
    /** Makes the copy in a file where that is to be. */
    async renew(job: Job, request: SqlRequest, file: string): Promise<Made> {
      const before = copyOf(job, file, request.file === undefined);
      if (before !== undefined && !isDue(file, before, request)) return madeAs(before, false);
      const unless = request.renew === 'now' ? undefined : before?.state;
      const isRenewed = await copyTo(job, file, unless);
      if (!isRenewed) checked.set(file, clock.now());
      return madeAs((isRenewed ? copyIn(file, true) : before) as Copy, isRenewed);
    },
    /** The copy that there is, where the renewal takes long. What becomes of that shows in the next answer. */
    async atOnce(job: Job, file: string, renewal: Promise<Made>): Promise<Made> {
      const before = copyOf(job, file, true);
      if (before === undefined) return await renewal;
      const patience = new AbortController();
      const waited = setTimeout(patienceMs, madeAs(before, false), { signal: patience.signal, ref: false });
      return await Promise.race([renewal, waited]).finally(() => {
        patience.abort();
        renewal.catch(() => undefined);
        waited.catch(() => undefined);
      });
    },
  };
}

function copyOf(job: Job, file: string, isOurs: boolean): Copy | undefined {
  const copy = existsSync(file) ? copyIn(file, isOurs) : undefined;
  if (copy !== undefined && copy.job !== job.name)
    throw new WinnowError('usage', `${file} has the tables of another job, ${copy.job}`);
  return copy;
}

function madeAs({ made, seconds }: Copy, isRenewed: boolean): Made {
  return { made, seconds, isRenewed };
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
