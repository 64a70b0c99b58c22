import type { DefineCommand } from '../command-table.ts';
import { renderRecycling } from '../render/reports.ts';
import { type AskedOptions, askedFor, onceOptions } from './asked-by.ts';
import { type TargetOptions, targetOptions, withTarget } from './context.ts';
import { printLogged } from './logged.ts';

interface RecycleOptions extends TargetOptions, AskedOptions {
  readonly again?: boolean;
}

export const recycle: DefineCommand = (command, io) => {
  onceOptions(targetOptions(command))
    .option('--again', 'read the whole link log once more: the hosts drop what they know')
    .action(async (options: RecycleOptions) => {
      const again = options.again === true;
      const logged = await withTarget(options, 'guest', ({ installation, job }) =>
        installation.desk.logged(askedFor(options), { command: 'recycle', job, again }, (request) =>
          installation.recycle(job, { again, request }),
        ),
      );
      printLogged(logged, options, io, renderRecycling);
    });
};
