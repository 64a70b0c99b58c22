import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderErased } from '../../render/crawl/control.ts';
import { type TargetOptions, targetArguments, targetOptions, withJob } from '../base/context.ts';
import { type AskedOptions, askedFor, askedOptions } from './asked-by.ts';
import { printLogged } from './logged.ts';

interface EraseCommandOptions extends TargetOptions, AskedOptions {
  readonly yes?: true;
}

export const erase: DefineCommand = (command, io) => {
  askedOptions(targetOptions(command.argument('<host>', 'as it was blocked, with --purge')))
    .option('--yes', 'do it; without it, say what would go')
    .action(async (host: string, options: EraseCommandOptions) => {
      if (options.dryRun || !options.yes) {
        const report = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
          installation.desk.erase(job, host, true),
        );
        const again = `${io.program} erase ${host}${targetArguments(options, report.job)} --yes`;
        return io.out(
          options.json === true
            ? json({ ...report, dryRun: true })
            : `${renderErased(report, true)}nothing was changed: ${again} does it, and cannot be undone\n`,
        );
      }
      const logged = await withJob(options, 'worker', 'refresh', ({ installation, job }) =>
        installation.desk.logged(askedFor(options), { command: 'erase', job, host }, () =>
          installation.desk.erase(job, host, false),
        ),
      );
      printLogged(logged, options, io, (report) => renderErased(report, false));
    });
};
