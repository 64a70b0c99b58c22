import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { JudgeOptions, Logged, Reclassified } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderDifference, renderReclassified } from '../../render/topic/reclassification.ts';
import { type CommandTarget, type TargetOptions, targetOptions, withJob } from '../base/context.ts';
import { type AskedOptions, askedFor, askedOptions } from './asked-by.ts';
import { printLogged } from './logged.ts';

interface ReclassifyOptions extends TargetOptions, AskedOptions {
  readonly class?: string;
  readonly mark?: true;
  readonly refetch?: true;
}

export const reclassify: DefineCommand = (command, io) => {
  askedOptions(targetOptions(command))
    .option(
      '--class <a,b>',
      'only pages that have one of these classes, or one below it, by the old verdict or the new',
    )
    .option('--mark', 'keep records that no longer pass, with their new verdict')
    .option('--refetch', 'fetch again what was refused before and is not kept')
    .action(async (options: ReclassifyOptions) => {
      const { mark, refetch } = options;
      const judge: JudgeOptions = {
        ...(options.class === undefined ? {} : { classes: classNames(options.class) }),
        ...(mark ? { mark } : {}),
        ...(refetch ? { refetch } : {}),
      };
      if (options.dryRun) {
        const difference = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
          installation.difference(job, judge),
        );
        io.out(options.json === true ? json(difference) : renderDifference(difference, 'would be'));
        return;
      }
      printLogged(await reclassified(options, judge, io), options, io, renderReclassified);
    });
};

function classNames(list: string): readonly string[] {
  const classes = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (classes.length === 0) throw new WinnowError('usage', '--class: names no class');
  return classes;
}

/** Where another process crawls, that one does it. */
async function reclassified(
  options: ReclassifyOptions,
  judge: JudgeOptions,
  io: Io,
): Promise<Logged<Reclassified>> {
  const signal = io.interrupted();
  const logged = ({ installation, job }: CommandTarget, until?: AbortSignal): Promise<Logged<Reclassified>> =>
    installation.desk.logged(askedFor(options), { command: 'reclassify', job, ...judge }, (request) =>
      installation.reclassify(job, judge, { request, ...(until ? { signal: until } : {}) }),
    );
  try {
    return await withJob(options, 'worker', 'refresh', (target) => logged(target, signal));
  } catch (error) {
    if (!(error instanceof WinnowError && error.code === 'locked')) throw error;
    return await withJob(options, 'guest', 'refresh', (target) => logged(target));
  }
}
