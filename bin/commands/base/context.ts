import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { isRemoved } from '../../../lib/domain/control/pause.ts';
import type {
  EmbeddedInstallation,
  Installation,
  Job,
  Role,
  StackInstallation,
} from '../../../lib/runtime/shared/installation.ts';

/** Which job a command is about; every command that has one takes these. */
export interface TargetOptions {
  readonly job: string;
  readonly stack?: string;
  readonly jobName?: string;
  readonly json?: boolean;
}

/** Adds the options that say which job is meant. @param printsData it prints JSON in any case */
export function targetOptions(command: Command, { printsData = false } = {}): Command {
  const local = command.option('--job <dir>', 'the directory of the job, or its job.yaml', '.');
  return printsData ? namedInStack(local) : stackOptions(local);
}

/** Adds what `targetOptions` does but `--job`, for a command that has a default of its own for it. */
export function stackOptions(command: Command): Command {
  return namedInStack(command).option('--json', 'print JSON');
}

function namedInStack(command: Command): Command {
  return command
    .option('--stack <name>', 'the job is on AWS, in this stack')
    .option(
      '--job-name <name>',
      "the name of the job in the stack, or of another one in the data directory (default: the one in --job, or the stack's only one)",
    );
}

export interface CommandTarget {
  readonly installation: Installation;
  /** The name of the job. */
  readonly job: string;
  /** What its files say, on one machine. */
  readonly loaded?: LoadedJob;
}

/**
 * What is done on one machine before a command, with the job that the files of `--job` describe; on AWS `deploy-job` does so.
 * - `make`: the job is made, or gets its newest settings. The files are the truth.
 * - `refresh`: as `make` for a job that is there. One that is not there is not made, under a changed name least of all. Where there is
 *   no job at all yet, one that is forgotten afterwards answers.
 * - `nothing`: what is there is looked at as it is.
 */
export type Preparation = 'make' | 'refresh' | 'nothing';

/** A job on one machine. */
export interface LocalTarget extends CommandTarget {
  readonly installation: EmbeddedInstallation;
}

/**
 * Runs `use` on the job that is meant and closes the installation, whatever happens.
 * @throws WinnowError `not-found` for `refresh`, naming the jobs that there are; for `nothing` where nothing is stored
 */
export async function withJob<T>(
  options: TargetOptions,
  role: Role,
  preparation: Preparation,
  use: (target: CommandTarget) => Promise<T>,
): Promise<T> {
  if (options.stack !== undefined) {
    return using(await connect(options.stack), async (installation) =>
      use({ installation, job: await jobInStack(installation, options) }),
    );
  }
  const loaded = loadJob(options.job);
  const { jobName = loaded.settings.name } = options;
  if (jobName !== loaded.settings.name) return withOther(loaded, jobName, role, use);
  switch (preparation) {
    case 'make':
      return withLocal(loaded, role, use);
    case 'refresh':
      return withRefreshed(loaded, role, use);
    case 'nothing':
      return using(await openStored(loaded, role), (installation) =>
        use({ installation, job: loaded.settings.name, loaded }),
      );
  }
}

/** Runs `use` on the installation, whichever job is meant, and closes it, whatever happens. @throws WinnowError as `withJob` */
export async function withInstallation<T>(
  options: TargetOptions,
  role: Role,
  preparation: Exclude<Preparation, 'refresh'>,
  use: (installation: Installation) => Promise<T>,
): Promise<T> {
  if (options.stack !== undefined) return using(await connect(options.stack), use);
  refuseJobName(options);
  const loaded = loadJob(options.job);
  if (preparation === 'nothing') return using(await openStored(loaded, role), use);
  return withLocal(loaded, role, ({ installation }) => use(installation));
}

/** Another job of the data directory, as it is stored: what the files of `--job` say is not about it. */
async function withOther<T>(
  loaded: LoadedJob,
  name: string,
  role: Role,
  use: (target: CommandTarget) => Promise<T>,
): Promise<T> {
  return using(await openStored(loaded, role), async (installation) => {
    const job = await installation.job(name);
    return use({ installation, job: job.name });
  });
}

function refuseJobName({ jobName }: TargetOptions): void {
  if (jobName !== undefined)
    throw new WinnowError('usage', '--job-name is of no use here: the command is not about one job');
}

async function withRefreshed<T>(
  loaded: LoadedJob,
  role: Role,
  use: (target: CommandTarget) => Promise<T>,
): Promise<T> {
  if (!isStored(loaded)) return withForgotten(loaded, use);
  return using(await openLocal(loaded, role), async (installation) => {
    if ((await installation.jobs()).length === 0) return withForgotten(loaded, use);
    const job = await installation.job(loaded.settings.name);
    if (!isRemoved(job)) await makeJob(installation, loaded);
    return use({ installation, job: job.name, loaded });
  });
}

/** Runs `use` on a job that nobody has crawled, in a directory that is deleted then. */
async function withForgotten<T>(loaded: LoadedJob, use: (target: CommandTarget) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'winnow-look-'));
  try {
    return await withLocal({ ...loaded, dataDir }, 'guest', use);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function openStored(loaded: LoadedJob, role: Role): Promise<EmbeddedInstallation> {
  if (!isStored(loaded))
    throw new WinnowError(
      'not-found',
      `${loaded.dataDir}: nothing is stored there yet; \`winnow crawl\` begins`,
    );
  return openLocal(loaded, role);
}

function isStored({ dataDir }: LoadedJob): boolean {
  return existsSync(join(dataDir, 'winnow.db'));
}

/**
 * Runs `use` on a job in its data directory and closes it, whatever happens. The files are the truth: the installation
 * gets the job, or its newest settings, first; its deny list goes to all of its jobs.
 */
export async function withLocal<T>(
  loaded: LoadedJob,
  role: Role,
  use: (target: LocalTarget) => Promise<T>,
): Promise<T> {
  return using(await openLocal(loaded, role), async (installation) => {
    const { name } = await makeJob(installation, loaded);
    return use({ installation, job: name, loaded });
  });
}

/** The installation gets the job, or its newest settings; its deny list goes to all jobs. */
async function makeJob(installation: Installation, loaded: LoadedJob): Promise<Job> {
  const job = await ensureLoaded(installation, loaded);
  await installation.denyHosts(loaded.settings.deny);
  return job;
}

/** Gives an installation a job, or its newest settings, after the plug-ins and models that they name. */
export async function ensureLoaded(
  installation: Installation,
  { settings, models, plugins }: LoadedJob,
): Promise<Job> {
  for (const plugin of plugins) await installation.keepPlugin(plugin);
  for (const model of models) await installation.keepModel(model);
  return await installation.ensureJob(settings);
}

/** The installation in the data directory of a job; whoever opens it closes it. */
export async function openLocal(loaded: LoadedJob, role: Role): Promise<EmbeddedInstallation> {
  const { openEmbedded } = await import('../../../lib/runtime/embedded/embedded.ts');
  return openEmbedded(loaded.dataDir, role);
}

/** The installation of a stack; whoever connects closes it. */
export async function connect(stack: string): Promise<StackInstallation> {
  const { connectAws } = await import('../../../lib/runtime/aws/aws.ts');
  return connectAws(stack);
}

async function using<I extends Installation, T>(
  installation: I,
  use: (installation: I) => Promise<T>,
): Promise<T> {
  try {
    return await use(installation);
  } finally {
    await installation.close();
  }
}

async function jobInStack(installation: Installation, options: TargetOptions): Promise<string> {
  if (options.jobName !== undefined) return options.jobName;
  const jobs = (await installation.jobs()).filter((job) => !isRemoved(job));
  const [only, ...others] = jobs.map(({ name }) => name);
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined) {
    throw new WinnowError(
      'not-found',
      `the stack ${options.stack} has no job; 'winnow deploy-job DIR --stack ${options.stack}' puts one there`,
    );
  }
  throw new WinnowError('usage', `say which job with --job-name: ${[only, ...others].join(', ')}`);
}

/** Runs `use` on every job of the installation. @throws WinnowError `usage` where one is named, too */
export async function withAllJobs<T>(
  options: TargetOptions,
  use: (installation: Installation) => Promise<T>,
): Promise<T> {
  if (options.jobName !== undefined)
    throw new WinnowError('usage', 'give --all-jobs or --job-name, not both');
  return withInstallation(options, 'guest', 'make', use);
}

/** The options that name this job again, for command lines that are proposed. */
export function targetArguments(options: TargetOptions, job: string): string {
  if (options.stack !== undefined) return ` --stack ${options.stack} --job-name ${job}`;
  return options.job === '.' ? '' : ` --job ${options.job}`;
}
