import { existsSync } from 'node:fs';
import { WinnowError } from '../../../base/error.ts';
import { Connection } from '../../embedded/base/connection.ts';
import { shownGeneration, tableNames } from './search-schema.ts';

/** What is looked for. */
export interface SearchQuestion {
  /** Words that must all be there; `"as a phrase"`, `-without`, `beginning*`. */
  readonly words: string;
  readonly host?: string;
  readonly class?: string;
  readonly language?: string;
  readonly kind?: string;
  readonly limit: number;
  readonly offset?: number;
}

export interface SearchHit {
  readonly md5: string;
  readonly url: string;
  readonly title: string;
  /** A passage with the words between the marks `\u0002` and `\u0003`. */
  readonly snippet: string;
  /** The smaller, the better. */
  readonly rank: number;
  readonly class: string | null;
  readonly language: string | null;
  readonly kind: string | null;
  readonly published: string | null;
  readonly score: number | null;
  readonly last_changed: number;
}

/** Words of a title count so much more than words of a text. */
const titleWeight = 5;
const snippetWords = 32;
const mostWords = 20;
const filters = ['host', 'class', 'language', 'kind'] as const;

/** Asks the index of a sink. Nothing that somebody types is read as the language of the index. @throws WinnowError `not-found` */
export function searchPages(file: string, question: SearchQuestion): readonly SearchHit[] {
  if (!existsSync(file))
    throw new WinnowError(
      'not-found',
      `${file}: there is no search index yet: a sink of type sqlite makes it`,
    );
  const db = new Connection(file);
  try {
    const generation = shownGeneration(db);
    const match = matchOf(question.words);
    if (generation === undefined || match === undefined) return [];
    const [page, search] = tableNames(generation);
    const given = filters.flatMap((name) => {
      const value = question[name];
      return value === undefined ? [] : [{ name, value }];
    });
    return db.all<SearchHit>(
      `SELECT p.md5, p.url, p.title, p.class, p.language, p.kind, p.published, p.score, p.last_changed,
         snippet(${search}, 1, char(2), char(3), '…', ${snippetWords}) AS snippet,
         bm25(${search}, ${titleWeight}, 1) AS rank
       FROM ${search} JOIN ${page} p ON p.id = ${search}.rowid
       WHERE ${search} MATCH ? ${given.map(({ name }) => `AND p.${name} = ?`).join(' ')}
       ORDER BY rank LIMIT ? OFFSET ?`,
      ...[match, ...given.map(({ value }) => value), question.limit, question.offset ?? 0],
    );
  } finally {
    db.close();
  }
}

/** Words as FTS5 reads them; undefined: there are none that must be there. */
function matchOf(words: string): string | undefined {
  const found = [...words.matchAll(/(-?)(?:"([^"]{1,200})"|([^\s"]{1,100}))/g)].slice(0, mostWords);
  const [wanted, unwanted]: [string[], string[]] = [[], []];
  for (const [, not, phrase, word = ''] of found) {
    const isBeginning = phrase === undefined && word.endsWith('*');
    const text = (phrase ?? word).replace(/["*]/g, ' ').trim();
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    (not === '-' ? unwanted : wanted).push(`"${text}"${isBeginning ? '*' : ''}`);
  }
  if (wanted.length === 0) return undefined;
  return [wanted.join(' AND '), ...unwanted].join(' NOT ');
}
