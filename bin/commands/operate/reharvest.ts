import { WinnowError } from '../../../lib/domain/base/error.ts';
import { allJobs, type ControlAnswer } from '../../../lib/domain/control/command.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderControl } from '../../render/crawl/control.ts';
import { type TargetOptions, targetOptions, withAllJobs, withJob } from '../base/context.ts';
import { durationArgument, wholeArgument } from '../base/values.ts';
import { type AskedOptions, askedFor, askedOptions } from './asked-by.ts';
import { controlRequest } from './control.ts';

interface ReharvestOptions extends TargetOptions, AskedOptions {
  readonly olderThan?: number;
  readonly all?: true;
  readonly host?: string;
  readonly prefix?: string;
  readonly class?: string;
  readonly record?: string;
  readonly status?: string;
  readonly maxPages?: number;
  readonly unconditional?: true;
  readonly allJobs?: true;
}

const dayMs = 86_400_000;

export const reharvest: DefineCommand = (command, io, ended) => {
  askedOptions(targetOptions(command))
    .option(
      '--older-than <age>',
      'pages last checked longer ago than this, for example 30d',
      durationArgument,
    )
    .option('--all', 'every page')
    .option('--host <host>', 'pages of this host, or of the hosts of this domain')
    .option('--prefix <url>', 'pages whose URLs begin so')
    .option('--class <class>', 'pages whose best topic class is this, or one below it')
    .option('--record <md5>', 'the pages of this record')
    .option('--status <outcome>', 'pages whose last visit ended so: failed, gone, denied …')
    .option(
      '--max-pages <number>',
      'tell no further host when those told have so many',
      wholeArgument(1, 1e12),
    )
    .option(
      '--unconditional',
      'send no validators, and store raw documents that are missing or damaged again',
    )
    .option('--all-jobs', 'every job of the installation that is open')
    .action(async (options: ReharvestOptions) => {
      const { olderThan, host, prefix, class: topicClass, record, status, maxPages } = options;
      const given = { host, prefix, class: topicClass, record, status };
      const scope: Record<string, unknown> = Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      );
      if (olderThan !== undefined) scope.olderThanDays = olderThan / dayMs;
      if (Object.keys(scope).length === 0 && !options.all) {
        throw new WinnowError('usage', 'say which pages: --older-than, --host, --prefix …, or --all');
      }
      const asked = (job: string) =>
        controlRequest({
          ...{ command: 'reharvest', job, scope, ...askedFor(options) },
          ...(maxPages === undefined ? {} : { maxPages }),
          ...(options.unconditional ? { unconditional: true } : {}),
        });
      const answer = options.allJobs
        ? await withAllJobs(options, (installation) => installation.desk.control(asked(allJobs)))
        : await withJob(options, 'guest', 'make', ({ installation, job }) =>
            installation.desk.control(asked(job)),
          );
      io.out(
        options.json === true
          ? json(answer)
          : renderControl(answer, { host: undefined, hint: '', program: io.program }),
      );
      if (isNothing(answer)) {
        io.err(`no page was found that this means: \`${io.program} hosts\` lists the hosts of the job\n`);
        ended(1);
      }
    });
};

/** Whether it is known that no host has such pages. One that goes on has hosts to look at. */
function isNothing({ jobs, goesOn, repeated }: ControlAnswer): boolean {
  return !goesOn && !repeated && jobs.every(({ hosts }) => hosts === 0);
}
