import type { DefineCommand } from '../command-table.ts';
import { json } from '../render/json.ts';
import { renderStatus } from '../render/status.ts';
import { type TargetOptions, targetOptions, withKnown } from './context.ts';

export const status: DefineCommand = (command, io) => {
  targetOptions(command).action(async (options: TargetOptions) => {
    const report = await withKnown(options, 'guest', ({ installation, job }) => installation.status(job));
    io.out(options.json === true ? json(report) : renderStatus(report, Date.now()));
  });
};
