import { WinnowError } from '../../../lib/base/error.ts';
import { namedQueries, textOf } from '../../../lib/capabilities/sql/named-queries.ts';
import type { NamedQuery, QueryValues } from '../../../lib/capabilities/sql/named-query.ts';

export interface SqlQuestion {
  readonly sql: string;
  readonly values: QueryValues;
}

/** @throws WinnowError `usage` unless there is one question with all its values */
export function questionOf(
  text: string | undefined,
  named: string | undefined,
  set: readonly string[] | undefined,
): SqlQuestion {
  if ((text === undefined) === (named === undefined))
    throw new WinnowError('usage', 'give one question, or --named NAME (--list shows the names)');
  if (named === undefined) {
    const sql = text as string;
    if (namedQueries.some(({ name }) => name === sql.trim()))
      throw new WinnowError(
        'usage',
        `${sql.trim()} is a question of the list: ask it with --named ${sql.trim()}`,
      );
    return { sql, values: valuesOf(set) };
  }
  const query = namedQuery(named);
  return { sql: textOf(query), values: valuesFor(query, set) };
}

/** @throws WinnowError `usage` for a name that is not in the list */
export function namedQuery(name: string): NamedQuery {
  const found = namedQueries.find((query) => query.name === name);
  if (found !== undefined) return found;
  const names = namedQueries.map((query) => query.name).join(', ');
  throw new WinnowError('usage', `there is no question ${name}; there are ${names}`);
}

/** The values of a question of the list: those that are given, the defaults of the others. @throws WinnowError `usage` */
export function valuesFor(
  { name: question, parameters = {} }: NamedQuery,
  set: readonly string[] | undefined,
): QueryValues {
  const given = valuesOf(set);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(parameters, name));
  if (unknown !== undefined)
    throw new WinnowError('usage', `the question ${question} has no value ${unknown}`);
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const own = given[name] ?? value;
      if (own !== null) return [name, own];
      throw new WinnowError('usage', `the question ${question} needs --set ${name}=VALUE`);
    }),
  );
}

/** Numbers as numbers: SQLite compares a text with a number as unequal. */
function valuesOf(set: readonly string[] = []): QueryValues {
  return Object.fromEntries(
    set.map((one) => {
      const at = one.indexOf('=');
      if (at < 1) throw new WinnowError('usage', `--set ${one}: expected NAME=VALUE`);
      const text = one.slice(at + 1);
      const isNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text);
      return [one.slice(0, at), isNumber ? Number(text) : text];
    }),
  );
}
