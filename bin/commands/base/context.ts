import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { LocalCrawl } from '../../../lib/api/local-crawl.ts';
import type { EnterOptions } from '../../../lib/api/open-local.ts';
import type { StoredCrawl } from '../../../lib/api/stored-crawl.ts';
import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import type { LoadedJob } from '../../../lib/config/job/load-job.ts';
import { isRemoved } from '../../../lib/domain/control/pause.ts';
import type { OpenedJob } from '../../../lib/pipeline/operation/operation.ts';
import type {
  EmbeddedInstallation,
  Installation,
  Role,
  StackInstallation,
} from '../../../lib/runtime/shared/installation.ts';
import { shellWord } from '../../render/base/shell-word.ts';
import { jobToLookAt } from './example-job.ts';

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

/** Adds the options of `addTargetOptions` without those that select a job. */
export function addPlaceOptions(command: Command): Command {
  return command.option('--stack <name>', 'use the stack <name> on AWS').option('--json', 'print JSON');
}

export interface CommandTarget<C extends StoredCrawl = StoredCrawl> {
  /** The job as a program has it, which is all that most commands need. */
  readonly crawl: C;
  readonly installation: C['installation'];
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
 * - `bring`: the same, in a data directory that is made where there is none.
 */
export type Preparation = 'ensure' | 'refresh' | 'none' | 'bring';

/** A job on one machine. */
export type LocalTarget = CommandTarget<LocalCrawl>;

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
  if (options.stack !== undefined) return withDeployed(options, options.stack, use);
  const loaded = await loadTarget(options, preparation);
  const { name } = loaded.settings;
  const { jobName = name } = options;
  if (jobName === name && preparation === 'ensure') return withLocal(loaded, asRole(role), use);
  if (jobName === name && preparation === 'refresh') return withRefreshed(loaded, role, use);
  const crawl = await enterStored(loaded, role, jobName);
  return closeAfter(crawl, async () => {
    if (jobName === name) return use(targetOf(crawl, loaded));
    await crawl.installation.job(jobName);
    return use(targetOf(crawl));
  });
}

/** Runs `use` on the installation, for commands that are not about one job, and always closes the installation. @throws WinnowError as `withJob` */
export async function withInstallation<T>(
  options: TargetOptions,
  role: Role,
  preparation: Exclude<Preparation, 'refresh'>,
  use: (installation: Installation, loaded?: LoadedJob) => Promise<T>,
): Promise<T> {
  if (options.stack !== undefined)
    return closeAfter(await connectStack(options.stack), (stack) => use(stack));
  refuseJobName(options);
  const loaded = await loadTarget(options, preparation);
  if (preparation === 'bring') return inDirectory(loaded, role, (installation) => use(installation, loaded));
  if (preparation === 'none')
    return closeAfter(await enterStored(loaded, role), ({ installation }) => use(installation, loaded));
  return withLocal(loaded, asRole(role), ({ installation }) => use(installation, loaded));
}

/** Reading a job takes five times the code that help takes. */
async function loadTarget({ job }: TargetOptions, preparation: Preparation): Promise<LoadedJob> {
  const { loadJob } = await import('../../../lib/config/job/load-job.ts');
  return loadJob(preparation === 'ensure' ? job : jobToLookAt(job));
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
  return closeAfter(await enterStored(loaded, role), async (crawl) => {
    const { installation, name } = crawl;
    if ((await installation.jobs()).length === 0) return withTemporaryJob(loaded, use);
    const { storeJobAndDenyList } = await import('../../../lib/runtime/shared/store-job.ts');
    if (!isRemoved(await installation.job(name))) await storeJobAndDenyList(installation, loaded);
    return use(targetOf(crawl, loaded));
  });
}

/** Runs `use` on the job in a new, empty data directory, and deletes the directory afterwards. */
async function withTemporaryJob<T>(
  loaded: LoadedJob,
  use: (target: CommandTarget) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'winnow-look-'));
  try {
    return await withLocal({ ...loaded, dataDir }, asRole('guest'), use);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Runs `use` on the data directory of a job, which is made, and always closes it. The job in it stays as it is. */
export async function inDirectory<T>(
  loaded: LoadedJob,
  role: Role,
  use: (installation: EmbeddedInstallation) => Promise<T>,
): Promise<T> {
  return await closeAfter(await openDirectory(loaded, role), use);
}

/** Opens the data directory of a job, as `inDirectory` does. The caller closes it. */
export async function openDirectory(
  { dataDir, settings }: LoadedJob,
  role: Role,
): Promise<EmbeddedInstallation> {
  const { enterJob } = await import('../../../lib/api/open-local.ts');
  return (await enterJob(dataDir, settings.name, asRole(role))).installation;
}

/** Opens the stored job of a directory, to look at. The caller closes it. @throws WinnowError `not-found` when nothing is stored */
export async function openJobAt(directory: string): Promise<OpenedJob> {
  const crawl = await enterStored(await loadTarget({ job: directory }, 'none'), 'guest');
  await crawl.installation.job(crawl.name);
  return { place: crawl.installation.place, job: crawl.name, close: () => crawl.close() };
}

async function enterStored(loaded: LoadedJob, role: Role, name = loaded.settings.name): Promise<LocalCrawl> {
  if (!isStored(loaded))
    throw new WinnowError(
      'not-found',
      `run \`winnow crawl\` first: nothing is stored in ${loaded.dataDir} yet`,
    );
  const { enterJob } = await import('../../../lib/api/open-local.ts');
  return await enterJob(loaded.dataDir, name, asRole(role));
}

const asRole = (role: Role): EnterOptions => ({ guest: role === 'guest' });

function isStored({ dataDir }: LoadedJob): boolean {
  return existsSync(join(dataDir, 'winnow.db'));
}

/**
 * Runs `use` on a job in its data directory, and always closes it. First the job is created or gets the settings of its
 * files, and all jobs of the installation get its deny list.
 */
export async function withLocal<T>(
  loaded: LoadedJob,
  options: EnterOptions,
  use: (target: LocalTarget) => Promise<T>,
): Promise<T> {
  const crawl = await openLocal(loaded, options);
  return closeAfter(crawl, () => use(targetOf(crawl, loaded)));
}

/** Opens a job in its data directory, as `withLocal` does. The caller closes it. */
export async function openLocal(loaded: LoadedJob, options: EnterOptions): Promise<LocalCrawl> {
  const { openJob } = await import('../../../lib/api/open-local.ts');
  return await openJob(loaded, options);
}

export function targetOf<C extends StoredCrawl>(crawl: C, loaded?: LoadedJob): CommandTarget<C> {
  return { crawl, installation: crawl.installation, job: crawl.name, ...defined({ loaded }) };
}

async function withDeployed<T>(
  options: TargetOptions,
  stack: string,
  use: (target: CommandTarget) => Promise<T>,
): Promise<T> {
  const { StackCrawl } = await import('../../../lib/api/stack-crawl.ts');
  return closeAfter(await connectStack(stack), async (installation) => {
    const job = await jobInStack(installation, options);
    return use(targetOf(new StackCrawl(installation, { stack, job })));
  });
}

/** Connects to the installation of a stack. The caller closes the installation. */
async function connectStack(stack: string): Promise<StackInstallation> {
  const { connectAws } = await import('../../../lib/runtime/aws/aws.ts');
  return connectAws(stack);
}

async function closeAfter<C extends { close(): Promise<void> }, T>(
  opened: C,
  use: (opened: C) => Promise<T>,
): Promise<T> {
  try {
    return await use(opened);
  } finally {
    await opened.close();
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
  if (options.stack !== undefined)
    return ` --stack ${options.stack}${job === '' ? '' : ` --job-name ${job}`}`;
  return options.job === '.' ? '' : ` --job ${shellWord(options.job)}`;
}
