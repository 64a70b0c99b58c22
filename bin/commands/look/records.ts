import { defined } from '../../../lib/base/defined.ts';
import type { ListedRecord, ListedRecords } from '../../../lib/runtime/shared/installation.ts';
import { classHierarchy } from '../../../lib/topic/settings.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { type JudgedRecord, type JudgedRecords, renderRecords } from '../../render/look/records.ts';
import {
  addTargetOptions,
  type CommandTarget,
  formatTargetArguments,
  type TargetOptions,
  withJob,
} from '../base/context.ts';
import { appendValue, wholeArgument } from '../base/values.ts';

interface RecordsOptions extends TargetOptions {
  readonly limit: number;
  readonly cursor?: string;
  readonly class?: readonly string[];
  readonly topic?: true;
}

export const records: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--limit <number>', 'list at most <number> records, 1 to 1000', wholeArgument(1, 1_000), 50)
    .option('--cursor <cursor>', 'continue where the previous page ended, at the <cursor> that it printed')
    .option(
      '--class <class>',
      'list only records of <class> or a class below it (may be repeated); reads every record to find these',
      appendValue,
    )
    .option('--topic', 'show the score and the best class of each record; reads every listed record')
    .action(async (options: RecordsOptions) => {
      const { page, job } = await withJob(options, 'guest', 'refresh', async (target) => ({
        page: await withVerdicts(target, await listRecords(target, options), options),
        job: target.job,
      }));
      const target = formatTargetArguments(options, job);
      const limit = options.limit === 50 ? '' : ` --limit ${options.limit}`;
      const classes = (options.class ?? []).map((one) => ` --class ${one}`).join('');
      const topic = options.topic === true ? ' --topic' : '';
      io.out(
        options.json === true
          ? json(page)
          : renderRecords(
              page,
              (cursor) => `${io.program} records${target}${limit}${classes}${topic} --cursor ${cursor}`,
            ),
      );
    });
};

/** Adds what the topic says of each record, where that is asked for. */
async function withVerdicts(
  { crawl }: CommandTarget,
  page: ListedRecords,
  { topic: isAsked }: RecordsOptions,
): Promise<JudgedRecords> {
  if (isAsked !== true) return page;
  const records: JudgedRecord[] = [];
  for (const entry of page.records) {
    const verdict = (await crawl.record(entry.md5))?.record?.topic;
    const best = verdict?.classes[0]?.id;
    records.push(
      verdict === undefined ? entry : { ...entry, topic: { score: verdict.score, ...defined({ best }) } },
    );
  }
  return { ...page, records };
}

/** Returns a page of records; with classes, reads pages until `limit` records of these classes are found. */
async function listRecords(
  { crawl, installation, job }: CommandTarget,
  { limit, cursor, class: wantedClasses }: RecordsOptions,
): Promise<ListedRecords> {
  if (wantedClasses === undefined) return await crawl.records(limit, cursor);
  const { topic } = await installation.settings(job);
  const { isWithin } = classHierarchy(topic?.classes);
  const records: ListedRecord[] = [];
  for (let at = cursor; ; ) {
    const page = await crawl.records(limit, at);
    for (const entry of page.records) {
      const view = await crawl.record(entry.md5);
      const classes = view?.record?.topic?.classes ?? [];
      if (classes.some(({ id }) => wantedClasses.some((one) => isWithin(id, one)))) records.push(entry);
    }
    at = page.cursor;
    if (at === undefined) return { records };
    if (records.length >= limit) return { records, cursor: at };
  }
}
