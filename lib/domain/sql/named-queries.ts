import type { NamedQuery, QueryValues } from './named-query.ts';
import { aliases } from './queries/aliases.ts';
import { authorities } from './queries/authorities.ts';
import { census } from './queries/census.ts';
import { citations } from './queries/citations.ts';
import { copies } from './queries/copies.ts';
import { depths } from './queries/depths.ts';
import { diagnosis } from './queries/diagnosis.ts';
import { harvest } from './queries/harvest.ts';
import { hubs } from './queries/hubs.ts';
import { mediaTypes } from './queries/media-types.ts';
import { neglected } from './queries/neglected.ts';
import { neighbours } from './queries/neighbours.ts';
import { outcomes } from './queries/outcomes.ts';
import { popularity } from './queries/popularity.ts';
import { reciprocity } from './queries/reciprocity.ts';
import { regions } from './queries/regions.ts';
import { sites } from './queries/sites.ts';
import { together } from './queries/together.ts';
import { tries } from './queries/tries.ts';
import { waiting } from './queries/waiting.ts';

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
