import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderCommands, renderHosts, renderHowMany } from '../../render/crawl/control.ts';
import {
  type TargetOptions,
  targetArguments,
  targetOptions,
  withInstallation,
  withJob,
} from '../base/context.ts';
import { wholeArgument } from '../base/values.ts';

interface PageOptions extends TargetOptions {
  readonly limit: number;
  readonly cursor?: string;
}

export const howmany: DefineCommand = (command, io) => {
  targetOptions(command).action(async (options: TargetOptions) => {
    const report = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
      installation.desk.howMany(job),
    );
    io.out(options.json === true ? json(report) : renderHowMany(report));
  });
};

export const hosts: DefineCommand = (command, io) => {
  targetOptions(command)
    .option('--limit <number>', 'hosts on a page, 1 to 1000', wholeArgument(1, 1_000), 50)
    .option('--cursor <cursor>', 'where the page before ended')
    .action(async (options: PageOptions) => {
      const { page, job } = await withJob(options, 'guest', 'refresh', async ({ installation, job }) => ({
        page: await installation.desk.hosts(job, options.limit, options.cursor),
        job,
      }));
      const more = `${io.program} hosts${targetArguments(options, job)} --limit ${options.limit} --cursor`;
      io.out(options.json === true ? json(page) : renderHosts(page, Date.now(), more));
    });
};

/** What was asked for, by whom and why. */
export const audit: DefineCommand = (command, io) => {
  targetOptions(command)
    .option('--limit <number>', 'commands on a page, 1 to 1000', wholeArgument(1, 1_000), 50)
    .option('--cursor <cursor>', 'where the page before ended')
    .action(async (options: PageOptions) => {
      const page = await withInstallation(options, 'guest', 'nothing', (installation) =>
        installation.desk.commands(options.limit, options.cursor),
      );
      const target = options.stack === undefined ? targetArguments(options, '') : ` --stack ${options.stack}`;
      const more = `${io.program} audit${target} --limit ${options.limit} --cursor`;
      io.out(options.json === true ? json(page) : renderCommands(page, more, true));
    });
};

/** Those of them that are under way. */
export const commands: DefineCommand = (command, io) => {
  targetOptions(command).action(async (options: TargetOptions) => {
    const views = await withInstallation(options, 'guest', 'nothing', (installation) =>
      installation.desk.underWay(),
    );
    io.out(options.json === true ? json(views) : renderCommands(views, '', false));
  });
};
