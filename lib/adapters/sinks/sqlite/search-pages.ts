import { existsSync } from 'node:fs';
import { defined } from '../../../base/defined.ts';
import {
  type FacetCount,
  hitMarks,
  markedParts,
  nothingFound,
  type SearchFacet,
  type SearchFound,
  type SearchHit,
  type SearchRequest,
} from '../../../pipeline/operation/search-index.ts';
import { Connection } from '../../embedded/base/connection.ts';
import { chooseHits, type Hit } from './choose-hits.ts';
import { foldHits } from './fold-hits.ts';
import { noIndexYet, shownGeneration, tableNames } from './search-schema.ts';

const passageWords = 32;
const mostFacets = 10;

interface Shown {
  readonly md5: string;
  readonly url: string;
  readonly title: string;
  readonly passage: string;
}

/** Asks the index of a sink. @throws WinnowError `not-found` where there is none, `corrupt`, `newer` */
export function searchPages(file: string, request: SearchRequest): SearchFound {
  if (!existsSync(file)) throw noIndexYet(file);
  const db = new Connection(file, { readOnly: true });
  try {
    // All of it is read as it is now, also while another generation takes its place.
    db.exec('BEGIN');
    const generation = shownGeneration(db);
    return generation === undefined ? nothingFound : new Reader(db, generation, request).found();
  } finally {
    db.close();
  }
}

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
    const tiers = chooseHits(this.#db, [this.#page, this.#search], query);
    const ordered = tiers.flatMap(({ hits, match }) => this.#inOrder(hits).map((hit) => ({ ...hit, match })));
    const folded = foldHits(ordered);
    const shown = folded.slice(offset, offset + limit).flatMap(({ hit, alike }) => {
      const page = this.#shown(hit, hit.match);
      return page === undefined ? [] : [{ ...page, alike }];
    });
    return {
      pages: shown,
      count: folded.length,
      ...(tiers.some((tier) => tier.isMore) && { isMore: true as const }),
      facets: facetsOf(ordered),
    };
  }

  /**
   * By their words; by what the topic says of them, as far as that is to count; and by links to them as far as they are on topic, where
   * there is one: pages that are linked to most are about everything (bench/results/search.md).
   */
  #inOrder(hits: readonly Hit[]): readonly Hit[] {
    const { relevance, rank } = this.#request.weights;
    const scoreOf = (hit: Hit): number => Math.max(0, hit.score ?? 0);
    const topScore = hits.reduce((top, hit) => Math.max(top, scoreOf(hit)), 0);
    const weight = (hit: Hit): number => {
      const onTopic = topScore === 0 ? 1 : scoreOf(hit) / topScore;
      const links = Math.max(0, hit.link_rank ?? 0);
      return -hit.rank * (1 + onTopic * (relevance + (rank * links) / (1 + links)));
    };
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
