import { existsSync } from 'node:fs';
import { defined } from '../../../base/defined.ts';
import {
  type FacetCount,
  hitMarks,
  markedParts,
  type SearchFacet,
  type SearchFound,
  type SearchHit,
  type SearchRequest,
} from '../../../pipeline/operation/search-index.ts';
import { Connection } from '../../embedded/base/connection.ts';
import { foldHits } from './fold-hits.ts';
import { noIndexYet, shownGeneration, tableNames } from './search-schema.ts';
import { conditionsOf, looseMatch, onlyWithout, strictMatch } from './search-sql.ts';

/** Words of a title count so much more than words of a text. */
const titleWeight = 5;
const passageWords = 32;
/** The best pages by their words are looked at, no more: for order, near-duplicates and facets. */
const mostLooked = 1_000;
/** Where fewer pages have all words, those with some of them follow. */
const fewPages = 50;
const mostFacets = 10;

/** What is read of a page before it is known whether it is shown. */
interface Hit {
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

interface Shown {
  readonly md5: string;
  readonly url: string;
  readonly title: string;
  readonly passage: string;
}

/** Asks the index of a sink. @throws WinnowError `not-found` where there is none, `corrupt`, `newer` */
export function searchPages(file: string, request: SearchRequest): SearchFound {
  if (!existsSync(file)) throw noIndexYet(file);
  const db = new Connection(file);
  try {
    // All of it is read as it is now, also while another generation takes its place.
    db.exec('BEGIN');
    const generation = shownGeneration(db);
    return generation === undefined ? nothing : new Reader(db, generation, request).found();
  } finally {
    db.close();
  }
}

const nothing: SearchFound = { pages: [], count: 0, facets: { host: [], class: [], language: [], kind: [] } };

class Reader {
  readonly #db: Connection;
  readonly #page: string;
  readonly #search: string;
  readonly #request: SearchRequest;

  constructor(db: Connection, generation: number, request: SearchRequest) {
    [this.#page, this.#search] = tableNames(generation);
    this.#db = db;
    this.#request = request;
  }

  found(): SearchFound {
    const { query, limit, offset } = this.#request;
    const strict = strictMatch(query);
    const all = strict === undefined ? this.#withoutWords() : this.#matching(strict);
    const loose = all.length < fewPages ? looseMatch(query) : undefined;
    const known = new Set(all.map(({ id }) => id));
    const some = loose === undefined ? [] : this.#matching(loose).filter(({ id }) => !known.has(id));
    const folded = foldHits([...this.#inOrder(all), ...this.#inOrder(some)]);
    const shown = folded.slice(offset, offset + limit).flatMap(({ hit, alike }) => {
      const page = this.#shown(hit, known.has(hit.id) ? strict : loose);
      return page === undefined ? [] : [{ ...page, alike }];
    });
    return {
      pages: shown,
      count: folded.length,
      ...(Math.max(all.length, some.length) >= mostLooked && { isMore: true as const }),
      facets: facetsOf([...all, ...some]),
    };
  }

  /** The index of words puts them in order; what else is asked is read from an index that has it all. */
  #matching(match: string): readonly Hit[] {
    const conditions = conditionsOf(this.#request.query);
    return this.#db.all<Hit>(
      `SELECT ${facts}, s.rank AS rank FROM ${this.#search} s
       JOIN ${this.#page} p INDEXED BY ${this.#page}_facts ON p.id = s.rowid
       WHERE s.${this.#search} MATCH ? AND s.rank MATCH 'bm25(${titleWeight}.0, 1.0)'
         ${conditions.map(({ sql }) => `AND ${sql}`).join(' ')}
       ORDER BY s.rank LIMIT ${mostLooked}`,
      ...[match, ...conditions.flatMap(({ values }) => values)],
    );
  }

  /** Pages that are chosen by other things than words: the most relevant first, then the newest. */
  #withoutWords(): readonly Hit[] {
    const { query } = this.#request;
    const conditions = conditionsOf(query);
    const not = onlyWithout(query);
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

  /** By their words, and by what the topic and links say of them as far as they are asked for. */
  #inOrder(hits: readonly Hit[]): readonly Hit[] {
    const { relevance, rank } = this.#request.weights;
    const most = (of: (hit: Hit) => number): number => hits.reduce((top, hit) => Math.max(top, of(hit)), 0);
    const score = (hit: Hit): number => Math.max(0, hit.score ?? 0);
    // Ranks by links lie as far apart as powers.
    const links = (hit: Hit): number => Math.log1p(Math.max(0, hit.link_rank ?? 0));
    const [topScore, topLinks] = [most(score) || 1, most(links) || 1];
    const weight = (hit: Hit): number =>
      -hit.rank * (1 + relevance * (score(hit) / topScore) + rank * (links(hit) / topLinks));
    return hits
      .map((hit) => ({ hit, weight: weight(hit) }))
      .sort((a, b) => b.weight - a.weight)
      .map(({ hit }) => hit);
  }

  /**
   * Undefined for a page that went meanwhile. Node binds a number as REAL, by which FTS5 chooses no row: without the cast the passage
   * would be that of the first page that matches.
   */
  #shown(hit: Hit, match: string | undefined): Omit<SearchHit, 'alike'> | undefined {
    const shown =
      match === undefined
        ? this.#db.get<Shown>(
            `SELECT md5, url, title, substr(text, 1, 250) AS passage FROM ${this.#page} WHERE id = ?`,
            hit.id,
          )
        : this.#db.get<Shown>(
            `SELECT p.md5, p.url, p.title, snippet(${this.#search}, 1, '${hitMarks.begin}', '${hitMarks.end}', '…', ${passageWords}) AS passage
             FROM ${this.#search} JOIN ${this.#page} p ON p.id = ${this.#search}.rowid
             WHERE ${this.#search} MATCH ? AND ${this.#search}.rowid = CAST(? AS INTEGER)`,
            ...[match, hit.id],
          );
    if (shown === undefined) return undefined;
    const { md5, url, title, passage } = shown;
    const { class: best, language, kind, published, score } = hit;
    return {
      ...{ md5, url, title, passage: markedParts(passage), host: hit.host, lastChanged: hit.last_changed },
      ...defined({
        class: best ?? undefined,
        language: language ?? undefined,
        kind: kind ?? undefined,
        published: published ?? undefined,
        score: score ?? undefined,
      }),
    };
  }
}

const facts =
  'p.id, p.host, p.class, p.language, p.kind, p.published, p.score, p.link_rank, p.last_changed, p.near';

function facetsOf(hits: readonly Hit[]): SearchFound['facets'] {
  return {
    host: countsOf(hits, 'host'),
    class: countsOf(hits, 'class'),
    language: countsOf(hits, 'language'),
    kind: countsOf(hits, 'kind'),
  };
}

function countsOf(hits: readonly Hit[], facet: SearchFacet): readonly FacetCount[] {
  const counts = new Map<string, number>();
  for (const { [facet]: value } of hits) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    .slice(0, mostFacets)
    .map(([value, pages]) => ({ value, pages }));
}
