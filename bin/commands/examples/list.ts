import type { Command } from 'commander';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderCleared, renderExamples } from '../../render/examples/examples.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

/** Defines the commands for all that a job has by examples. */
export function defineList(command: Command, io: Io): void {
  addTargetOptions(command.command('list'))
    .description('list the examples and the rules of a job')
    .action(async (options: TargetOptions) => {
      const set = await withJob(options, 'guest', 'ensure', ({ installation, job }) =>
        installation.examples.list(job),
      );
      io.out(options.json === true ? json(set) : renderExamples(set));
    });
  addTargetOptions(command.command('clear'))
    .description('forget all examples, rules, answers and rounds, also where they are lost or damaged')
    .action(async (options: TargetOptions) => {
      // The settings of the job's files cannot be put in force while examples that belong to them are lost.
      const was = await withJob(options, 'guest', 'none', ({ installation, job }) =>
        installation.examples.clear(job),
      );
      io.out(options.json === true ? json({ cleared: was ?? null }) : renderCleared(was));
    });
}
