import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jobFileName, loadJob } from '../../../lib/config/job/load-job.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { Status } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { addStackOptions, type CommandTarget, type TargetOptions, withJob } from '../base/context.ts';
import { appendValue, durationArgument, wholeArgument } from '../base/values.ts';
import { makeControlRequest } from '../operate/control.ts';
import { requestHead } from '../operate/request-options.ts';
import { crawlExample } from './crawl-example.ts';
import { type CrawlLimits, crawlLocally } from './crawl-locally.ts';
import { jobForSeeds } from './job-for-seeds.ts';
import { waitForRest } from './wait-for-rest.ts';

interface CrawlOptions extends Omit<TargetOptions, 'job'>, CrawlLimits {
  readonly job?: string;
  readonly seed?: readonly string[];
  readonly contact?: string;
  readonly forever?: boolean;
  readonly wait?: boolean;
}

export const crawl: DefineCommand = (command, io) => {
  addStackOptions(command)
    .option('--job <dir>', 'the directory of the job, or its job.yaml (default: here, or the example)')
    .option('--for <duration>', 'start no turn after this time, for example 10m', durationArgument)
    .option('--max-pages <number>', 'start no turn after so many pages', wholeArgument(1, 1_000_000_000))
    .option(
      '--forever',
      'never end by itself: wait for revisits, take up a changed job.yaml, serve report and metrics',
    )
    .option('--watch', 'serve its report to a browser on this machine while it runs')
    .option(
      '--port <number>',
      'with --watch or --forever: at this port (default: 8643)',
      wholeArgument(0, 65_535),
    )
    .option('--wait', 'with --stack: say how it goes, and end when nothing more is due within crawl.patience')
    .option('--seed <url>', 'crawl the host of this URL instead of a job (may be given again)', appendValue)
    .option('--contact <address>', 'with --seed: where those whose site is crawled can reach you')
    .action(async (options: CrawlOptions) => {
      checkForever(options);
      if (options.port !== undefined && options.watch !== true && options.forever !== true)
        throw new WinnowError('usage', '--port goes with --watch or --forever');
      if (options.wait === true && options.stack === undefined)
        throw new WinnowError(
          'usage',
          '--wait goes with --stack; a crawl on this machine is waited for anyway',
        );
      if (options.stack !== undefined) return openOnAws({ ...options, job: options.job ?? '.' }, io);
      if (options.seed !== undefined) {
        if (options.job !== undefined)
          throw new WinnowError('usage', "give --seed or --job, not both; 'winnow seed' adds seeds to a job");
        return crawlLocally(jobForSeeds(options.seed, options.contact), options, io);
      }
      if (options.contact !== undefined)
        throw new WinnowError('usage', '--contact goes with --seed; a job says it in its job.yaml');
      const directory = options.job ?? (existsSync(join('.', jobFileName)) ? '.' : undefined);
      if (directory === undefined) return crawlExample(options, io);
      if (options.forever !== true) return crawlLocally(loadJob(directory), options, io);
      const { crawlForever } = await import('./crawl-forever.ts');
      return crawlForever(loadJob(directory), options, io);
    });
};

function checkForever({ forever, for: limit, maxPages, seed, stack, job }: CrawlOptions): void {
  if (forever !== true) return;
  const other = [limit, maxPages, seed, stack].some((one) => one !== undefined);
  if (other)
    throw new WinnowError('usage', '--forever does not go with --for, --max-pages, --seed or --stack');
  if (job === undefined && !existsSync(join('.', jobFileName)))
    throw new WinnowError('usage', '--forever crawls a job of your own: name it with --job DIR');
}

/** On AWS a crawl runs by itself: all there is to do is to open it, and to wait where that is asked for. */
async function openOnAws(
  options: TargetOptions & CrawlLimits & Pick<CrawlOptions, 'seed' | 'wait'>,
  io: Io,
): Promise<void> {
  const { for: limit, maxPages, seed, watch } = options;
  if ([limit, maxPages, seed, watch].some((one) => one !== undefined)) {
    throw new WinnowError(
      'usage',
      "--for, --max-pages, --watch and --seed are for crawls on this machine; on AWS limits.pagesPerDay is the ceiling, and 'winnow report' shows how it goes",
    );
  }
  const [{ json }, { renderStatus }] = await Promise.all([
    import('../../render/base/json.ts'),
    import('../../render/look/status.ts'),
  ]);
  const status = await withJob(options, 'guest', 'ensure', async ({ installation, job }: CommandTarget) => {
    const reason = `${io.program} crawl`;
    await installation.desk.control(makeControlRequest({ command: 'open', job, ...requestHead({ reason }) }));
    if (options.wait === true) {
      const { patienceMs } = (await installation.settings(job)).crawl;
      // Looks come every few seconds: none of them reads the register of records.
      const look = (): Promise<Status> => installation.status(job, { countRecords: false });
      await waitForRest({ status: look, patienceMs }, io);
    }
    return await installation.status(job);
  });
  io.out(options.json === true ? json(status) : renderStatus(status, Date.now()));
}
