import { requireContact } from '../../../lib/config/job/contact.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import type { ArmsReport, EmbeddedInstallation } from '../../../lib/runtime/shared/installation.ts';
import { storeJob } from '../../../lib/runtime/shared/store-job.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderArms } from '../../render/look/arms.ts';
import { addTargetOptions, type TargetOptions, withInstallation, withLocal } from '../base/context.ts';
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
    .option(
      '--b <dir>',
      'take topic and focus of the job in <dir> as the second policy; the first policy is that of --job',
    )
    .option(
      '--name <name>',
      'name the two jobs <name>-a and <name>-b (default: the name of the job with -ab)',
    )
    .option(
      '--pages <n>',
      'pause each arm after <n> pages, 1 to 10000000; turns under way are finished',
      wholeArgument(1, 10_000_000),
      1_000,
    )
    .option(
      '--for <duration>',
      'start no turn of an arm after <duration>, for example 10m or 1h30m',
      durationArgument,
    )
    .option('--arms <a,b>', 'crawl nothing: compare the existing jobs <a> and <b>')
    .option(
      '--first <pages>',
      'compare the first <pages> pages of each arm, 1 to 1000000',
      wholeArgument(1, 1_000_000),
      100_000,
    )
    .action(async (options: AbOptions) => {
      const report =
        options.arms === undefined ? await run(options, io) : await compare(options, options.arms);
      io.out(options.json === true ? json(report) : renderArms(report));
    });
};

async function compare(options: AbOptions, arms: string): Promise<ArmsReport> {
  const [a, b, ...others] = arms.split(',').map((name) => name.trim());
  if (!a || !b || others.length > 0)
    throw new WinnowError('usage', '--arms: give the names of two jobs, as a,b');
  return await withInstallation(options, 'guest', 'ensure', (installation) =>
    installation.graph.compare([a, b], options.first),
  );
}

async function run(options: AbOptions, io: Io): Promise<ArmsReport> {
  if (options.stack !== undefined)
    throw new WinnowError(
      'usage',
      'compare two deployed jobs with --stack NAME --arms A,B: on AWS the command crawls nothing; give each job its half with scope.share',
    );
  if (options.b === undefined)
    throw new WinnowError('usage', 'give the job with the second policy with --b DIR');
  const [first, second] = makeArms(loadJob(options.job), loadJob(options.b), options);
  requireContact(first.settings);
  return await withLocal(first, {}, async ({ installation, job }) => {
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
        `add seeds on more registered domains: no seed is on a host of part ${part}`,
      );
    }
    await crawlArms(installation, [job, other], options, io);
    return await installation.graph.compare([job, other], options.first);
  });
}

/** Returns the job twice, each with half of the hosts; the second has topic and focus of the job of --b. */
function makeArms(
  base: LoadedJob,
  other: LoadedJob,
  { name, pages }: AbOptions,
): readonly [LoadedJob, LoadedJob] {
  if (base.settings.scope.share !== undefined)
    throw new WinnowError(
      'usage',
      'give a job without scope.share: a job that has only a part of the hosts cannot be split',
    );
  const baseName = name ?? `${base.settings.name}-ab`;
  const makeArm = (part: number, letter: string): JobSettings => ({
    ...base.settings,
    name: `${baseName}-${letter}`,
    scope: { ...base.settings.scope, share: { part, of: 2 } },
    stop: { ...base.settings.stop, pages },
  });
  const { topic: _, ...rest } = makeArm(2, 'b');
  const { topic, focus } = other.settings;
  return [
    { ...base, settings: makeArm(1, 'a') },
    {
      ...base,
      settings: { ...rest, focus, ...(topic === undefined ? {} : { topic }) },
      models: other.models,
      plugins: [...base.plugins, ...other.plugins],
    },
  ];
}

/** Crawls both arms at once, because a crawl includes all open jobs. The second crawl finishes an arm that the first left unfinished. */
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
