import { WinnowError } from '../../../lib/base/error.ts';
import type { JudgeOptions, Logged, Reclassified } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderDifference, renderReclassified } from '../../render/topic/reclassification.ts';
import { addTargetOptions, type CommandTarget, type TargetOptions, withJob } from '../base/context.ts';
import { printLoggedResult } from './logged.ts';
import { addRequestOptions, type RequestOptions, requestHead } from './request-options.ts';

interface ReclassifyOptions extends TargetOptions, RequestOptions {
  readonly class?: string;
  readonly mark?: true;
  readonly refetch?: true;
}

export const reclassify: DefineCommand = (command, io) => {
  addRequestOptions(addTargetOptions(command))
    .option(
      '--class <a,b>',
      'judge only pages whose old or new verdict has one of these classes or a class below one of them',
    )
    .option('--mark', 'keep records that no longer pass the topic, and store their new verdict')
    .option('--refetch', 'fetch pages again that were refused before and whose content is not kept')
    .action(async (options: ReclassifyOptions) => {
      const { mark, refetch } = options;
      const judgeOptions: JudgeOptions = {
        ...(options.class === undefined ? {} : { classes: parseClassNames(options.class) }),
        ...(mark ? { mark } : {}),
        ...(refetch ? { refetch } : {}),
      };
      if (options.dryRun) {
        const difference = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
          installation.difference(job, judgeOptions),
        );
        io.out(options.json === true ? json(difference) : renderDifference(difference, 'would be'));
        return;
      }
      printLoggedResult(await runReclassify(options, judgeOptions, io), options, io, renderReclassified);
    });
};

function parseClassNames(list: string): readonly string[] {
  const classes = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (classes.length === 0) throw new WinnowError('usage', '--class: give at least one class');
  return classes;
}

/** Reclassifies as the worker of the data directory; if another process is the worker, stores the request for that worker. */
async function runReclassify(
  options: ReclassifyOptions,
  judge: JudgeOptions,
  io: Io,
): Promise<Logged<Reclassified>> {
  const signal = io.interrupted();
  const logged = (
    { installation, job }: CommandTarget,
    signal?: AbortSignal,
  ): Promise<Logged<Reclassified>> =>
    installation.desk.logged(requestHead(options), { command: 'reclassify', job, ...judge }, (request) =>
      installation.reclassify(job, judge, { request, ...(signal ? { signal } : {}) }),
    );
  try {
    return await withJob(options, 'worker', 'refresh', (target) => logged(target, signal));
  } catch (error) {
    if (!(error instanceof WinnowError && error.code === 'locked')) throw error;
    return await withJob(options, 'guest', 'refresh', (target) => logged(target));
  }
}
