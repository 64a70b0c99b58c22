import * as z from 'zod/mini';
import { csvOf } from '../../base/csv.ts';
import { defined } from '../../base/defined.ts';
import { clip } from '../../base/printable.ts';
import { formatCount } from '../../base/quantity.ts';
import type { SqlAnswer } from '../../pipeline/operation/crawl-tables.ts';
import { field, flag, optional, text, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { onlyThere } from '../../pipeline/operation/place.ts';
import { beside, detail, note, table, type View, type ViewBlock } from '../../pipeline/operation/view.ts';
import { namedQueries, parametersText, questionOf, shownQuery, textOf } from './named-queries.ts';
import type { NamedQuery } from './named-query.ts';

const [wrongTime, wrongSet, wrongName] = [
  'must be a duration of up to 1h',
  'must be a list of name=value',
  'must be a question of the list',
];
const [longestMs, mostText, mostSets, widest] = [3_600_000, 100_000, 100, 100];

/** Rows; the questions of the list; one of them as SQL; or the paths of Parquet files, by table. */
type Outcome = SqlAnswer | readonly NamedQuery[] | string | Readonly<Record<string, readonly string[]>>;

/** Asks a copy of the crawl in SQL, read only, within limits. */
export const sql = operation({
  about: 'job',
  input: {
    question: field(optional(text('must be a SELECT', mostText)), {
      says: 'a SELECT over pages, visits, links, hosts, classes, records, regions (docs/sql.md)',
      isArgument: true,
    }),
    list: flag('list the questions that come with Winnow'),
    named: field(optional(text(wrongName, 100)), {
      says: 'ask the question <name> of the list',
      shown: 'name',
    }),
    show: field(optional(text(wrongName, 100)), {
      says: 'print the question <name> of the list as SQL, with its explanation',
      shown: 'name',
    }),
    set: field(optional(z.array(text(wrongSet, mostText), wrongSet).check(z.maxLength(mostSets, wrongSet))), {
      says: 'a value for `:name` in the question (may be repeated)',
      shown: 'name=value',
    }),
    rows: field(z._default(whole(1, 1_000_000), 1_000), {
      says: 'at most <count> rows, 1 to 1000000',
      shown: 'count',
    }),
    timeMs: field(
      z._default(z.int(wrongTime).check(z.minimum(1, wrongTime), z.maximum(longestMs, wrongTime)), 60_000),
      {
        says: 'end a question that takes longer, up to 1h',
        ...{ flag: 'time', shown: 'duration', span: 1, usual: '1m' },
      },
    ),
    renew: field(z._default(z.enum(['due', 'beside', 'now', 'never']), 'due'), {
      says: 'when to copy the crawl again, if it has gone on: `due` is at most 1/20 of the time, `beside` does not wait for it',
      shown: 'when',
    }),
    file: field(optional(text('must be a file', 4_000)), {
      says: 'keep the copy in the SQLite <file>',
      isOfMachine: true,
    }),
    parquet: field(optional(text('must be a folder', 4_000)), {
      says: 'write the tables as Parquet files into <dir> instead of asking them',
      ...{ shown: 'dir', isOfMachine: true },
    }),
  },
  effect: 'reads',
  refuses(asked) {
    if (asked.show !== undefined) shownQuery(asked.show, asked.set);
    else if (!asked.list && asked.parquet === undefined) questionOf(asked);
    return undefined;
  },
  async run({ of, openTables }, asked, { signal }): Promise<Outcome> {
    const { list, show, set, parquet, rows, timeMs, renew, file } = asked;
    if (list) return namedQueries.map((query) => ({ ...query, sql: textOf(query) }));
    if (show !== undefined) return shownQuery(show, set);
    const tables = await onlyThere(openTables)();
    if (parquet !== undefined) return await tables.writeParquet(of, parquet);
    return await tables.ask(of, { ...questionOf(asked), rows, timeMs, renew, signal, ...defined({ file }) });
  },
  view(outcome): View {
    if (typeof outcome === 'string') return [outcome.split('\n').map(indented)];
    if (isList(outcome)) return [[listOf(outcome)]];
    if (isAnswer(outcome)) return [[...rowsOf(outcome), beside(endOf(outcome))]];
    return [Object.values(outcome).flatMap((paths) => paths.map((path) => note(path)))];
  },
  formats: {
    csv: {
      says: 'print CSV',
      write(outcome) {
        if (typeof outcome === 'string') return `${outcome}\n`;
        return isAnswer(outcome)
          ? csvOf([outcome.columns, ...outcome.rows])
          : csvOf(Object.entries(outcome).map(([name, value]) => [name, JSON.stringify(value)]));
      },
    },
  },
});

/** A line of SQL, which is indented by two spaces at a time. */
function indented(line: string): ViewBlock {
  const code = line.trimStart();
  return detail(code, (line.length - code.length) / 2);
}

function isList(outcome: Outcome): outcome is readonly NamedQuery[] {
  return Array.isArray(outcome);
}

function isAnswer(outcome: Outcome): outcome is SqlAnswer {
  return typeof outcome === 'object' && 'columns' in outcome && 'made' in outcome;
}

/** The rows under the names of their columns; numbers stand right. */
function rowsOf({ columns, rows }: SqlAnswer): readonly ViewBlock[] {
  if (columns.length === 0) return [];
  const heads = columns.map((title, place) => ({
    title: clip(title, widest),
    unit:
      rows.length > 0 && rows.every((row) => typeof row[place] !== 'string')
        ? ('number' as const)
        : ('text' as const),
    width: widest,
    value: (row: SqlAnswer['rows'][number]) => row[place] ?? undefined,
  }));
  return [table(heads, rows)];
}

/** What is told beside the rows: how many, and of which time. */
function endOf({ rows, more, made, seconds, isRenewed }: SqlAnswer): string {
  const limit = more ? ', and there are more: --rows says how many are shown' : '';
  const taken = isRenewed ? `, copied in ${seconds.toFixed(1)} s` : '';
  return `${formatCount(rows.length, 'row')}${limit}; the crawl as of ${made}${taken}`;
}

function listOf(queries: readonly NamedQuery[]): ViewBlock {
  return table<NamedQuery>(
    [
      { title: 'name', value: 'name' },
      { title: 'asks', value: 'title' },
      { title: 'values', value: ({ parameters }) => parametersText(parameters) },
    ],
    queries,
  );
}
