import type { DefineCommand } from '../command-table.ts';
import { json } from '../render/json.ts';
import { type TargetOptions, targetArguments, targetOptions, withTarget } from './context.ts';

export const continueCrawl: DefineCommand = (command, io) => {
  targetOptions(command).action(async (options: TargetOptions) => {
    const changed = await withTarget(options, 'guest', ({ installation, job }) =>
      installation.setState(job, 'open', ''),
    );
    if (options.json === true) return io.out(json(changed));
    const hint =
      options.stack === undefined
        ? `; ${io.program} crawl${targetArguments(options, changed.name)} goes on with it`
        : '';
    io.out(`${changed.name} is open${hint}\n`);
  });
};
