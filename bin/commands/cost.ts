import type { DefineCommand } from '../define-command.ts';
import { renderCost } from '../render/cost.ts';
import { json } from '../render/json.ts';
import { type TargetOptions, targetOptions, withJob } from './context.ts';

export const cost: DefineCommand = (command, io) => {
  targetOptions(command).action(async (options: TargetOptions) => {
    const report = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
      installation.cost(job),
    );
    io.out(options.json === true ? json(report) : renderCost(report));
  });
};
