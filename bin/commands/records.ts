import type { DefineCommand } from '../command-table.ts';
import { json } from '../render/json.ts';
import { renderRecords } from '../render/records.ts';
import { type TargetOptions, targetArguments, targetOptions, withTarget } from './context.ts';
import { wholeArgument } from './values.ts';

interface RecordsOptions extends TargetOptions {
  readonly limit: number;
  readonly cursor?: string;
}

export const records: DefineCommand = (command, io) => {
  targetOptions(command)
    .option('--limit <number>', 'records on a page, 1 to 1000', wholeArgument(1, 1_000), 50)
    .option('--cursor <cursor>', 'where the page before ended')
    .action(async (options: RecordsOptions) => {
      const { page, job } = await withTarget(options, 'guest', async ({ installation, job }) => ({
        page: await installation.records(job, options.limit, options.cursor),
        job,
      }));
      const target = targetArguments(options, job);
      const limit = options.limit === 50 ? '' : ` --limit ${options.limit}`;
      io.out(
        options.json === true
          ? json(page)
          : renderRecords(page, (cursor) => `${io.program} records${target}${limit} --cursor ${cursor}`),
      );
    });
};
