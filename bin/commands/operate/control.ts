import { WinnowError } from '../../../lib/base/error.ts';
import { type ControlRequest, controlRequest } from '../../../lib/config/operate/control-request.ts';
import { allJobs } from '../../../lib/domain/control/all-jobs.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderControl } from '../../render/crawl/control.ts';
import {
  addTargetOptions,
  formatTargetArguments,
  type TargetOptions,
  withAllJobs,
  withInstallation,
  withJob,
} from '../base/context.ts';
import { addRequestOptions, type RequestOptions, requestHead } from './request-options.ts';

interface StateOptions extends TargetOptions, RequestOptions {
  readonly host?: string;
  readonly allJobs?: true;
}

/** Defines a command that opens or stops one job, all jobs, or the hosts given with --host. */
function defineStateCommand(commandName: 'open' | 'pause' | 'continue' | 'stop' | 'drain'): DefineCommand {
  return (command, io) => {
    addRequestOptions(addTargetOptions(command))
      .option('--host <host>', 'apply the command only to <host>, or to the hosts of the domain <host>')
      .option('--all-jobs', 'apply the command to all jobs of the installation')
      .action(async (options: StateOptions) => {
        const requestFor = (job: string): ControlRequest =>
          controlRequest({
            command: commandName,
            job,
            ...(options.host === undefined ? {} : { scope: { host: options.host } }),
            ...requestHead(options),
          });
        const answer = options.allJobs
          ? await withAllJobs(options, (installation) => installation.desk.control(requestFor(allJobs)))
          : await withJob(options, 'guest', 'ensure', ({ installation, job }) =>
              installation.desk.control(requestFor(job)),
            );
        if (options.json === true) return io.out(json(answer));
        const isResumedByCrawl =
          options.stack === undefined && (commandName === 'open' || commandName === 'continue');
        const hint = isResumedByCrawl
          ? `; ${io.program} crawl${formatTargetArguments(options, '')} continues the crawl`
          : '';
        io.out(renderControl(answer, { host: options.host, hint, program: io.program }));
      });
  };
}

export const open = defineStateCommand('open');
export const pause = defineStateCommand('pause');
export const continueCrawl = defineStateCommand('continue');
export const stop = defineStateCommand('stop');
export const drain = defineStateCommand('drain');

interface BlockOptions extends TargetOptions, RequestOptions {
  readonly purge?: true;
}

export const block: DefineCommand = (command, io) => {
  addRequestOptions(
    addTargetOptions(command.argument('<host>', 'the host to block, or the domain whose hosts to block')),
  )
    .option(
      '--purge',
      'also remove the records of <host> from the collection, and report the deletions to indexers',
    )
    .action(async (host: string, options: BlockOptions) => {
      const { purge } = options;
      const request = controlRequest({
        command: 'block',
        scope: { host },
        ...(purge ? { purge } : {}),
        ...requestHead(options),
      });
      const answer = await sendControl(request, options, purge === true && options.dryRun !== true);
      io.out(
        options.json === true ? json(answer) : renderControl(answer, { host, hint: '', program: io.program }),
      );
    });
};

export const unblock: DefineCommand = (command, io) => {
  addRequestOptions(
    addTargetOptions(command.argument('<host>', 'the host or domain, as given to `winnow block`')),
  ).action(async (host: string, options: BlockOptions) => {
    const request = controlRequest({ command: 'unblock', scope: { host }, ...requestHead(options) });
    const answer = await sendControl(request, options, false);
    io.out(
      options.json === true ? json(answer) : renderControl(answer, { host, hint: '', program: io.program }),
    );
  });
};

export const cancel: DefineCommand = (command, io) => {
  addRequestOptions(
    addTargetOptions(command.argument('<request>', 'the request id that `winnow commands` prints')),
  ).action(async (name: string, options: BlockOptions) => {
    const request = controlRequest({ command: 'cancel', request: name, ...requestHead(options) });
    const answer = await sendControl(request, options, false);
    io.out(
      options.json === true
        ? json(answer)
        : renderControl(answer, { host: undefined, hint: '', program: io.program }),
    );
  });
};

/**
 * Sends a control request. A long request is run to its end at once as the worker of the data directory; if another
 * process is the worker, or the job is on AWS, the request is only stored, and the worker runs it.
 */
async function sendControl(request: ControlRequest, options: TargetOptions, isLong: boolean) {
  const use = (role: 'worker' | 'guest') =>
    withInstallation(options, role, 'ensure', (installation) => installation.desk.control(request));
  if (!isLong || options.stack !== undefined) return await use('guest');
  try {
    return await use('worker');
  } catch (error) {
    if (!(error instanceof WinnowError && error.code === 'locked')) throw error;
    return await use('guest');
  }
}
