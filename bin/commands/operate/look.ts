import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderCommands, renderHosts, renderHowMany } from '../../render/crawl/control.ts';
import {
  addTargetOptions,
  formatTargetArguments,
  type TargetOptions,
  withInstallation,
  withJob,
} from '../base/context.ts';
import { wholeArgument } from '../base/values.ts';

interface PageOptions extends TargetOptions {
  readonly limit: number;
  readonly cursor?: string;
}

export const howmany: DefineCommand = (command, io) => {
  addTargetOptions(command).action(async (options: TargetOptions) => {
    const report = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
      installation.desk.howMany(job),
    );
    io.out(options.json === true ? json(report) : renderHowMany(report));
  });
};

export const hosts: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--limit <number>', 'list at most <number> hosts, 1 to 1000', wholeArgument(1, 1_000), 50)
    .option('--cursor <cursor>', 'continue where the previous page ended, at the <cursor> that it printed')
    .action(async (options: PageOptions) => {
      const { page, job, now } = await withJob(
        options,
        'guest',
        'refresh',
        async ({ installation, job }) => ({
          page: await installation.desk.hosts(job, options.limit, options.cursor),
          job,
          now: installation.now(),
        }),
      );
      const more = `${io.program} hosts${formatTargetArguments(options, job)} --limit ${options.limit} --cursor`;
      io.out(options.json === true ? json(page) : renderHosts(page, now, more));
    });
};

/** Lists all commands of the log. */
export const audit: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--limit <number>', 'list at most <number> commands, 1 to 1000', wholeArgument(1, 1_000), 50)
    .option('--cursor <cursor>', 'continue where the previous page ended, at the <cursor> that it printed')
    .action(async (options: PageOptions) => {
      const page = await withInstallation(options, 'guest', 'none', (installation) =>
        installation.desk.commands(options.limit, options.cursor),
      );
      const target =
        options.stack === undefined ? formatTargetArguments(options, '') : ` --stack ${options.stack}`;
      const more = `${io.program} audit${target} --limit ${options.limit} --cursor`;
      io.out(options.json === true ? json(page) : renderCommands(page, more, true));
    });
};

/** Lists the commands of the log that are still under way. */
export const commands: DefineCommand = (command, io) => {
  addTargetOptions(command).action(async (options: TargetOptions) => {
    const views = await withInstallation(options, 'guest', 'none', (installation) =>
      installation.desk.underWay(),
    );
    io.out(options.json === true ? json(views) : renderCommands(views, '', false));
  });
};
