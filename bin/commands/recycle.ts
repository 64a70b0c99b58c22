import type { DefineCommand } from '../command-table.ts';
import { json } from '../render/json.ts';
import { renderRecycling } from '../render/reports.ts';
import { type TargetOptions, targetOptions, withTarget } from './context.ts';

export const recycle: DefineCommand = (command, io) => {
  const again = 'read the whole link log once more: the hosts drop what they know';
  targetOptions(command)
    .option('--again', again)
    .action(async (options: TargetOptions & { readonly again?: boolean }) => {
      const report = await withTarget(options, 'guest', ({ installation, job }) =>
        installation.recycle(job, options.again === true),
      );
      io.out(options.json === true ? json(report) : renderRecycling(report));
    });
};
