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
  Role,
  StackInstallation,
} from '../../../lib/runtime/shared/installation.ts';
import { storeJobAndDenyList } from '../../../lib/runtime/shared/store-job.ts';

/** The options that select the job of a command. */
export interface TargetOptions {
  readonly job: string;
  readonly stack?: string;
  readonly jobName?: string;
  readonly json?: boolean;
}

/** Adds the options that select a job. @param printsData the command always prints JSON, so --json is not added */
export function addTargetOptions(command: Command, { printsData = false } = {}): Command {
  const withJobOption = command.option(
    '--job <dir>',
    'use the job in the directory <dir>, or the job.yaml <dir>',
    '.',
  );
  return printsData ? addStackAndJobName(withJobOption) : addStackOptions(withJobOption);
}

/** Adds the options of `addTargetOptions` without `--job`, for a command whose `--job` has a different default. */
export function addStackOptions(command: Command): Command {
  return addStackAndJobName(command).option('--json', 'print JSON');
}

function addStackAndJobName(command: Command): Command {
  return command
    .option('--stack <name>', 'use the job in the stack <name> on AWS')
    .option(
      '--job-name <name>',
      'use the job <name> of the stack or of the data directory (default: the job in --job, or the only job of the stack)',
    );
}

export interface CommandTarget {
  readonly installation: Installation;
  /** The name of the job. */
  readonly job: string;
  /** The job as its files describe it; absent on AWS and for a stored job given with --job-name. */
  readonly loaded?: LoadedJob;
}

/**
 * What happens to the stored job on one machine before a command runs. On AWS nothing happens: `deploy-job` stores settings.
 * - `ensure`: the job is created, or gets the settings of its files.
 * - `refresh`: an existing job gets the settings of its files. A job that does not exist is not created: a changed name in
 *   job.yaml must not make a second job. Where no job exists at all, the command runs on a temporary job, which is then deleted.
 * - `none`: the stored job is used as it is.
 */
export type Preparation = 'ensure' | 'refresh' | 'none';

/** A job on one machine. */
export interface LocalTarget extends CommandTarget {
  readonly installation: EmbeddedInstallation;
}

/**
 * Runs `use` on the job that the options select, and always closes the installation.
 * @throws WinnowError `not-found` for `refresh` when the job does not exist (with the names of the existing jobs), for `none`
 *   when nothing is stored
 */
export async function withJob<T>(
  options: TargetOptions,
  role: Role,
  preparation: Preparation,
  use: (target: CommandTarget) => Promise<T>,
): Promise<T> {
  if (options.stack !== undefined) {
    return closeAfter(await connectStack(options.stack), async (installation) =>
      use({ installation, job: await jobInStack(installation, options) }),
    );
  }
  const loaded = loadJob(options.job);
  const { jobName = loaded.settings.name } = options;
  if (jobName !== loaded.settings.name) return withStoredJob(loaded, jobName, role, use);
  switch (preparation) {
    case 'ensure':
      return withLocal(loaded, role, use);
    case 'refresh':
      return withRefreshed(loaded, role, use);
    case 'none':
      return closeAfter(await openStored(loaded, role), (installation) =>
        use({ installation, job: loaded.settings.name, loaded }),
      );
  }
}

/** Runs `use` on the installation, for commands that are not about one job, and always closes the installation. @throws WinnowError as `withJob` */
export async function withInstallation<T>(
  options: TargetOptions,
  role: Role,
  preparation: Exclude<Preparation, 'refresh'>,
  use: (installation: Installation) => Promise<T>,
): Promise<T> {
  if (options.stack !== undefined) return closeAfter(await connectStack(options.stack), use);
  refuseJobName(options);
  const loaded = loadJob(options.job);
  if (preparation === 'none') return closeAfter(await openStored(loaded, role), use);
  return withLocal(loaded, role, ({ installation }) => use(installation));
}

/** Runs `use` on a stored job of the data directory whose name differs from that in the files of `--job`. */
async function withStoredJob<T>(
  loaded: LoadedJob,
  name: string,
  role: Role,
  use: (target: CommandTarget) => Promise<T>,
): Promise<T> {
  return closeAfter(await openStored(loaded, role), async (installation) => {
    const job = await installation.job(name);
    return use({ installation, job: job.name });
  });
}

function refuseJobName({ jobName }: TargetOptions): void {
  if (jobName !== undefined)
    throw new WinnowError('usage', 'leave out --job-name: the command is not about one job');
}

async function withRefreshed<T>(
  loaded: LoadedJob,
  role: Role,
  use: (target: CommandTarget) => Promise<T>,
): Promise<T> {
  if (!isStored(loaded)) return withTemporaryJob(loaded, use);
  return closeAfter(await openLocal(loaded, role), async (installation) => {
    if ((await installation.jobs()).length === 0) return withTemporaryJob(loaded, use);
    const job = await installation.job(loaded.settings.name);
    if (!isRemoved(job)) await storeJobAndDenyList(installation, loaded);
    return use({ installation, job: job.name, loaded });
  });
}

/** Runs `use` on the job in a new, empty data directory, and deletes the directory afterwards. */
async function withTemporaryJob<T>(
  loaded: LoadedJob,
  use: (target: CommandTarget) => Promise<T>,
): Promise<T> {
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
      `run \`winnow crawl\` first: nothing is stored in ${loaded.dataDir} yet`,
    );
  return openLocal(loaded, role);
}

function isStored({ dataDir }: LoadedJob): boolean {
  return existsSync(join(dataDir, 'winnow.db'));
}

/**
 * Runs `use` on a job in its data directory, and always closes the installation. First the job is created or gets the
 * settings of its files, and all jobs of the installation get its deny list.
 */
export async function withLocal<T>(
  loaded: LoadedJob,
  role: Role,
  use: (target: LocalTarget) => Promise<T>,
): Promise<T> {
  return closeAfter(await openLocal(loaded, role), async (installation) => {
    const { name } = await storeJobAndDenyList(installation, loaded);
    return use({ installation, job: name, loaded });
  });
}

/** Opens the installation in the data directory of a job. The caller closes the installation. */
export async function openLocal(loaded: LoadedJob, role: Role): Promise<EmbeddedInstallation> {
  const { openEmbedded } = await import('../../../lib/runtime/embedded/embedded.ts');
  return openEmbedded(loaded.dataDir, role);
}

/** Connects to the installation of a stack. The caller closes the installation. */
export async function connectStack(stack: string): Promise<StackInstallation> {
  const { connectAws } = await import('../../../lib/runtime/aws/aws.ts');
  return connectAws(stack);
}

async function closeAfter<I extends Installation, T>(
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
  const [only, ...more] = jobs.map(({ name }) => name);
  if (only !== undefined && more.length === 0) return only;
  if (only === undefined) {
    throw new WinnowError(
      'not-found',
      `deploy a job first, with 'winnow deploy-job DIR --stack ${options.stack}': the stack ${options.stack} has no job`,
    );
  }
  throw new WinnowError('usage', `select a job with --job-name: ${[only, ...more].join(', ')}`);
}

/** Runs `use` on the installation for --all-jobs. @throws WinnowError `usage` when --job-name is given, too */
export async function withAllJobs<T>(
  options: TargetOptions,
  use: (installation: Installation) => Promise<T>,
): Promise<T> {
  if (options.jobName !== undefined)
    throw new WinnowError('usage', 'give --all-jobs or --job-name, not both');
  return withInstallation(options, 'guest', 'ensure', use);
}

/** Returns the options that select the same job, for command lines that Winnow proposes. */
export function formatTargetArguments(options: TargetOptions, job: string): string {
  if (options.stack !== undefined) return ` --stack ${options.stack} --job-name ${job}`;
  return options.job === '.' ? '' : ` --job ${options.job}`;
}
