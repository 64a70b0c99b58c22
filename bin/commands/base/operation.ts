import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import type { LoadedJob } from '../../../lib/config/job/load-job.ts';
import { allJobs } from '../../../lib/domain/control/all-jobs.ts';
import { type Answer, ask, dataOf, type Requester, readInput, viewOf } from '../../../lib/operations/ask.ts';
import { wordsOf } from '../../../lib/pipeline/operation/input.ts';
import type { Made } from '../../../lib/pipeline/operation/made.ts';
import type { NamedOperation, Operation } from '../../../lib/pipeline/operation/operation.ts';
import type { Workplace } from '../../../lib/pipeline/operation/place.ts';
import type { Installation, Role } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { besideIn, renderView } from '../../render/base/view.ts';
import {
  addPlaceOptions,
  addTargetOptions,
  formatTargetArguments,
  inDirectory,
  openJobAt,
  type TargetOptions,
  withAllJobs,
  withInstallation,
  withJob,
} from './context.ts';
import { type InputOptions, inputOptions } from './input-options.ts';
import { linesOf } from './lines-of.ts';
import { addThroughOptions, type ThroughOptions, throughOf, withPipe } from './made/through.ts';
import { onlyWith } from './only-with.ts';
import { print, printRows } from './print-answer.ts';
import { putAt } from './put-at.ts';
import { addRequestOptions, type RequestOptions, requestHead } from './request-options.ts';

interface Options extends TargetOptions, RequestOptions, ThroughOptions {
  readonly allJobs?: true;
  readonly stdin?: true;
  readonly yes?: true;
}

type Raw = Readonly<Record<string, unknown>>;
type Typed = Options & Raw;

/** An operation as a command. @param line what stands before its arguments, where that is not its name */
export function commandOf(named: NamedOperation, line = named.name): DefineCommand {
  const { operation } = named;
  const input = inputOptions(operation.input);
  const formats = Object.entries(operation.formats ?? {});
  const { files: made } = operation;
  return (command, io, ended) => {
    if (input.areOfDirectory) addPlaceOptions(command);
    else addTargetOptions(command);
    if (operation.effect !== 'reads') addRequestOptions(command, operation.hasNoDryRun);
    if (operation.effect === 'destroys')
      command.option('--yes', 'do it; without --yes, only print what would be destroyed');
    input.addTo(command);
    if (made !== undefined) addPlace(command, made);
    if (operation.makes !== undefined && 'to' in operation.input) addThroughOptions(command);
    for (const [name, { says }] of formats)
      command.addOption(new Option(`--${name}`, says).conflicts(['json', ...input.flags]));
    if (operation.about === 'jobs')
      command.option('--all-jobs', 'apply the command to all jobs of the installation');
    command.action(async (...given: readonly unknown[]) => {
      const typed = given.at(-2) as Typed;
      const read = await readTyped(operation, input, typed, await input.read(given, io));
      const { options, files } = read;
      const raw = operation.makes === undefined ? read.raw : withPipe(read.raw, options);
      const where = made && (made.option === undefined ? given.at(-3) : options[made.option]);
      const putThere =
        made && operation.makes === undefined && where !== undefined ? putAt(String(where), made) : undefined;
      const kind = operation.makes?.(raw as never);
      const through = kind && throughOf(options, kind, raw.to);
      // What is wrong with the command line is told before a store is opened.
      if (!options.stdin) {
        const typed = checkTyped(named, raw, options);
        if (operation.changes?.(typed) === false)
          onlyWith(
            command,
            ['by', 'reason', 'requestId'],
            `what changes something: ${line} only looks as it is asked`,
          );
      }
      const inputs = options.stdin ? input.each(raw, linesOf(io)) : [raw];
      const format = formats.find(([name]) => options[name] === true)?.[1];
      await asWorker(operation, raw, options, (role) =>
        at(operation, { ...options, files }, role, async (installation, job = '', loaded) => {
          const { place } = installation;
          const isShort = options.json === true || format !== undefined;
          const usual = made?.usual === undefined || isShort ? undefined : `${job}-${made.usual}`;
          const put =
            putThere ?? (made !== undefined && usual !== undefined ? putAt(usual, made) : undefined);
          const target = files === undefined ? job : files.settings.name;
          const order = (name: string) => `${io.program} ${name}${formatTargetArguments(options, target)}`;
          const ofFiles = input.areOfDirectory ? await fromDirectory(options, raw, installation) : files;
          const next = (cursor: string) => `${order(line)}${input.say(given, { cursor })}`;
          const again = `${io.program} ${line}${input.say(given, {})}${formatTargetArguments(options, job)} --yes`;
          let isLater = false;
          if (kind !== undefined && through !== undefined) {
            const request = { ...raw, job, xslt: options.xsltscript };
            const taking = { io, out: where as string | undefined, isJson: options.json === true };
            const asked = { ...raw, ...(job === '' ? {} : { job }) };
            const { takeMade } = await import('./made/take-made.ts');
            await takeMade({ ...taking, ...{ kind, request, through } }, async (more) => {
              const answer = await askAt(named, place, asked, { options, io, more });
              return dataOf(answer) as AsyncIterable<Made>;
            });
            return;
          }
          for await (const one of inputs) {
            const { items } = operation;
            const isShown = items !== undefined && !isShort;
            const heard = isShown
              ? (item: unknown) => io.out(renderView([items.view(item, { order })], next))
              : undefined;
            const answer = await askAt(named, place, job === '' ? one : { ...one, job }, {
              options,
              io,
              more: defined({ put, given: ofFiles ?? loaded, heard }),
            });
            const seen = { input: one, now: place.ports.clock.now(), isOnStack: options.stack !== undefined };
            const said = { order, next, isShown, isLater, again };
            const printed = { ...options, ...seen, ...said, dryRun: isDry(operation, options) };
            const rows = 'done' in answer && operation.isStream ? answer.done : undefined;
            if (rows !== undefined) await printRows(rows as AsyncIterable<object> | readonly object[], io);
            else if (format === undefined) print(operation, answer, { ...printed, io, ended });
            else {
              io.out(await format.write(dataOf(answer), place));
              io.err(besideIn(viewOf(operation, answer, printed)));
            }
            isLater = true;
          }
        }),
      );
    });
  };
}

/** What was typed, and what the files of a job say to it. */
async function readTyped(
  { asFilesSay, directoryOf }: Operation,
  { areOfDirectory }: InputOptions,
  typed: Typed,
  raw: Raw,
): Promise<{ readonly raw: Raw; readonly options: Typed; readonly files?: LoadedJob }> {
  if (!areOfDirectory && !asFilesSay) {
    const job = typed.job === '.' ? directoryOf?.(raw) : undefined;
    return { raw, options: { ...typed, ...defined({ job }) } };
  }
  const options = areOfDirectory ? { ...typed, job: String(raw.job) } : typed;
  const files = await filesOf(options, raw);
  const { name } = files.settings;
  if (areOfDirectory) return { raw: { ...raw, job: name }, options, files };
  return { raw, options: { jobName: name, ...typed }, files };
}

/** The job of a directory with the defaults of the installation that it is for. */
async function fromDirectory(options: Typed, raw: Raw, installation: Installation): Promise<LoadedJob> {
  return await filesOf(options, raw, await installation.defaults());
}

/** A job as its directory has it, with the installation.yaml that is given with it, or else with these defaults. */
async function filesOf(
  { job, installation: file }: Typed,
  { installation: text }: Raw,
  defaults?: Awaited<ReturnType<Installation['defaults']>>,
): Promise<LoadedJob> {
  // Help needs none of it.
  const { loadJob } = await import('../../../lib/config/job/load-job.ts');
  if (text === undefined) return loadJob(job, defaults && (() => defaults));
  const { requireSelfContained } = await import('../../../lib/config/job/self-contained.ts');
  const given = { file: resolve(String(file)), text: String(text) };
  requireSelfContained(given);
  return loadJob(job, () => given);
}

/** Has the command line say where files are put. */
function addPlace(
  command: Command,
  { option, shown, says, isRequired }: NonNullable<Operation['files']>,
): void {
  if (option === undefined) command.argument(`<${shown}>`, says);
  else if (isRequired) command.requiredOption(`--${option} <${shown}>`, says);
  else command.option(`--${option} <${shown}>`, says);
}

/** @throws WinnowError `usage` */
function checkTyped(named: NamedOperation, raw: Raw, options: Options): Raw {
  const any = named.operation.about === 'installation' ? {} : { job: 'any' };
  const typed = readInput(named, { ...any, ...raw, ...headOf(named.operation, options) });
  const slip = named.operation.refusesTyped?.(typed);
  if (slip !== undefined) throw new WinnowError('usage', slip);
  return typed;
}

function headOf({ effect }: Operation, options: Options) {
  if (effect === 'reads') return {};
  return { ...requestHead(options), ...(effect === 'destroys' ? { confirmed: options.yes === true } : {}) };
}

function isDry({ effect }: Operation, { dryRun, yes }: Options): boolean {
  return dryRun === true || (effect === 'destroys' && yes !== true);
}

/** Asks for an operation where the options say. */
async function askAt(
  named: NamedOperation,
  place: Workplace,
  raw: Raw,
  { options, io, more }: { readonly options: Options; readonly io: Io; readonly more: Partial<Requester> },
): Promise<Answer> {
  const isRead = named.operation.effect === 'reads' && !named.operation.isStream;
  const asker = {
    by: '',
    reason: '',
    openJob: openJobAt,
    ...(isRead ? {} : { signal: io.interrupted() }),
    ...more,
  };
  return await ask(named, place, { ...raw, ...headOf(named.operation, options) }, asker);
}

const preparations = { made: 'ensure', stored: 'none', brought: 'none' } as const;

/** Opens what the options say that the operation is about. */
async function at(
  { about, job: takes, input }: Operation,
  options: Options & { readonly files?: LoadedJob | undefined },
  role: Role,
  use: (installation: Installation, job?: string, loaded?: LoadedJob) => Promise<void>,
): Promise<void> {
  if (about === 'installation' && options.stack === undefined && options.files !== undefined)
    return await inDirectory(options.files, role, use);
  if (about === 'installation') {
    const { jobName, ...others } = options;
    const mayBeOfJob = input.job !== undefined && wordsOf(input.job).isOfFiles === true;
    return await withInstallation(
      mayBeOfJob ? others : options,
      role,
      takes === 'brought' ? 'bring' : takes === 'made' ? 'ensure' : 'none',
      (installation, loaded) =>
        use(installation, mayBeOfJob ? (jobName ?? loaded?.settings.name) : undefined, loaded),
    );
  }
  if (options.allJobs) return await withAllJobs(options, (installation) => use(installation, allJobs));
  const preparation = takes === undefined ? 'refresh' : preparations[takes];
  return await withJob(options, role, preparation, ({ installation, job, loaded }) =>
    use(installation, job, loaded),
  );
}

/**
 * Does long work as the worker of the data directory; if another process is the worker, or the job is on AWS, the work is only
 * ordered, and the worker does it.
 */
async function asWorker<T>(
  operation: Operation,
  input: Raw,
  options: Options,
  use: (role: Role) => Promise<T>,
): Promise<T> {
  if (isDry(operation, options)) return await use('guest');
  if (operation.isAlone) return await use('worker');
  if (!operation.takesLong?.(input) || options.stack !== undefined) return await use('guest');
  try {
    return await use('worker');
  } catch (error) {
    if (!(error instanceof WinnowError && error.code === 'locked')) throw error;
    return await use('guest');
  }
}
