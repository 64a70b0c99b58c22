import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderStatistics } from '../../render/look/statistics.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

interface StatsOptions extends TargetOptions {
  readonly terms?: boolean;
  readonly classes?: boolean;
}

export const stats: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--classes', 'count the records of each class (the default)')
    .option('--terms', 'count the hits of each term of the present topic definition')
    .action(async (options: StatsOptions) => {
      const { terms = false, classes = !terms } = options;
      const report = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.topics.statistics(job, { terms }),
      );
      io.out(options.json === true ? json(report) : renderStatistics(report, { terms, classes }));
    });
};
