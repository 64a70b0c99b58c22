import type { DefineCommand } from '../command-table.ts';
import { json } from '../render/json.ts';
import { type TargetOptions, targetOptions, withTarget } from './context.ts';

interface PauseOptions extends TargetOptions {
  readonly reason: string;
}

export const pause: DefineCommand = (command, io) => {
  targetOptions(command)
    .option('--reason <text>', 'what status will say', 'somebody asked for it')
    .action(async (options: PauseOptions) => {
      const changed = await withTarget(options, 'guest', ({ installation, job }) =>
        installation.setState(job, 'paused', options.reason),
      );
      io.out(
        options.json === true
          ? json(changed)
          : `${changed.name} is paused; turns that have begun are finished\n`,
      );
    });
};
