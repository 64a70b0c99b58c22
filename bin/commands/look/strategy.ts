import { contextsCsv } from '../../../lib/domain/strategy/site-report.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderStrategy } from '../../render/look/strategy.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

interface StrategyOptions extends TargetOptions {
  readonly host?: string;
  readonly csv?: true;
}

/** Shows what the stages of a job and of its sites came to. */
export const strategy: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--host <host>', 'only the contexts of this <host>')
    .option('--csv', 'the contexts as CSV')
    .action(async (options: StrategyOptions) => {
      const report = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.strategy(job, options.host),
      );
      if (report === undefined)
        return io.out(options.json === true ? json(null) : 'the job has no strategy\n');
      if (options.json === true) return io.out(json(report));
      io.out(options.csv === true ? contextsCsv(report.contexts) : renderStrategy(report));
    });
};
