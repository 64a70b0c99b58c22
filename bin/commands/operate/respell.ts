import { loadJob } from '../../../lib/config/job/load-job.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { RespellReport } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { counted } from '../../render/base/quantity.ts';
import { type TargetOptions, targetOptions, withInstallation } from '../base/context.ts';
import { type AskedOptions, askedFor, askedOptions } from './asked-by.ts';
import { printLogged } from './logged.ts';

interface RespellCommandOptions extends TargetOptions, AskedOptions {}

/** The job's files have the rules that are to hold; on AWS, too. */
export const respell: DefineCommand = (command, io) => {
  askedOptions(targetOptions(command)).action(async (options: RespellCommandOptions) => {
    const { settings } = loadJob(options.job);
    const job = options.jobName ?? settings.name;
    const { jobName: _, ...target } = options;
    if (options.dryRun) {
      const report = await withInstallation(target, 'guest', 'nothing', ({ desk }) =>
        desk.respell(job, settings, { dryRun: true, request: '' }),
      );
      return io.out(options.json === true ? json({ ...report, dryRun: true }) : renderRespelling(report));
    }
    const use = (role: 'worker' | 'guest') =>
      withInstallation(target, role, 'nothing', ({ desk }) =>
        desk.logged(askedFor(options), { command: 'respell', job }, (request) =>
          desk.respell(job, settings, { dryRun: false, request }),
        ),
      );
    const logged = await use('worker').catch((error: unknown) => {
      // Where another process crawls, that one does it.
      if (error instanceof WinnowError && error.code === 'locked') return use('guest');
      throw error;
    });
    printLogged(logged, options, io, renderRespelling);
  });
};

function renderRespelling({ job, steps, hosts = 0, urls = 0, merged }: RespellReport): string {
  const rules = steps.length === 0 ? 'the url section' : steps.map((step) => `url.${step}`).join(', ');
  if (merged === undefined)
    return `${job}: ${rules} ${steps.length > 1 ? 'hold' : 'holds'} now; stored URLs get their names in the turns of their hosts\n`;
  return `${job}: ${rules} would give ${counted(urls, 'URL')} of ${counted(hosts, 'host')} another name; ${merged} of all would be the same as another one\nnothing was changed\n`;
}
