import type { DefineCommand } from '../command-table.ts';
import { json } from '../render/json.ts';
import { renderRecycling } from '../render/reports.ts';
import { type TargetOptions, targetOptions, withTarget } from './context.ts';

export const recycle: DefineCommand = (command, io) => {
  targetOptions(command).action(async (options: TargetOptions) => {
    const report = await withTarget(options, 'guest', ({ installation, job }) => installation.recycle(job));
    io.out(options.json === true ? json(report) : renderRecycling(report));
  });
};
