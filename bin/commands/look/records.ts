import { classHierarchy } from '../../../lib/domain/topic/class-file.ts';
import type { Installation, ListedRecord, ListedRecords } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderRecords } from '../../render/look/records.ts';
import { addTargetOptions, formatTargetArguments, type TargetOptions, withJob } from '../base/context.ts';
import { appendValue, wholeArgument } from '../base/values.ts';

interface RecordsOptions extends TargetOptions {
  readonly limit: number;
  readonly cursor?: string;
  readonly class?: readonly string[];
}

export const records: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--limit <number>', 'records on a page, 1 to 1000', wholeArgument(1, 1_000), 50)
    .option('--cursor <cursor>', 'where the page before ended')
    .option(
      '--class <class>',
      'only of this class or one below it; may be given several times. Reads every record on the way',
      appendValue,
    )
    .action(async (options: RecordsOptions) => {
      const { page, job } = await withJob(options, 'guest', 'refresh', async ({ installation, job }) => ({
        page: await recordsOf(installation, job, options),
        job,
      }));
      const target = formatTargetArguments(options, job);
      const limit = options.limit === 50 ? '' : ` --limit ${options.limit}`;
      const classes = (options.class ?? []).map((one) => ` --class ${one}`).join('');
      io.out(
        options.json === true
          ? json(page)
          : renderRecords(
              page,
              (cursor) => `${io.program} records${target}${limit}${classes} --cursor ${cursor}`,
            ),
      );
    });
};

/** A page of records; with classes as many pages as it takes to find so many of them. */
async function recordsOf(
  installation: Installation,
  job: string,
  { limit, cursor, class: wanted }: RecordsOptions,
): Promise<ListedRecords> {
  if (wanted === undefined) return await installation.records(job, limit, cursor);
  const { topic } = await installation.settings(job);
  const { isWithin } = classHierarchy(topic?.classes);
  const records: ListedRecord[] = [];
  for (let at = cursor; ; ) {
    const page = await installation.records(job, limit, at);
    for (const entry of page.records) {
      const view = await installation.record(job, entry.md5);
      const classes = view?.record?.topic?.classes ?? [];
      if (classes.some(({ id }) => wanted.some((one) => isWithin(id, one)))) records.push(entry);
    }
    at = page.cursor;
    if (at === undefined) return { records };
    if (records.length >= limit) return { records, cursor: at };
  }
}
