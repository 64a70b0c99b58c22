import { defined } from '../../../base/defined.ts';
import { firmAndOther, type SearchQuery } from '../../../pipeline/operation/search-index.ts';
import type { Connection } from '../../embedded/base/connection.ts';
import type { tableNames } from './search-schema.ts';
import { anyOf, conditionsOf, looseMatch, matchOf, onlyWithout, titleMatch } from './search-sql.ts';

/** What is read of a page before it is known whether it is shown. */
export interface Hit {
  readonly id: number;
  readonly host: string;
  readonly class: string | null;
  readonly language: string | null;
  readonly kind: string | null;
  readonly published: string | null;
  readonly score: number | null;
  readonly link_rank: number | null;
  readonly last_changed: number;
  readonly near: string | null;
  /** By its words: the smaller, the better. */
  readonly rank: number;
}

/** Pages that come before those of the next tier, whatever they are worth. */
interface Tier {
  readonly hits: readonly Hit[];
  /** What chose them, in the language of FTS5; absent: no words. */
  readonly match?: string;
  /** There are more than were looked at. */
  readonly isMore: boolean;
}

/** Words of a title count so much more than words of a text. */
const titleWeight = 5;
/** The best pages by their words are looked at, no more: for order, near-duplicates and facets. */
const mostLooked = 1_000;
/** Where fewer pages have all words, those with some of them follow. */
const fewPages = 50;
/** What more pages match is not put in order by words, which takes a microsecond or two a page (bench/results/search.md). */
const mostRanked = 20_000;
/** So many pages with some of the words are put in order, where these are many: of the rarest words. */
const mostLoose = 10_000;

const facts =
  'p.id, p.host, p.class, p.language, p.kind, p.published, p.score, p.link_rank, p.last_changed, p.near';

/** The pages that a query is answered with. */
export function chooseHits(
  db: Connection,
  tables: ReturnType<typeof tableNames>,
  query: SearchQuery,
): readonly Tier[] {
  return new Chooser(db, tables, query).tiers();
}

class Chooser {
  readonly #db: Connection;
  readonly #page: string;
  readonly #search: string;
  readonly #query: SearchQuery;
  /** At most so many pages there are: each that there ever was has a number of its own. */
  readonly #last: number;
  /** More pages have a word that tells nothing. */
  readonly #common: number;
  readonly #counts = new Map<string, number>();

  constructor(db: Connection, [page, search]: ReturnType<typeof tableNames>, query: SearchQuery) {
    [this.#db, this.#page, this.#search, this.#query] = [db, page, search, query];
    this.#last = db.get<{ last: number | null }>(`SELECT max(id) AS last FROM ${page}`)?.last ?? 0;
    this.#common = Math.max(mostRanked, Math.floor(this.#last / 2));
  }

  tiers(): readonly Tier[] {
    if (this.#query.groups.length === 0) return [tierOf(this.#withoutWords())];
    const query = this.#withoutCommon();
    const first = this.#matching(query);
    const match = first.hits.length < fewPages ? this.#looseMatch(query) : undefined;
    if (match === undefined) return [first];
    return [first, tierOf(besides(first.hits, this.#ranked(match)), match)];
  }

  /** The query without words that half of a large index has: beside others they tell nothing, and BM25 gives them no weight. */
  #withoutCommon(): SearchQuery {
    if (this.#query.groups.length === 1) return this.#query;
    const { firm, other } = firmAndOther(this.#query);
    const telling = other.filter((group) => this.#count(anyOf(group), this.#common) <= this.#common);
    const groups = [...firm, ...telling];
    return groups.length === 0 ? this.#query : { ...this.#query, groups };
  }

  /** Put in order by words; of too many pages the newest, those first whose titles match. */
  #matching(query: SearchQuery): Tier {
    const match = matchOf(query);
    if (this.#count(match) > mostRanked) return tierOf(this.#newest(titleMatch(query), match), match);
    // BM25 asks how many pages have a phrase, which takes as long as to find all of these.
    const { firm, other } = firmAndOther(query);
    const groups = [...firm.filter((one) => this.#count(anyOf(one)) <= mostRanked), ...other];
    const order = groups.length === 0 ? match : matchOf({ ...query, groups });
    return tierOf(this.#count(order) > mostRanked ? this.#ranked(match) : this.#ranked(order, match), match);
  }

  /** Any of the words that few pages have; undefined: nothing else matches than before. */
  #looseMatch(query: SearchQuery): string | undefined {
    const { firm, other } = firmAndOther(query);
    if (other.length < 2) return undefined;
    const rare = this.#last <= mostRanked ? other : this.#rarest(other);
    return rare.length === 0 ? undefined : looseMatch({ firm, other: rare }, query);
  }

  /** As many groups as a bounded number of pages has one of. */
  #rarest(groups: SearchQuery['groups']): SearchQuery['groups'] {
    const counted = groups.map((group) => ({ group, pages: this.#count(anyOf(group), this.#common) }));
    let left = mostLoose;
    const rare = counted
      .sort((a, b) => a.pages - b.pages)
      .filter(({ pages }) => {
        left -= pages;
        return left >= 0;
      });
    return rare.map(({ group }) => group);
  }

  /** How many pages match, if they are not more than so many; of a small index it does not matter. */
  #count(match: string, most = mostRanked): number {
    if (this.#last <= mostRanked) return 0;
    const known = this.#counts.get(`${most} ${match}`);
    if (known !== undefined) return known;
    const some = `SELECT 1 FROM ${this.#search} WHERE ${this.#search} MATCH ? LIMIT ${most + 1}`;
    const { pages = 0 } =
      this.#db.get<{ pages: number }>(`SELECT count(*) AS pages FROM (${some})`, match) ?? {};
    this.#counts.set(`${most} ${match}`, pages);
    return pages;
  }

  /**
   * The index of words puts them in order; what else is asked is read from an index that has it all. With the plus, SQLite does not ask
   * the index of words for each page anew.
   * @param whole what has to match, where that is more
   */
  #ranked(match: string, whole = match): readonly Hit[] {
    const conditions = conditionsOf(this.#query);
    const isMore = whole !== match;
    const also = isMore
      ? `AND +s.rowid IN (SELECT rowid FROM ${this.#search} WHERE ${this.#search} MATCH ?)`
      : '';
    return this.#db.all<Hit>(
      `SELECT ${facts}, s.rank AS rank FROM ${this.#search} s
       JOIN ${this.#page} p INDEXED BY ${this.#page}_facts ON p.id = s.rowid
       WHERE s.${this.#search} MATCH ? AND s.rank MATCH 'bm25(${titleWeight}.0, 1.0)' ${also}
         ${conditions.map(({ sql }) => `AND ${sql}`).join(' ')}
       ORDER BY s.rank LIMIT ${mostLooked}`,
      ...[match, ...(isMore ? [whole] : []), ...conditions.flatMap(({ values }) => values)],
    );
  }

  /** The newest of two matches, all of one of the same worth by their words. */
  #newest(first: string, others: string): readonly Hit[] {
    const conditions = conditionsOf(this.#query);
    const newest = (worth: number): string =>
      `SELECT * FROM (SELECT rowid AS id, ${worth} AS worth FROM ${this.#search} WHERE ${this.#search} MATCH ?
         ${conditions.length === 0 ? '' : 'AND +rowid IN chosen'} ORDER BY rowid DESC LIMIT ${mostLooked})`;
    const hits = this.#db.all<Hit>(
      `WITH chosen AS MATERIALIZED (SELECT p.id FROM ${this.#page} p INDEXED BY ${this.#page}_facts
         WHERE ${conditions.map(({ sql }) => sql).join(' AND ') || 'FALSE'})
       SELECT ${facts}, -s.worth AS rank FROM (${newest(titleWeight)} UNION ALL ${newest(1)}) s
       JOIN ${this.#page} p INDEXED BY ${this.#page}_facts ON p.id = s.id ORDER BY s.worth DESC, p.id DESC`,
      ...[...conditions.flatMap(({ values }) => values), first, others],
    );
    return [...new Map(hits.toReversed().map((hit) => [hit.id, hit])).values()]
      .toReversed()
      .slice(0, mostLooked);
  }

  /** Pages that are chosen by other things than words: the most relevant first, then the newest. */
  #withoutWords(): readonly Hit[] {
    const conditions = conditionsOf(this.#query);
    const not = onlyWithout(this.#query);
    if (conditions.length === 0 && not === undefined) return [];
    const but = `p.id NOT IN (SELECT rowid FROM ${this.#search} WHERE ${this.#search} MATCH ?)`;
    const all = [...conditions, ...(not === undefined ? [] : [{ sql: but, values: [not] }])];
    return this.#db.all<Hit>(
      `SELECT ${facts}, -1.0 AS rank FROM ${this.#page} p INDEXED BY ${this.#page}_facts
       WHERE ${all.map(({ sql }) => sql).join(' AND ')}
       ORDER BY p.score DESC, p.last_changed DESC LIMIT ${mostLooked}`,
      ...all.flatMap(({ values }) => values),
    );
  }
}

function tierOf(hits: readonly Hit[], match?: string): Tier {
  return { hits, isMore: hits.length >= mostLooked, ...defined({ match }) };
}

/** Those of some pages that are not known yet. */
function besides(known: readonly Hit[], hits: readonly Hit[]): readonly Hit[] {
  const ids = new Set(known.map(({ id }) => id));
  return hits.filter(({ id }) => !ids.has(id));
}
