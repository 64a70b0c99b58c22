import type { SearchFilter, SearchQuery, SearchTerm } from '../../../pipeline/operation/search-index.ts';

/** A condition of SQL with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** What a page has to have in the language of FTS5: one of each group. */
export function matchOf({ groups, without }: SearchQuery): string {
  return minus(groups.map(anyOf).join(' AND '), without);
}

/** The same, with all of it in the title. */
export function titleMatch({ groups, without }: SearchQuery): string {
  return minus(`title : (${groups.map(anyOf).join(' AND ')})`, without);
}

/** One of the other groups, and all that is asked for more sharply. */
export function looseMatch(
  { firm, other }: Readonly<Record<'firm' | 'other', SearchQuery['groups']>>,
  { without }: SearchQuery,
): string {
  return minus([...firm.map(anyOf), `(${other.map(anyOf).join(' OR ')})`].join(' AND '), without);
}

/** Words that must not be there, of a query that has no others. */
export function onlyWithout({ groups, without }: SearchQuery): string | undefined {
  return groups.length > 0 || without.length === 0 ? undefined : anyOf(without);
}

function minus(match: string, without: readonly SearchTerm[]): string {
  return without.length === 0 ? match : `(${match}) NOT ${anyOf(without)}`;
}

/** One of some words. */
export function anyOf(terms: readonly SearchTerm[]): string {
  return `(${terms.map(termOf).join(' OR ')})`;
}

/** Nothing that somebody types is read as the language of the index. */
function termOf({ text, isPrefix, isOfTitle }: SearchTerm): string {
  return `${isOfTitle ? 'title : ' : ''}"${text.replaceAll('"', ' ')}"${isPrefix ? '*' : ''}`;
}

/** What a query asks of a page `p` beside its words. */
export function conditionsOf({ filters, after, before }: SearchQuery): readonly Condition[] {
  const dated = 'coalesce(unixepoch(p.published) * 1000, p.last_changed)';
  return [
    ...filters.map(filterCondition),
    ...(after === undefined ? [] : [{ sql: `${dated} >= ?`, values: [after] }]),
    ...(before === undefined ? [] : [{ sql: `${dated} < ?`, values: [before] }]),
  ];
}

function filterCondition({ by, values, isNot }: SearchFilter): Condition {
  const all = values.map((value) => conditionOf(by, value));
  const sql = `(${all.map((one) => one.sql).join(' OR ')})`;
  const not = isNot ? `NOT coalesce(${sql}, 0)` : sql;
  return { sql: not, values: all.flatMap((one) => one.values) };
}

function conditionOf(by: SearchFilter['by'], value: string): Condition {
  if (by === 'host') {
    // A host with any port, and hosts of a domain. All pages of an index are asked, for which LIKE is slow.
    const [port, domain] = [`${value}:`, `.${value}`];
    return {
      sql: 'p.host = ? OR substr(p.host, 1, length(?)) = ? OR substr(p.host, -length(?)) = ? OR instr(p.host, ?)',
      values: [value, port, port, domain, domain, `${domain}:`],
    };
  }
  if (by === 'class' && value.startsWith('/'))
    return { sql: `p.class = ? OR p.class LIKE ? ESCAPE '\\'`, values: [value, `${escaped(value)}/%`] };
  return { sql: `p.${by} = ?`, values: [value] };
}

function escaped(value: string): string {
  return value.replace(/[\\%_]/g, '\\$&');
}
