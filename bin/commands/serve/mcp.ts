import { Option } from 'commander';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { serveMcp } from '../../../lib/faces/mcp.ts';
import { type OperationScope, scopes } from '../../../lib/operations/ways.ts';
import type { DefineCommand } from '../../define-command.ts';
import { withServed } from './with-served.ts';

/** Answers an agent over standard input and output until it hangs up. */
export const mcp: DefineCommand = (command, io) => {
  command
    .option('--job <dir>', 'serve the data directory of the job in the directory <dir>', '.')
    .addOption(
      new Option('--scope <scope>', 'which tools there are: those that read, change or destroy too')
        .choices(scopes)
        .default('view'),
    )
    .action(async ({ job, scope }: { readonly job: string; readonly scope: OperationScope }) => {
      const loaded = loadJob(job);
      await withServed(loaded, io, (served) =>
        serveMcp({ ...served, job: loaded.settings.name, scope }, { input: io.input(), write: io.out }),
      );
    });
};
