import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WinnowError } from '../../../lib/base/error.ts';
import { jobFileName } from '../../../lib/config/job/file-names.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { operations } from '../../../lib/operations/operations.ts';
import { order } from '../../../lib/operations/order.ts';
import { lackOfAnswer } from '../../../lib/operations/view-crawl.ts';
import type { Operation } from '../../../lib/pipeline/operation/operation.ts';
import type { Status } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { addStackOptions, type CommandTarget, type TargetOptions, withJob } from '../base/context.ts';
import { onlyWith } from '../base/only-with.ts';
import { requestHead } from '../base/request-options.ts';
import { appendValue, durationArgument, wholeArgument } from '../base/values.ts';
import { crawlExample } from './crawl-example.ts';
import { type CrawlLimits, crawlLocally } from './crawl-locally.ts';
import { freeHeld } from './free-held.ts';
import { jobForSeeds } from './job-for-seeds.ts';
import { isAtRest, waitForRest } from './wait-for-rest.ts';

interface CrawlOptions extends Omit<TargetOptions, 'job'>, CrawlLimits {
  readonly job?: string;
  readonly seed?: readonly string[];
  readonly contact?: string;
  readonly forever?: boolean;
  readonly wait?: boolean;
}

export const crawl: DefineCommand = (command, io, ended) => {
  addStackOptions(command)
    .option(
      '--job <dir>',
      'use the job in the directory <dir>, or the job.yaml <dir> (default: the current directory, else the example)',
    )
    .option('--for <duration>', 'start no turn after <duration>, for example 10m', durationArgument)
    .option('--max-pages <number>', 'fetch at most <number> pages', wholeArgument(1, 1_000_000_000))
    .option(
      '--forever',
      'run until interrupted: wait for revisits, reload a changed job.yaml, serve report and metrics',
    )
    .option('--watch', 'serve a report of the crawl to a browser on this machine while the crawl runs')
    .option(
      '--port <number>',
      'with --watch or --forever: serve at port <number>, 0 to 65535 (default: 8643)',
      wholeArgument(0, 65_535),
    )
    .option('--wait', 'with --stack: print progress, and end when nothing more is due within crawl.patience')
    .option(
      '--held',
      'first let go what regions hold now, so that it is fetched; what it leads to is judged anew',
    )
    .option('--host <host>', 'with --held: only URLs of <host>, or of the hosts of the domain <host>')
    .option('--region <name>', 'with --held: only URLs of the region <name>, as `winnow regions` writes it')
    .option('--seed <url>', 'crawl the host of <url> instead of a job (may be repeated)', appendValue)
    .option(
      '--contact <address>',
      'with --seed: give site owners <address>, a mail address or a URL, to reach you',
    )
    .action(async (options: CrawlOptions) => {
      const printing = { io, ended };
      requireForeverUsage(options);
      if (options.held !== true) onlyWith(command, ['host', 'region'], '--held');
      if (options.port !== undefined && options.watch !== true && options.forever !== true)
        throw new WinnowError('usage', 'give --port only with --watch or --forever');
      if (options.wait === true && options.stack === undefined)
        throw new WinnowError(
          'usage',
          'give --wait only with --stack: on this machine the command always waits for the crawl',
        );
      if (options.stack !== undefined) return openOnAws({ ...options, job: options.job ?? '.' }, io);
      if (options.seed !== undefined) {
        if (options.job !== undefined)
          throw new WinnowError('usage', "give --seed or --job, not both; 'winnow seed' adds seeds to a job");
        return crawlLocally(jobForSeeds(options.seed, options.contact), options, printing);
      }
      if (options.contact !== undefined)
        throw new WinnowError('usage', 'give --contact only with --seed: a job has its contact in job.yaml');
      const directory = options.job ?? (existsSync(join('.', jobFileName)) ? '.' : undefined);
      if (directory === undefined) return crawlExample(options, printing);
      if (options.forever !== true) return crawlLocally(loadJob(directory), options, printing);
      const { crawlForever } = await import('./crawl-forever.ts');
      return crawlForever(loadJob(directory), options, printing);
    });
};

function requireForeverUsage({ forever, for: limit, maxPages, seed, stack, job }: CrawlOptions): void {
  if (forever !== true) return;
  const hasConflict = [limit, maxPages, seed, stack].some((one) => one !== undefined);
  if (hasConflict)
    throw new WinnowError('usage', 'give --forever without --for, --max-pages, --seed and --stack');
  if (job === undefined && !existsSync(join('.', jobFileName)))
    throw new WinnowError(
      'usage',
      'give --job DIR: --forever needs a job, and the current directory has no job.yaml',
    );
}

/** Opens a job on AWS, where the stack runs the crawl, and with --wait waits until nothing more is due. */
async function openOnAws(
  options: TargetOptions & CrawlLimits & Pick<CrawlOptions, 'seed' | 'wait'>,
  io: Io,
): Promise<void> {
  const { for: limit, maxPages, seed, watch } = options;
  if ([limit, maxPages, seed, watch].some((one) => one !== undefined)) {
    throw new WinnowError(
      'usage',
      "leave out --for, --max-pages, --watch and --seed, which are for crawls on this machine; on AWS limits.pagesPerDay is the ceiling, and 'winnow report' writes a report",
    );
  }
  const [{ print }, operation] = await Promise.all([
    import('../base/print-answer.ts'),
    operations.status.load(),
  ]);
  const { status, now, settings } = await withJob(
    options,
    'guest',
    'ensure',
    async (target: CommandTarget) => {
      const { crawl, installation, job } = target;
      await freeHeld(target, options, io);
      const reason = `${io.program} crawl`;
      await order('open', installation.place, { job }, requestHead({ reason }));
      const settings = options.wait === true ? await installation.settings(job) : undefined;
      if (settings !== undefined) {
        const { patienceMs } = settings.crawl;
        // The status is read every few seconds, so the register of records is not read.
        const readStatus = (): Promise<Status> => installation.place.status(job, { countRecords: false });
        await waitForRest({ status: readStatus, now: () => installation.now(), patienceMs }, io);
      }
      return { status: await crawl.status(), now: installation.now(), settings };
    },
  );
  const line = (name: string): string => `${io.program} ${name}`;
  const seen = { input: {}, now, order: line, next: line, isOnStack: true };
  print(operation as Operation, { done: status }, { ...options, ...seen, io, ended: () => undefined });
  if (settings === undefined || status.state !== 'open') return;
  if (!isAtRest(status, now, settings.crawl.patienceMs)) return;
  const lack = lackOfAnswer({ end: 'done', status, outcomes: status.outcomes, reasons: [] });
  if (lack !== undefined) throw new WinnowError('unavailable', lack);
}
