import type { Command } from 'commander';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderExamples } from '../../render/examples/examples.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

export function defineList(command: Command, io: Io): void {
  addTargetOptions(command.command('list'))
    .description('list the examples and the rules of a job')
    .action(async (options: TargetOptions) => {
      const set = await withJob(options, 'guest', 'ensure', ({ installation, job }) =>
        installation.examples.list(job),
      );
      io.out(options.json === true ? json(set) : renderExamples(set));
    });
}
