import {
  firmAndOther,
  hitMarks,
  type SearchFilter,
  type SearchQuery,
  type SearchRequest,
  type SearchTerm,
} from '../../../pipeline/operation/search-index.ts';
import type { Flavour } from './mapping.ts';

/** A part of the query language of the servers. */
type Part = Readonly<Record<string, unknown>>;

/** Pages that are counted and can be listed. */
export const mostCounted = 1_000;
const titleWeight = 5;
const passageChars = 250;
/** The servers refuse to mark words in longer texts, unless they are told to stop there. */
const mostMarked = 900_000;
const mostFacets = 10;

const facetNames = ['host', 'class', 'language', 'kind'] as const;
const shownFields = [
  'md5',
  'url',
  'title',
  'host',
  'class',
  'language',
  'kind',
  'published',
  'score',
  'last_changed',
];

/** What a search server is asked for a request; undefined: nothing is looked for. */
export function searchBody(
  flavour: Flavour,
  { query, weights, limit, offset }: SearchRequest,
): Part | undefined {
  const { groups, without, filters, after, before } = query;
  const isEmpty = [groups, without, filters].every((one) => one.length === 0);
  if (isEmpty && after === undefined && before === undefined) return undefined;
  const bool = {
    ...wordsOf(groups),
    filter: [...filters.filter(({ isNot }) => !isNot).map(filterOf), ...datesOf(query)],
    must_not: [...without.map(termOf), ...filters.filter(({ isNot }) => isNot).map(filterOf)],
  };
  const longest = flavour === 'opensearch' ? 'max_analyzer_offset' : 'max_analyzed_offset';
  return {
    ...{ from: offset, size: limit, track_total_hits: mostCounted, _source: shownFields },
    query: weighed({ bool }, weights.relevance),
    ...(groups.length === 0 && {
      sort: [{ score: { order: 'desc', missing: '_last' } }, { last_changed: 'desc' }],
    }),
    highlight: {
      ...{ pre_tags: [hitMarks.begin], post_tags: [hitMarks.end], [longest]: mostMarked },
      fields: { text: { fragment_size: passageChars, number_of_fragments: 1, no_match_size: passageChars } },
    },
    aggs: Object.fromEntries(facetNames.map((field) => [field, { terms: { field, size: mostFacets } }])),
  };
}

/** Some of the words are enough; what is asked for more sharply has to be there. */
function wordsOf(groups: SearchQuery['groups']): Part {
  const { firm, other } = firmAndOther({ groups });
  return {
    ...{ must: firm.map(anyOf), should: other.map(anyOf) },
    ...(other.length > 0 && { minimum_should_match: 1 }),
  };
}

function anyOf(group: readonly SearchTerm[]): Part {
  const [first] = group;
  if (group.length === 1 && first !== undefined) return termOf(first);
  return { bool: { should: group.map(termOf), minimum_should_match: 1 } };
}

function termOf({ text, isPhrase, isPrefix, isOfTitle }: SearchTerm): Part {
  const fields = isOfTitle ? ['title'] : [`title^${titleWeight}`, 'text'];
  const kind = isPrefix ? { type: 'phrase_prefix' } : isPhrase ? { type: 'phrase' } : { operator: 'and' };
  return { multi_match: { query: text, fields, ...kind } };
}

function filterOf({ by, values }: SearchFilter): Part {
  return { bool: { should: values.flatMap((value) => hasValue(by, value)), minimum_should_match: 1 } };
}

function hasValue(by: SearchFilter['by'], value: string): readonly Part[] {
  const whole = { term: { [by]: value } };
  if (by === 'class') return value.startsWith('/') ? [whole, { prefix: { class: `${value}/` } }] : [whole];
  if (by !== 'host') return [whole];
  const name = value.replace(/[\\*?]/g, '\\$&');
  const isLike = (pattern: string): Part => ({ wildcard: { host: { value: pattern } } });
  return [whole, isLike(`${name}:*`), isLike(`*.${name}`), isLike(`*.${name}:*`)];
}

/** By the date that the page says, or else since its content was new. */
function datesOf({ after, before }: SearchQuery): readonly Part[] {
  if (after === undefined && before === undefined) return [];
  const time = (at: number): string => new Date(at).toISOString();
  const range = (form: (at: number) => string): Part => ({
    ...(after !== undefined && { gte: form(after) }),
    ...(before !== undefined && { lt: form(before) }),
  });
  const isUnsaid = {
    bool: {
      must_not: [{ exists: { field: 'published' } }],
      filter: [{ range: { last_changed: range(time) } }],
    },
  };
  const isSaid = { range: { published: range((at) => time(at).slice(0, 10)) } };
  return [{ bool: { should: [isSaid, isUnsaid], minimum_should_match: 1 } }];
}

/** What the words say of a page, times one and more by its score. */
function weighed(query: Part, relevance: number): Part {
  if (relevance === 0) return query;
  const byScore = {
    ...{ filter: { range: { score: { gt: 0 } } }, weight: relevance },
    field_value_factor: { field: 'score', modifier: 'log1p', missing: 0 },
  };
  const functions = [{ filter: { match_all: {} }, weight: 1 }, byScore];
  return { function_score: { query, functions, score_mode: 'sum', boost_mode: 'multiply' } };
}
