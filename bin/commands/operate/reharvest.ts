import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { controlRequest } from '../../../lib/config/operate/control-request.ts';
import { allJobs } from '../../../lib/domain/control/all-jobs.ts';
import type { ControlAnswer } from '../../../lib/domain/control/command.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderControl } from '../../render/crawl/control.ts';
import { addTargetOptions, type TargetOptions, withAllJobs, withJob } from '../base/context.ts';
import { durationArgument, wholeArgument } from '../base/values.ts';
import { addRequestOptions, type RequestOptions, requestHead } from './request-options.ts';

interface ReharvestOptions extends TargetOptions, RequestOptions {
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
  addRequestOptions(addTargetOptions(command))
    .option(
      '--older-than <age>',
      'select pages last checked longer than <age> ago, for example 30d',
      durationArgument,
    )
    .option('--all', 'select all pages')
    .option('--host <host>', 'select pages of <host>, or of the hosts of the domain <host>')
    .option('--prefix <url>', 'select pages whose URLs begin with <url>')
    .option('--class <class>', 'select pages whose best topic class is <class> or a class below it')
    .option('--record <md5>', 'select the pages of the record <md5>')
    .option(
      '--status <outcome>',
      'select pages whose last visit ended with <outcome>: failed, gone, forbidden, denied …',
    )
    .option('--max-pages <number>', 'select at most <number> of these pages', wholeArgument(1, 1e12))
    .option('--unconditional', 'send no validators, and store missing or damaged raw documents again')
    .option('--all-jobs', 'apply the command to all open jobs of the installation')
    .action(async (options: ReharvestOptions) => {
      const { olderThan, host, prefix, class: topicClass, record, status, maxPages } = options;
      const filters = { host, prefix, class: topicClass, record, status };
      const scope: Record<string, unknown> = Object.fromEntries(
        Object.entries(filters).filter(([, value]) => value !== undefined),
      );
      if (olderThan !== undefined) scope.olderThanDays = olderThan / dayMs;
      // Every page was checked 0 s ago or earlier: that selects nothing.
      if (Object.values(scope).every((value) => value === 0) && !options.all) {
        throw new WinnowError('usage', 'select pages with --older-than, --host, --prefix …, or --all');
      }
      const { unconditional } = options;
      const asked = { scope, ...requestHead(options), ...defined({ maxPages, unconditional }) };
      const answer = options.allJobs
        ? await withAllJobs(options, ({ desk }) =>
            desk.control(controlRequest({ command: 'reharvest', job: allJobs, ...asked })),
          )
        : await withJob(options, 'guest', 'ensure', ({ crawl }) => crawl.reharvest(asked));
      io.out(
        options.json === true
          ? json(answer)
          : renderControl(answer, { host: undefined, hint: '', program: io.program }),
      );
      if (matchedNoHost(answer)) {
        io.err(`no page matches: \`${io.program} hosts\` lists the hosts of the job\n`);
        ended(1);
      }
    });
};

/** Whether the command certainly matched no host. An unfinished command has hosts left to look at, so the result is false. */
function matchedNoHost({ jobs, goesOn: isUnfinished, repeated: wasDoneBefore }: ControlAnswer): boolean {
  return !isUnfinished && !wasDoneBefore && jobs.every(({ hosts }) => hosts === 0);
}
