import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderCost } from '../../render/look/cost.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

export const cost: DefineCommand = (command, io) => {
  addTargetOptions(command).action(async (options: TargetOptions) => {
    const report = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
      installation.cost(job),
    );
    io.out(options.json === true ? json(report) : renderCost(report));
  });
};
