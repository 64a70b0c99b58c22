import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderJobs, renderRemoved } from '../../render/crawl/jobs.ts';
import { type TargetOptions, withInstallation } from '../base/context.ts';
import { type AskedOptions, askedFor, askedOptions } from './asked-by.ts';
import { printLogged } from './logged.ts';

interface RemoveJobOptions extends TargetOptions, AskedOptions {
  readonly yes?: true;
}

/** The jobs of an installation: each can be named, so that none need be the one in --job. */
export const jobs: DefineCommand = (command, io) => {
  command.addHelpText(
    'after',
    '\nA job keeps its name, which is part of every key: stop it, give job.yaml another name and crawl that\n(docs/operate.md, Remove a job, or rename it).',
  );
  const verb = (name: string, summary: string, isDefault = false) =>
    command
      .command(name, { isDefault })
      .description(summary)
      .option('--job <dir>', 'the directory of a job, whose data directory is meant', '.')
      .option('--stack <name>', 'the jobs of this stack on AWS')
      .option('--json', 'print JSON');

  verb('list', 'list the jobs there are', true).action(async (options: TargetOptions) => {
    const all = await withInstallation(options, 'guest', 'nothing', (installation) => installation.jobs());
    io.out(options.json === true ? json(all) : renderJobs(all));
  });

  askedOptions(verb('remove <name>', 'delete all that the crawl of a job needed; its collection stays'))
    .option('--yes', 'do it; without it, say what would go')
    .action(async (name: string, options: RemoveJobOptions) => {
      const { reason = '' } = options;
      if (options.dryRun || !options.yes) {
        const report = await withInstallation(options, 'guest', 'nothing', ({ desk }) =>
          desk.remove(name, { dryRun: true, reason }),
        );
        const target =
          options.stack !== undefined
            ? ` --stack ${options.stack}`
            : options.job === '.'
              ? ''
              : ` --job ${options.job}`;
        const again = `${io.program} jobs remove ${name}${target} --yes`;
        return io.out(
          options.json === true
            ? json({ ...report, dryRun: true })
            : `${renderRemoved(report, true)}nothing was changed: ${again} does it, and cannot be undone\n`,
        );
      }
      const logged = await withInstallation(options, 'worker', 'nothing', ({ desk }) =>
        desk.logged(askedFor(options), { command: 'remove', job: name }, () =>
          desk.remove(name, { dryRun: false, reason }),
        ),
      );
      printLogged(logged, options, io, (report) => renderRemoved(report, false));
    });
};
