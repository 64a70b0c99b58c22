import { WinnowError } from '../../../lib/base/error.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import type { RespellReport } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { addTargetOptions, type TargetOptions, withInstallation } from '../base/context.ts';
import { addRequestOptions, type RequestOptions, requestHead } from '../base/request-options.ts';
import { printLoggedResult } from './logged.ts';

interface RespellCommandOptions extends TargetOptions, RequestOptions {}

/** Puts the `url` rules of the job files into force for the stored URLs, on one machine and on AWS. */
export const respell: DefineCommand = (command, io) => {
  addRequestOptions(addTargetOptions(command)).action(async (options: RespellCommandOptions) => {
    const { settings } = loadJob(options.job);
    const job = options.jobName ?? settings.name;
    const { jobName: _, ...target } = options;
    if (options.dryRun) {
      const report = await withInstallation(target, 'guest', 'none', ({ desk }) =>
        desk.respell(job, settings, { dryRun: true, request: '' }),
      );
      return io.out(options.json === true ? json({ ...report, dryRun: true }) : renderRespelling(report));
    }
    const use = (role: 'worker' | 'guest') =>
      withInstallation(target, role, 'none', ({ desk }) =>
        desk.logged(requestHead(options), { command: 'respell', job }, (request) =>
          desk.respell(job, settings, { dryRun: false, request }),
        ),
      );
    const logged = await use('worker').catch((error: unknown) => {
      // Another process is the worker: the request is stored, and that worker runs it.
      if (error instanceof WinnowError && error.code === 'locked') return use('guest');
      throw error;
    });
    printLoggedResult(logged, options, io, renderRespelling);
  });
};

function renderRespelling({ job, steps, hosts = 0, urls = 0, merged }: RespellReport): string {
  const rules = steps.length === 0 ? 'the url section' : steps.map((step) => `url.${step}`).join(', ');
  if (merged === undefined)
    return `${job}: ${rules} ${steps.length > 1 ? 'are' : 'is'} in force now; stored URLs are renamed in the turns of their hosts\n`;
  return `${job}: ${rules} would rename ${formatCount(urls, 'URL')} of ${formatCount(hosts, 'host')}; ${formatCount(merged, 'URL')} would become the same as another URL\nnothing was changed\n`;
}
