import { operations } from '../../../lib/operations/operations.ts';
import type { Operation } from '../../../lib/pipeline/operation/operation.ts';
import type { DefineCommand } from '../../define-command.ts';
import { commandOf } from '../base/operation.ts';

/** Lists or removes jobs of an installation. A job is given by its name: it need not be the job in --job. */
export async function loadJobs(): Promise<DefineCommand> {
  const [listed, remove] = await Promise.all([operations.jobs.load(), operations.remove.load()]);
  return (command, io, ended) => {
    command.addHelpText(
      'after',
      '\nA job cannot be renamed: its name is part of every stored key. Stop the job, change the name in job.yaml\nand crawl the new job (docs/operate.md, Remove a job, or rename it).',
    );
    const list = command.command('list', { isDefault: true }).description('list all jobs');
    commandOf({ name: 'jobs', operation: listed as Operation })(list, io, ended);
    const gone = command
      .command('remove')
      .description('delete what the crawl of the job <name> stored, but keep its collection');
    commandOf({ name: 'remove', operation: remove as unknown as Operation }, 'jobs remove')(gone, io, ended);
  };
}
