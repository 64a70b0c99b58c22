import { InvalidArgumentError, Option } from 'commander';
import { namedQueries, textOf } from '../../../lib/capabilities/sql/named-queries.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import {
  renderCsv,
  renderNamedQueries,
  renderNamedQuery,
  renderRows,
  renderSqlEnd,
} from '../../render/look/sql.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { appendValue, durationArgument, wholeArgument } from '../base/values.ts';
import { namedQuery, questionOf, valuesFor } from './sql-question.ts';

interface SqlOptions extends TargetOptions {
  readonly list?: true;
  readonly named?: string;
  readonly show?: string;
  readonly set?: readonly string[];
  readonly csv?: true;
  readonly rows: number;
  readonly time: number;
  readonly renew: 'due' | 'now' | 'never';
  readonly file?: string;
  readonly parquet?: string;
}

/** Asks a copy of the crawl in SQL, read only, within limits. */
export const sql: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .argument(
      '[question]',
      'a SELECT over pages, visits, links, hosts, classes, records, regions (docs/sql.md)',
    )
    .option('--list', 'list the questions that come with Winnow')
    .option('--named <name>', 'ask the question <name> of the list')
    .option('--show <name>', 'print the question <name> of the list as SQL, with its explanation')
    .option('--set <name=value>', 'a value for `:name` in the question (may be repeated)', appendValue)
    .option('--csv', 'print CSV')
    .option('--rows <count>', 'at most <count> rows, 1 to 1000000', wholeArgument(1, 1_000_000), 1_000)
    .addOption(
      new Option('--time <duration>', 'end a question that takes longer, up to 1h')
        .argParser(timeArgument)
        .default(60_000, '1m'),
    )
    .addOption(
      new Option(
        '--renew <when>',
        'when to copy the crawl again, if it has gone on: `due` is at most 1/20 of the time',
      )
        .choices(['due', 'now', 'never'])
        .default('due'),
    )
    .option('--file <file>', 'keep the copy in the SQLite <file>')
    .option('--parquet <dir>', 'write the tables as Parquet files into <dir> instead of asking them')
    .action(async (question: string | undefined, options: SqlOptions) => {
      if (options.list === true) return io.out(listed(options));
      if (options.show !== undefined) return io.out(shown(options.show, options.set));
      if (options.parquet !== undefined) return io.out(await written(options, options.parquet));
      const { named, set, rows, time: timeMs, renew, file } = options;
      const asked = questionOf(question, named, set);
      const answer = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.sql.ask(job, {
          ...asked,
          ...{ rows, timeMs, renew },
          ...(file === undefined ? {} : { file }),
        }),
      );
      if (options.json === true) return io.out(json(answer));
      io.out(options.csv === true ? renderCsv(answer) : renderRows(answer));
      io.err(renderSqlEnd(answer));
    });
};

const longestMs = 3_600_000;

function timeArgument(text: string): number {
  const timeMs = durationArgument(text);
  if (timeMs < 1 || timeMs > longestMs) throw new InvalidArgumentError('Expected a duration of up to 1h.');
  return timeMs;
}

/** With values: for another program, which knows no `:name`. */
function shown(name: string, set: readonly string[] | undefined): string {
  const query = namedQuery(name);
  return renderNamedQuery(query, set && valuesFor(query, set));
}

/** One path a line; JSON: by table. */
async function written(options: SqlOptions, directory: string): Promise<string> {
  const files = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
    installation.sql.writeParquet(job, directory),
  );
  return options.json === true ? json(files) : `${Object.values(files).flat().join('\n')}\n`;
}

function listed({ json: asJson }: SqlOptions): string {
  if (asJson !== true) return renderNamedQueries(namedQueries);
  return json(namedQueries.map((query) => ({ ...query, sql: textOf(query) })));
}
