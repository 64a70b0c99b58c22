import { csvOf } from '../../../lib/base/csv.ts';
import { clip } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { textOf, textWith } from '../../../lib/capabilities/sql/named-queries.ts';
import type { NamedQuery, QueryValues } from '../../../lib/capabilities/sql/named-query.ts';
import type { Cell } from '../../../lib/capabilities/sql/table.ts';
import type { SqlAnswer } from '../../../lib/runtime/shared/installation.ts';
import { table } from '../base/table.ts';

const widest = 100;

/** The rows under the names of their columns; numbers stand right. */
export function renderRows({ columns, rows }: Pick<SqlAnswer, 'columns' | 'rows'>): string {
  if (columns.length === 0) return '';
  const cells = columns.map((title, place) => ({
    title: clip(title, widest),
    right: rows.length > 0 && rows.every((row) => typeof row[place] !== 'string'),
    cell: (row: readonly Cell[]) => clip(String(row[place] ?? ''), widest),
  }));
  return table(cells, rows);
}

/** What stands under the rows: how many, and of which time. */
export function renderSqlEnd({ rows, more, made, seconds, isRenewed }: SqlAnswer): string {
  const limit = more ? ', and there are more: --rows says how many are shown' : '';
  const taken = isRenewed ? `, copied in ${seconds.toFixed(1)} s` : '';
  return `${formatCount(rows.length, 'row')}${limit}; the crawl as of ${made}${taken}\n`;
}

/** With the names of the columns first. */
export function renderCsv({ columns, rows }: Pick<SqlAnswer, 'columns' | 'rows'>): string {
  return csvOf([columns, ...rows]);
}

/** The names of shipped questions with what they ask. */
export function renderNamedQueries(queries: readonly NamedQuery[]): string {
  return table(
    [
      { title: 'name', cell: ({ name }) => name },
      { title: 'asks', cell: ({ title }) => title },
      { title: 'values', cell: ({ parameters }) => parametersText(parameters) },
    ],
    queries,
  );
}

function parametersText(parameters: NamedQuery['parameters'] = {}): string {
  return Object.entries(parameters)
    .map(([name, value]) => (value === null ? `${name}=…` : `${name}=${value}`))
    .join(' ');
}

/** A shipped question as a file of SQL, its explanation above it. @param bound values that stand in the text */
export function renderNamedQuery(query: NamedQuery, bound?: QueryValues): string {
  const values = parametersText(bound ?? query.parameters);
  const lines = [query.title, ...wrapped(query.explanation), ...(values === '' ? [] : [`values: ${values}`])];
  return `${lines.map((line) => `-- ${line}\n`).join('')}${bound === undefined ? textOf(query) : textWith(query, bound)}\n`;
}

const lineLength = 100;

function wrapped(text: string): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) as string;
    if (last.length + word.length >= lineLength) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
