import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderRegions } from '../../render/look/regions.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

interface RegionsOptions extends TargetOptions {
  readonly host?: string;
}

/** Lists what the fetches of a job's hosts brought, region by region. */
export const regions: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--host <host>', 'only the regions of this <host>, all of them')
    .action(async (options: RegionsOptions) => {
      const report = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.regions(job, options.host),
      );
      io.out(options.json === true ? json(report) : renderRegions(report));
    });
};
