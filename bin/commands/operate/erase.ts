import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderErased } from '../../render/crawl/control.ts';
import { addTargetOptions, formatTargetArguments, type TargetOptions, withJob } from '../base/context.ts';
import { addRequestOptions, type RequestOptions, requestHead } from '../base/request-options.ts';
import { printLoggedResult } from './logged.ts';

interface EraseCommandOptions extends TargetOptions, RequestOptions {
  readonly yes?: true;
}

export const erase: DefineCommand = (command, io) => {
  addRequestOptions(
    addTargetOptions(command.argument('<host>', 'the host or domain, as given to `winnow block --purge`')),
  )
    .option('--yes', 'erase the content; without --yes, only print what would be erased')
    .action(async (host: string, options: EraseCommandOptions) => {
      if (options.dryRun || !options.yes) {
        const report = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
          installation.desk.erase(job, host, true),
        );
        const again = `${io.program} erase ${host}${formatTargetArguments(options, report.job)} --yes`;
        return io.out(
          options.json === true
            ? json({ ...report, dryRun: true })
            : `${renderErased(report, true)}nothing was changed; to erase for good, run ${again}\n`,
        );
      }
      const logged = await withJob(options, 'worker', 'refresh', ({ installation, job }) =>
        installation.desk.logged(requestHead(options), { command: 'erase', job, host }, () =>
          installation.desk.erase(job, host, false),
        ),
      );
      printLoggedResult(logged, options, io, (report) => renderErased(report, false));
    });
};
