import { type ControlRequest, isControl, parseOpsCommand } from '../../../lib/config/operate/ops-command.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { allJobs } from '../../../lib/domain/control/command.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderControl } from '../../render/crawl/control.ts';
import {
  type TargetOptions,
  targetArguments,
  targetOptions,
  withAllJobs,
  withInstallation,
  withJob,
} from '../base/context.ts';
import { type AskedOptions, askedFor, askedOptions } from './asked-by.ts';

interface StateOptions extends TargetOptions, AskedOptions {
  readonly host?: string;
  readonly allJobs?: true;
}

/** A verb that opens or stops a job, all jobs, or some hosts. */
function stateCommand(verb: 'open' | 'pause' | 'continue' | 'stop' | 'drain'): DefineCommand {
  return (command, io) => {
    askedOptions(targetOptions(command))
      .option('--host <host>', 'only this host, or the hosts of this domain')
      .option('--all-jobs', 'every job of the installation')
      .action(async (options: StateOptions) => {
        const asked = (job: string): ControlRequest =>
          controlRequest({
            command: verb,
            job,
            ...(options.host === undefined ? {} : { scope: { host: options.host } }),
            ...askedFor(options),
          });
        const answer = options.allJobs
          ? await withAllJobs(options, (installation) => installation.desk.control(asked(allJobs)))
          : await withJob(options, 'guest', 'make', ({ installation, job }) =>
              installation.desk.control(asked(job)),
            );
        if (options.json === true) return io.out(json(answer));
        const goesOn = options.stack === undefined && (verb === 'open' || verb === 'continue');
        const hint = goesOn ? `; ${io.program} crawl${targetArguments(options, '')} goes on with it` : '';
        io.out(renderControl(answer, { host: options.host, hint, program: io.program }));
      });
  };
}

export const open = stateCommand('open');
export const pause = stateCommand('pause');
export const continueCrawl = stateCommand('continue');
export const stop = stateCommand('stop');
export const drain = stateCommand('drain');

interface BlockOptions extends TargetOptions, AskedOptions {
  readonly purge?: true;
}

export const block: DefineCommand = (command, io) => {
  askedOptions(targetOptions(command.argument('<host>', 'a host, or a domain with all hosts of it')))
    .option('--purge', 'its records leave the collection, and indexers are told')
    .action(async (host: string, options: BlockOptions) => {
      const { purge } = options;
      const request = controlRequest({
        command: 'block',
        scope: { host },
        ...(purge ? { purge } : {}),
        ...askedFor(options),
      });
      const answer = await controlled(request, options, purge === true && options.dryRun !== true);
      io.out(
        options.json === true ? json(answer) : renderControl(answer, { host, hint: '', program: io.program }),
      );
    });
};

export const unblock: DefineCommand = (command, io) => {
  askedOptions(targetOptions(command.argument('<host>', 'as it was blocked'))).action(
    async (host: string, options: BlockOptions) => {
      const request = controlRequest({ command: 'unblock', scope: { host }, ...askedFor(options) });
      const answer = await controlled(request, options, false);
      io.out(
        options.json === true ? json(answer) : renderControl(answer, { host, hint: '', program: io.program }),
      );
    },
  );
};

export const cancel: DefineCommand = (command, io) => {
  askedOptions(targetOptions(command.argument('<request>', 'as `winnow commands` names it'))).action(
    async (name: string, options: BlockOptions) => {
      const request = controlRequest({ command: 'cancel', request: name, ...askedFor(options) });
      const answer = await controlled(request, options, false);
      io.out(
        options.json === true
          ? json(answer)
          : renderControl(answer, { host: undefined, hint: '', program: io.program }),
      );
    },
  );
};

/** Where nobody crawls a data directory, what goes through the hosts is done at once; else by whoever crawls it. */
async function controlled(request: ControlRequest, options: TargetOptions, isLong: boolean) {
  const use = (role: 'worker' | 'guest') =>
    withInstallation(options, role, 'make', (installation) => installation.desk.control(request));
  if (!isLong || options.stack !== undefined) return await use('guest');
  try {
    return await use('worker');
  } catch (error) {
    if (!(error instanceof WinnowError && error.code === 'locked')) throw error;
    return await use('guest');
  }
}

/** By the same contract as the function in the cloud. @throws WinnowError `usage` */
export function controlRequest(request: Readonly<Record<string, unknown>>): ControlRequest {
  const parsed = parseOpsCommand(request);
  if (isControl(parsed)) return parsed;
  throw new WinnowError('internal', `${parsed.command} changes nothing`);
}
