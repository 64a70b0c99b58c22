import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { clip, printable, printablePart } from '../../base/printable.ts';
import { formatCount, formatTime } from '../../base/quantity.ts';
import { field, flag, optional, text, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { type JobPlace, onlyThere } from '../../pipeline/operation/place.ts';
import type {
  IndexState,
  PassagePart,
  SearchFilter,
  SearchFound,
  SearchHit,
  SearchQuery,
} from '../../pipeline/operation/search-index.ts';
import { beside, detail, more, note, type View, type ViewBlock } from '../../pipeline/operation/view.ts';
import { classHierarchy } from '../../topic/settings.ts';
import { readQuery } from './read-query.ts';

/** No more pages than these are listed. */
const mostListed = 1_000;
const [longestTitle, longestUrl, longestPassage, longestName] = [300, 2_000, 1_000, 100];
/** What the topic says of a page helps, and links to what is on topic do (bench/results/search.md). */
const usualWeights = { relevance: 1, rank: 1 };

const wrongQuery = 'must be words';
const wrongCursor = 'must be what an answer said';
const wrongWeight = 'must be a number from 0 to 10';
const weight = () => z.number(wrongWeight).check(z.minimum(0, wrongWeight), z.maximum(10, wrongWeight));

/** Pages that were found. Their texts come from the web, without what a terminal would obey. */
export interface SearchListing extends Omit<SearchFound, 'facets'>, IndexState {
  readonly facets?: SearchFound['facets'];
  /** Asks for the pages behind these. */
  readonly cursor?: string;
}

/** Finds pages of the collection by their words. */
export const search = operation({
  about: 'job',
  input: {
    query: field(z.array(text(wrongQuery, 4_000), wrongQuery).check(z.minLength(1), z.maxLength(50)), {
      says: `words, "a phrase", -without, one OR other, begin*, title: host: class: lang: kind: after: before:`,
      isArgument: true,
    }),
    limit: field(z._default(whole(1, 100), 10), {
      says: 'list at most <number> pages, 1 to 100',
      shown: 'number',
    }),
    cursor: field(optional(z.string(wrongCursor).check(z.regex(/^\d{1,4}$/, wrongCursor))), {
      says: 'continue where the previous page ended, at the <cursor> that it printed',
    }),
    facets: flag('count hosts, classes, languages and kinds among what is found'),
    relevance: field(z._default(weight(), usualWeights.relevance), {
      says: 'how much the score by the topic counts beside the words, 0 to 10',
      shown: 'weight',
    }),
    rank: field(z._default(weight(), usualWeights.rank), {
      says: 'how much the PageRank counts that `winnow ranks --write` has written, 0 to 10',
      shown: 'weight',
    }),
  },
  effect: 'reads',
  async run(place, { query: typed, limit, cursor, facets: hasFacets, relevance, rank }, { signal }) {
    const query = await withClassesBelow(place, readQuery(typed.join(' '), place.ports.clock.now()));
    const offset = Number(cursor ?? 0);
    const request = { query, limit, offset, weights: { relevance, rank } };
    const { facets, pages, ...found } = await onlyThere(place.search).find(place.of, request, signal);
    const end = offset + limit;
    return {
      ...found,
      pages: pages.map(printablePage),
      ...(hasFacets && { facets: printableFacets(facets) }),
      ...defined({ cursor: end < Math.min(found.count, mostListed) ? String(end) : undefined }),
    } as SearchListing;
  },
  view(answer, { order }): View {
    const { pages, count, isMore, facets, behind, cursor } = answer;
    const late =
      behind === 0
        ? []
        : [beside(`the index lacks ${formatCount(behind, 'batch', 'batches')} of changes yet`)];
    if (pages.length === 0) return [[note('no pages'), ...late]];
    const counted = `${isMore ? 'more than ' : ''}${formatCount(count, 'page')}`;
    return [
      ...pages.map(viewPage),
      ...(facets === undefined ? [] : [viewFacets(facets)]),
      [beside(`${counted}; the stored copy of one: ${order('record')} MD5`), ...late],
      ...more(cursor),
    ];
  },
});

/** A class stands for those below it, too; of a taxonomy its path may be given without the slash before it. */
async function withClassesBelow({ of, settings }: JobPlace, query: SearchQuery): Promise<SearchQuery> {
  if (!query.filters.some(({ by }) => by === 'class')) return query;
  const classes = (await settings(of.name)).topic?.classes ?? [];
  const { isWithin } = classHierarchy(classes);
  const written = (name: string) => (name.startsWith('/') ? [name] : [name, `/${name}`]);
  const below = (name: string) => classes.filter(({ id }) => id !== name && isWithin(id, name));
  const filters = query.filters.map(
    (one): SearchFilter =>
      one.by === 'class'
        ? {
            ...one,
            values: one.values.flatMap(written).flatMap((name) => [name, ...below(name).map(({ id }) => id)]),
          }
        : one,
  );
  return { ...query, filters };
}

function printablePage(page: SearchHit): SearchHit {
  const { title, url, passage, ...facts } = page;
  const { class: best, language, kind, published } = facts;
  const short = (value: string | undefined) => value && clip(value, longestName);
  return {
    ...facts,
    ...defined({ class: short(best), language: short(language), kind: short(kind) }),
    ...defined({ published: short(published) }),
    title: clip(title, longestTitle) || clip(url, longestTitle),
    url: clip(url, longestUrl),
    passage: printablePassage(passage),
  };
}

function printablePassage(passage: readonly PassagePart[]): readonly PassagePart[] {
  let left = longestPassage;
  return passage.flatMap((part): readonly PassagePart[] => {
    const said = printablePart(part.text).replace(/\s+/g, ' ').slice(0, left);
    left -= said.length;
    return said === '' ? [] : [{ ...part, text: said }];
  });
}

function printableFacets(facets: SearchFound['facets']): SearchFound['facets'] {
  const entries = Object.entries(facets).map(([name, counts]) => [
    name,
    counts.map((one) => ({ ...one, value: clip(one.value, longestName) })),
  ]);
  return Object.fromEntries(entries) as SearchFound['facets'];
}

function viewPage(page: SearchHit): readonly ViewBlock[] {
  const { title, url, passage, md5, class: best, language, kind, published, lastChanged, alike } = page;
  const day = published ?? formatTime(lastChanged).slice(0, 10);
  const facts = [best, language, kind, day, alike === 0 ? undefined : `${alike} alike`, md5];
  const said = passage.map(({ text: part, isHit }) => (isHit ? `*${part}*` : part)).join('');
  return [
    note(title),
    detail(url),
    ...(said.trim() === '' ? [] : [detail(printable(said))]),
    detail(facts.filter((one) => one !== undefined).join(' · ')),
  ];
}

function viewFacets(facets: SearchFound['facets']): readonly ViewBlock[] {
  return Object.entries(facets).flatMap(([name, counts]) =>
    counts.length === 0
      ? []
      : [note(`${name}: ${counts.map(({ value, pages }) => `${value} ${pages}`).join(', ')}`)],
  );
}
