import type { DefineCommand } from '../command-table.ts';
import { renderCost } from '../render/cost.ts';
import { json } from '../render/json.ts';
import { type TargetOptions, targetOptions, withKnown } from './context.ts';

export const cost: DefineCommand = (command, io) => {
  targetOptions(command).action(async (options: TargetOptions) => {
    const report = await withKnown(options, 'guest', ({ installation, job }) => installation.cost(job));
    io.out(options.json === true ? json(report) : renderCost(report));
  });
};
