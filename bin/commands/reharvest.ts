import type { DefineCommand } from '../command-table.ts';
import { json } from '../render/json.ts';
import { counted, duration } from '../render/quantity.ts';
import { type TargetOptions, targetOptions, withTarget } from './context.ts';
import { durationArgument } from './values.ts';

interface ReharvestOptions extends TargetOptions {
  readonly olderThan: number;
}

export const reharvest: DefineCommand = (command, io) => {
  targetOptions(command)
    .requiredOption(
      '--older-than <age>',
      'pages last checked longer ago than this, for example 30d',
      durationArgument,
    )
    .action(async (options: ReharvestOptions) => {
      const report = await withTarget(options, 'guest', ({ installation, job }) =>
        installation.reharvest(job, options.olderThan),
      );
      if (options.json === true) return io.out(json(report));
      io.out(
        `${counted(report.hosts, 'host')} told; pages older than ${duration(options.olderThan)} are due again\n`,
      );
    });
};
