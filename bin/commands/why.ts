import type { DefineCommand } from '../command-table.ts';
import { json } from '../render/json.ts';
import { renderWhy } from '../render/why.ts';
import { type TargetOptions, targetOptions, withTarget } from './context.ts';

export const why: DefineCommand = (command, io) => {
  targetOptions(command)
    .argument('<url>', 'any URL')
    .action(async (url: string, options: TargetOptions) => {
      const report = await withTarget(options, 'guest', ({ installation, job }) =>
        installation.why(job, url),
      );
      io.out(options.json === true ? json(report) : renderWhy(report));
    });
};
