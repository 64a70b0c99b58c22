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
