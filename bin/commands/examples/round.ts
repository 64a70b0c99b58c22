import type { Command } from 'commander';
import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { formatBytes } from '../../../lib/base/quantity.ts';
import { learners } from '../../../lib/capabilities/examples/set/learners.ts';
import { requireContact } from '../../../lib/config/job/contact.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import type { RoundReport } from '../../../lib/runtime/shared/installation.ts';
import type { ExitCode, Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderLists } from '../../render/examples/lists.ts';
import { renderRound } from '../../render/examples/round.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { writeBytes } from '../base/files.ts';
import { wholeArgument } from '../base/values.ts';
import { crawlLocally } from '../crawl/crawl-locally.ts';

interface RoundOptions extends TargetOptions {
  readonly learner?: string;
  readonly maxPages?: number;
}

interface ModelOptions extends TargetOptions {
  readonly round?: number;
}

/** Pages of each list after a round. */
const listed = 5;

/** Defines the commands that learn: a round, and the model of one for other jobs. */
export function defineRound(command: Command, io: Io, ended: (code: ExitCode) => void): void {
  const names = learners.map(({ name, about }) => `${name}: ${about}`).join('; ');
  addTargetOptions(command.command('round'))
    .description('take in what was accepted and rejected, learn the topic anew, and go on with it')
    .option('--learner <name>', `learn by <name> (${names})`)
    .option(
      '--max-pages <number>',
      'then crawl <number> pages on this machine, and list them',
      wholeArgument(1, 1_000_000),
    )
    .action(async (options: RoundOptions) => {
      if (options.stack !== undefined && options.maxPages !== undefined)
        throw new WinnowError('usage', 'leave out --max-pages: a stack goes on with the crawl by itself');
      const report = await beginRound(options, io);
      if (options.json !== true) io.out(renderRound(report));
      if (options.maxPages !== undefined) {
        const quiet = { ...io, out: () => undefined };
        await crawlLocally(loadJob(options.job), { maxPages: options.maxPages }, quiet);
        const lists = await withJob(options, 'guest', 'ensure', ({ installation, job }) =>
          installation.examples.lists(job, listed),
        );
        io.out(options.json === true ? json({ ...report, lists }) : `\n${renderLists(lists)}`);
      } else if (options.json === true) io.out(json(report));
      if (report.problem !== undefined && report.before.length > 0) ended(1);
    });
  addTargetOptions(command.command('model'))
    .description('write the model that a round has learnt to a file, for the `topic.model` of other jobs')
    .argument('<file>', 'where to write it')
    .option(
      '--round <number>',
      'the model of round <number> (default: the last one)',
      wholeArgument(1, 1_000_000),
    )
    .action(async (file: string, options: ModelOptions) => {
      const bytes = await withJob(options, 'guest', 'ensure', ({ installation, job }) =>
        installation.examples.model(job, options.round),
      );
      writeBytes(file, bytes);
      const written = { file, bytes: bytes.length };
      io.out(options.json === true ? json(written) : `${file}: ${formatBytes(bytes.length)}\n`);
    });
}

/** Another process may be crawling: then its turns judge the stored pages. */
async function beginRound(options: RoundOptions, io: Io): Promise<RoundReport> {
  const begin = (role: 'worker' | 'guest') =>
    withJob(options, role, 'ensure', async ({ installation, job }) => {
      const { answers } = await installation.examples.list(job);
      if (answers.length > 0) requireContact(await installation.settings(job));
      return installation.examples.round(job, {
        signal: io.interrupted(),
        ...defined({ learner: options.learner }),
      });
    });
  try {
    return await begin('worker');
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'locked') return begin('guest');
    throw error;
  }
}
