import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { shellWord } from '../../render/base/shell-word.ts';
import { renderJobs, renderRemoved } from '../../render/crawl/jobs.ts';
import { type TargetOptions, withInstallation } from '../base/context.ts';
import { addRequestOptions, type RequestOptions, requestHead } from '../base/request-options.ts';
import { printLoggedResult } from './logged.ts';

interface RemoveJobOptions extends TargetOptions, RequestOptions {
  readonly yes?: true;
}

/** Lists or removes jobs of an installation. A job is given by its name: it need not be the job in --job. */
export const jobs: DefineCommand = (command, io) => {
  command.addHelpText(
    'after',
    '\nA job cannot be renamed: its name is part of every stored key. Stop the job, change the name in job.yaml\nand crawl the new job (docs/operate.md, Remove a job, or rename it).',
  );
  const subcommand = (name: string, summary: string, isDefault = false) =>
    command
      .command(name, { isDefault })
      .description(summary)
      .option('--job <dir>', 'use the data directory of the job in <dir>', '.')
      .option('--stack <name>', 'use the stack <name> on AWS')
      .option('--json', 'print JSON');

  subcommand('list', 'list all jobs', true).action(async (options: TargetOptions) => {
    const jobList = await withInstallation(options, 'guest', 'none', ({ desk }) => desk.jobs());
    io.out(options.json === true ? json(jobList) : renderJobs(jobList));
  });

  addRequestOptions(
    subcommand('remove <name>', 'delete what the crawl of the job <name> stored, but keep its collection'),
  )
    .option('--yes', 'remove the job; without --yes, only print what would be deleted')
    .action(async (name: string, options: RemoveJobOptions) => {
      const { reason = '' } = options;
      if (options.dryRun || !options.yes) {
        const report = await withInstallation(options, 'guest', 'none', ({ desk }) =>
          desk.remove(name, { dryRun: true, reason }),
        );
        const target =
          options.stack !== undefined
            ? ` --stack ${options.stack}`
            : options.job === '.'
              ? ''
              : ` --job ${shellWord(options.job)}`;
        const again = `${io.program} jobs remove ${name}${target} --yes`;
        return io.out(
          options.json === true
            ? json({ ...report, dryRun: true })
            : `${renderRemoved(report, true)}nothing was changed; to remove the job for good, run ${again}\n`,
        );
      }
      const logged = await withInstallation(options, 'worker', 'none', ({ desk }) =>
        desk.logged(requestHead(options), { command: 'remove', job: name }, () =>
          desk.remove(name, { dryRun: false, reason }),
        ),
      );
      printLoggedResult(logged, options, io, (report) => renderRemoved(report, false));
    });
};
