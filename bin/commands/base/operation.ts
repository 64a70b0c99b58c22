import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { allJobs } from '../../../lib/domain/control/all-jobs.ts';
import type { CommandEntry } from '../../../lib/domain/control/command.ts';
import { type Answer, ask, dataOf, readInput } from '../../../lib/operations/ask.ts';
import type { NamedOperation, Operation, Seen } from '../../../lib/pipeline/operation/operation.ts';
import { note, type View } from '../../../lib/pipeline/operation/view.ts';
import type { Installation, Role } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { ExitCode, Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { failuresIn, renderView } from '../../render/base/view.ts';
import {
  addTargetOptions,
  formatTargetArguments,
  type TargetOptions,
  withAllJobs,
  withInstallation,
  withJob,
} from './context.ts';
import { inputOptions } from './input-options.ts';
import { addRequestOptions, type RequestOptions, requestHead } from './request-options.ts';

interface Options extends TargetOptions, RequestOptions {
  readonly allJobs?: true;
}

/** An operation as a command. */
export function commandOf(named: NamedOperation): DefineCommand {
  const { operation } = named;
  const input = inputOptions(operation.input);
  const formats = Object.entries(operation.formats ?? {});
  return (command, io, ended) => {
    addTargetOptions(command);
    if (operation.effect !== 'reads') addRequestOptions(command, operation.hasNoDryRun);
    input.addTo(command);
    for (const [name, { says }] of formats) command.option(`--${name}`, says);
    if (operation.about === 'jobs')
      command.option('--all-jobs', 'apply the command to all jobs of the installation');
    command.action(async (...given: readonly unknown[]) => {
      const options = given.at(-2) as Options & Readonly<Record<string, unknown>>;
      const raw = input.read(given);
      // What is wrong with the command line is told before a store is opened.
      const any = operation.about === 'installation' ? {} : { job: 'any' };
      const typed = readInput(named, { ...any, ...raw, ...headOf(operation, options) });
      const slip = operation.refusesTyped?.(typed);
      if (slip !== undefined) throw new WinnowError('usage', slip);
      const { answer, now, job } = await asWorker(operation, raw, options, (role) =>
        run(named, raw, options, { role, io }),
      );
      const order = (name: string) => `${io.program} ${name}${formatTargetArguments(options, job)}`;
      const next = (cursor: string) => `${order(named.name)}${input.say(given, { cursor })}`;
      const seen = { input: raw, now, order, next, isOnStack: options.stack !== undefined };
      const format = formats.find(([name]) => options[name] === true)?.[1];
      if (format === undefined) return print(operation, answer, { ...options, ...seen, io, ended });
      io.out(format.write(dataOf(answer)));
    });
  };
}

interface Printed extends Omit<Seen<Readonly<Record<string, unknown>>>, 'dryRun'> {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly io: Io;
  readonly ended: (code: ExitCode) => void;
  /** The command line that shows the page after a cursor. */
  readonly next: (cursor: string) => string;
}

/** Prints an answer as people or as programs want it. */
export function print(operation: Operation, answer: Answer, printed: Printed): void {
  const { io, ended, next, dryRun = false } = printed;
  const view =
    'done' in answer ? operation.view(answer.done, { ...printed, dryRun }) : doneBefore(answer.before);
  io.out(printed.json === true ? json(dataOf(answer)) : renderView(view, next));
  const failures = failuresIn(view);
  if (failures === '') return;
  io.err(failures);
  ended(1);
}

function doneBefore({ requestId }: CommandEntry): View {
  return [[note(`the request ${requestId} was done before; nothing was done again`)]];
}

function headOf({ effect }: Operation, options: Options) {
  return effect === 'reads' ? {} : requestHead(options);
}

interface Ran {
  readonly answer: Answer;
  readonly now: number;
  /** The name of the job; empty: the operation is about none. */
  readonly job: string;
}

/** Asks for an operation where the options say. */
async function run(
  { name, operation }: NamedOperation,
  raw: Readonly<Record<string, unknown>>,
  options: Options,
  { role, io }: { readonly role: Role; readonly io: Io },
): Promise<Ran> {
  const use = async ({ place }: Pick<Installation, 'place'>, job?: string): Promise<Ran> => {
    const head = headOf(operation, options);
    const asker = {
      by: '',
      reason: '',
      ...(operation.effect === 'reads' ? {} : { signal: io.interrupted() }),
    };
    const answer = await ask({ name, operation }, place, { ...raw, ...defined({ job }), ...head }, asker);
    return { answer, now: place.ports.clock.now(), job: job ?? '' };
  };
  if (operation.about === 'installation')
    return await withInstallation(options, role, operation.makesJob ? 'ensure' : 'none', use);
  if (options.allJobs) return await withAllJobs(options, (installation) => use(installation, allJobs));
  return await withJob(options, role, operation.makesJob ? 'ensure' : 'refresh', ({ installation, job }) =>
    use(installation, job),
  );
}

/**
 * Does long work as the worker of the data directory; if another process is the worker, or the job is on AWS, the work is only
 * ordered, and the worker does it.
 */
async function asWorker<T>(
  { takesLong }: Operation,
  input: Readonly<Record<string, unknown>>,
  { stack, dryRun }: Options,
  use: (role: Role) => Promise<T>,
): Promise<T> {
  if (!takesLong?.(input) || stack !== undefined || dryRun) return await use('guest');
  try {
    return await use('worker');
  } catch (error) {
    if (!(error instanceof WinnowError && error.code === 'locked')) throw error;
    return await use('guest');
  }
}
