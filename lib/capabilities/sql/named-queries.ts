import { WinnowError } from '../../base/error.ts';
import type { NamedQuery, QueryValues } from './named-query.ts';
import { aliases, copies, mediaTypes, regions } from './queries/of-content.ts';
import { census, depths, diagnosis, harvest, outcomes, tries, waiting } from './queries/of-crawl.ts';
import { authorities, citations, hubs, neglected, neighbours } from './queries/of-hubs.ts';
import { popularity, reciprocity, sites, together } from './queries/of-links.ts';

/** The questions that Winnow ships, in the order of the list. */
export const namedQueries: readonly NamedQuery[] = [
  census,
  tries,
  diagnosis,
  hubs,
  neglected,
  neighbours,
  authorities,
  citations,
  sites,
  reciprocity,
  popularity,
  harvest,
  depths,
  outcomes,
  waiting,
  mediaTypes,
  aliases,
  copies,
  regions,
  together,
];

/** The text of a question without the indentation that it has in its file. */
export function textOf({ sql }: NamedQuery): string {
  return sql
    .split('\n')
    .map((line) => line.replace(/^ {4}/, '').trimEnd())
    .join('\n')
    .trim();
}

/** The text with its values in it, as any program reads it. */
export function textWith(query: NamedQuery, values: QueryValues): string {
  return textOf(query).replace(/:([a-z]+)\b/g, (_, name: string) => literal(values[name] as string | number));
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

/** What somebody asks: in SQL, or a question of the list with values for it (`name=value`). */
interface AskedQuestion {
  readonly question?: string;
  readonly named?: string;
  readonly set?: readonly string[];
}

/** @throws WinnowError `usage` unless there is one question with all its values */
export function questionOf({ question, named, set = [] }: AskedQuestion): {
  readonly sql: string;
  readonly values: QueryValues;
} {
  if ((question === undefined) === (named === undefined))
    throw usage('give one question, or --named NAME (--list shows the names)');
  if (question === undefined) {
    const query = namedQuery(named as string);
    return { sql: textOf(query), values: valuesFor(query, set) };
  }
  const name = question.trim();
  if (namedQueries.some((one) => one.name === name))
    throw usage(`${name} is a question of the list: ask it with --named ${name}`);
  return { sql: question, values: valuesOf(set) };
}

/** @throws WinnowError `usage` for a name that is not in the list */
function namedQuery(name: string): NamedQuery {
  const found = namedQueries.find((query) => query.name === name);
  if (found !== undefined) return found;
  throw usage(`there is no question ${name}; there are ${namedQueries.map((one) => one.name).join(', ')}`);
}

/** The values of a question of the list: those that are given, the defaults of the others. @throws WinnowError `usage` */
function valuesFor({ name: question, parameters = {} }: NamedQuery, set: readonly string[]): QueryValues {
  const given = valuesOf(set);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(parameters, name));
  if (unknown !== undefined) throw usage(`the question ${question} has no value ${unknown}`);
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const own = given[name] ?? value;
      if (own !== null) return [name, own];
      throw usage(`the question ${question} needs --set ${name}=VALUE`);
    }),
  );
}

/** Numbers as numbers: SQLite compares a text with a number as unequal. */
function valuesOf(set: readonly string[]): QueryValues {
  return Object.fromEntries(
    set.map((one) => {
      const at = one.indexOf('=');
      if (at < 1) throw usage(`--set ${one}: expected NAME=VALUE`);
      const text = one.slice(at + 1);
      const isNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text);
      return [one.slice(0, at), isNumber ? Number(text) : text];
    }),
  );
}

/** A shipped question as a file of SQL, its explanation above it; with values in it for another program, which knows no `:name`. */
export function shownQuery(name: string, set: readonly string[] | undefined): string {
  const query = namedQuery(name);
  const bound = set && valuesFor(query, set);
  const values = parametersText(bound ?? query.parameters);
  const lines = [query.title, ...wrapped(query.explanation), ...(values === '' ? [] : [`values: ${values}`])];
  return `${lines.map((line) => `-- ${line}\n`).join('')}${bound === undefined ? textOf(query) : textWith(query, bound)}`;
}

/** `pages=3 from=…`. */
export function parametersText(parameters: NamedQuery['parameters'] = {}): string {
  return Object.entries(parameters)
    .map(([name, value]) => (value === null ? `${name}=…` : `${name}=${value}`))
    .join(' ');
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

const usage = (message: string) => new WinnowError('usage', message);
