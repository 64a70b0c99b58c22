import { requireContact } from '../../../lib/config/job/contact.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import type { ArmsReport, EmbeddedInstallation } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderArms } from '../../render/look/arms.ts';
import {
  addTargetOptions,
  storeJob,
  type TargetOptions,
  withInstallation,
  withLocal,
} from '../base/context.ts';
import { durationArgument, wholeArgument } from '../base/values.ts';
import { openProgressLine } from '../crawl/progress-line.ts';

interface AbOptions extends TargetOptions {
  readonly b?: string;
  readonly name?: string;
  readonly pages: number;
  readonly for?: number;
  readonly arms?: string;
  readonly first: number;
}

export const ab: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--b <dir>', 'the job whose topic and focus are the second policy; the first is that of --job')
    .option(
      '--name <name>',
      'what the two jobs are called, with -a and -b (default: the name of the job, and -ab)',
    )
    .option(
      '--pages <n>',
      'pages that each arm fetches, and what its turns under way have',
      wholeArgument(1, 10_000_000),
      1_000,
    )
    .option('--for <duration>', 'how long each arm crawls, at most: 10m, 1h30m', durationArgument)
    .option('--arms <a,b>', 'crawl nothing: compare two jobs that there are')
    .option('--first <pages>', 'so many pages of each arm are compared', wholeArgument(1, 1_000_000), 100_000)
    .action(async (options: AbOptions) => {
      const report =
        options.arms === undefined ? await run(options, io) : await compare(options, options.arms);
      io.out(options.json === true ? json(report) : renderArms(report));
    });
};

async function compare(options: AbOptions, arms: string): Promise<ArmsReport> {
  const [a, b, ...others] = arms.split(',').map((name) => name.trim());
  if (!a || !b || others.length > 0)
    throw new WinnowError('usage', '--arms: expected the names of two jobs, as a,b');
  return await withInstallation(options, 'guest', 'ensure', (installation) =>
    installation.graph.compare([a, b], options.first),
  );
}

async function run(options: AbOptions, io: Io): Promise<ArmsReport> {
  if (options.stack !== undefined)
    throw new WinnowError(
      'usage',
      'on AWS the arms are two jobs with scope.share that you deploy: --stack NAME --arms A,B compares them',
    );
  if (options.b === undefined) throw new WinnowError('usage', '--b DIR names the job with the second policy');
  const [first, second] = armsOf(loadJob(options.job), loadJob(options.b), options);
  requireContact(first.settings);
  return await withLocal(first, 'worker', async ({ installation, job }) => {
    const { name: other } = await storeJob(installation, second);
    for (const [arm, { settings }] of [
      [job, first],
      [other, second],
    ] as const) {
      const { accepted } = await installation.seed(arm, settings.seeds);
      if (accepted.length > 0) continue;
      const { part = 0 } = settings.scope.share ?? {};
      throw new WinnowError(
        'usage',
        `no seed is on a host of part ${part}: give it seeds on more registered domains`,
      );
    }
    await crawlArms(installation, [job, other], options, io);
    return await installation.graph.compare([job, other], options.first);
  });
}

/** The same job twice, with half of the hosts each: the second by the topic and focus of another. */
function armsOf(
  base: LoadedJob,
  other: LoadedJob,
  { name, pages }: AbOptions,
): readonly [LoadedJob, LoadedJob] {
  if (base.settings.scope.share !== undefined)
    throw new WinnowError('usage', 'the job has a scope.share already, and cannot be split again');
  const called = name ?? `${base.settings.name}-ab`;
  const arm = (part: number, letter: string): JobSettings => ({
    ...base.settings,
    name: `${called}-${letter}`,
    scope: { ...base.settings.scope, share: { part, of: 2 } },
    stop: { ...base.settings.stop, pages },
  });
  const { topic: _, ...rest } = arm(2, 'b');
  const { topic, focus } = other.settings;
  return [
    { ...base, settings: arm(1, 'a') },
    {
      ...base,
      settings: { ...rest, focus, ...(topic === undefined ? {} : { topic }) },
      models: other.models,
      plugins: [...base.plugins, ...other.plugins],
    },
  ];
}

/** Both at once, as a crawl takes all open jobs along; the second time is for the one that is not through. */
async function crawlArms(
  installation: EmbeddedInstallation,
  jobs: readonly string[],
  options: AbOptions,
  io: Io,
): Promise<void> {
  const progress = openProgressLine(io);
  const signal = io.interrupted();
  try {
    for (const job of jobs) {
      const limits = options.for === undefined ? {} : { forMs: options.for };
      const { end } = await installation.crawl(job, { signal, onProgress: progress.show, ...limits });
      if (end === 'interrupted') break;
    }
  } finally {
    progress.end();
  }
}
