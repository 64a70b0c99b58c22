import type { DefineCommand } from '../command-table.ts';
import { renderCommands, renderHosts, renderHowMany } from '../render/control.ts';
import { json } from '../render/json.ts';
import {
  type TargetOptions,
  targetArguments,
  targetOptions,
  withInstallation,
  withTarget,
} from './context.ts';
import { wholeArgument } from './values.ts';

interface PageOptions extends TargetOptions {
  readonly limit: number;
  readonly cursor?: string;
}

export const howmany: DefineCommand = (command, io) => {
  targetOptions(command).action(async (options: TargetOptions) => {
    const report = await withTarget(options, 'guest', ({ installation, job }) =>
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
      const { page, job } = await withTarget(options, 'guest', async ({ installation, job }) => ({
        page: await installation.desk.hosts(job, options.limit, options.cursor),
        job,
      }));
      const more = `${io.program} hosts${targetArguments(options, job)} --limit ${options.limit} --cursor`;
      io.out(options.json === true ? json(page) : renderHosts(page, Date.now(), more));
    });
};

/** What was asked for, by whom and why. `commands` are those under way, `audit` all of them. */
function logCommand(verb: 'audit' | 'commands'): DefineCommand {
  return (command, io) => {
    targetOptions(command)
      .option('--limit <number>', 'commands on a page, 1 to 1000', wholeArgument(1, 1_000), 50)
      .option('--cursor <cursor>', 'where the page before ended')
      .action(async (options: PageOptions) => {
        const page = await withInstallation(options, 'guest', (installation) =>
          installation.desk.commands(options.limit, options.cursor),
        );
        const shown =
          verb === 'audit'
            ? page
            : { ...page, commands: page.commands.filter(({ running }) => running !== undefined) };
        const target =
          options.stack === undefined ? targetArguments(options, '') : ` --stack ${options.stack}`;
        const more = `${io.program} ${verb}${target} --limit ${options.limit} --cursor`;
        io.out(options.json === true ? json(shown) : renderCommands(shown, more, verb === 'audit'));
      });
  };
}

export const audit = logCommand('audit');
export const commands = logCommand('commands');
