import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchPages } from '../../../lib/adapters/sinks/sqlite/search-pages.ts';
import { sqliteSink } from '../../../lib/adapters/sinks/sqlite/sqlite-sink.ts';
import { readQuery } from '../../../lib/capabilities/search/read-query.ts';
import type { RecordChange } from '../../../lib/pipeline/feed/outgoing.ts';
import type { SearchFound, SearchRequest } from '../../../lib/pipeline/operation/search-index.ts';
import type { SinkPlan } from '../../../lib/pipeline/sinks/sink.ts';

let directory: string;
let file: string;

const pages: readonly (readonly [path: string, title: string, text: string, language: string])[] = [
  ['/wren', 'The wren', 'The wren sings in the reeds near the lake.', 'en'],
  ['/crane', 'Cranes', 'Cranes dance. A wren was seen, too. Café in the reeds.', 'en'],
  ['/kran', 'Kraniche', 'Kraniche tanzen am See.', 'de'],
];

function changeOf([path, title, text, code]: (typeof pages)[number], at: number): RecordChange {
  const record = {
    ...{ title, text, depth: 1, mediaType: 'text/html', links: [], detectedLanguage: { code } },
    ...{ urls: [`http://birds.example${path}`], finalUrl: `http://birds.example${path}`, firstSeen: at },
    ...{ lastChecked: at, lastChanged: at, response: { status: 200, bytes: 100 } },
    ...(path === '/crane' && {
      topic: { score: 3, relevant: true, classes: [{ id: 'cranes', score: 3 }] },
      ranks: { pageRank: 0.5, of: 10 },
    }),
  };
  return {
    change: 'created',
    line: { md5: String(at).padStart(32, '0'), record },
  } as unknown as RecordChange;
}

const plan: SinkPlan<{ readonly tokens: 'words'; readonly file: string }> = {
  ...{ job: 'birds', name: 'search', generation: 1, secret: async () => '' },
  web: { ask: () => Promise.reject(new Error('no web')), close: async () => undefined },
  ...{ now: () => 0, replaced: async () => undefined },
  settings: { tokens: 'words', file: 'search.db' },
};
const { signal } = new AbortController();

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-search-'));
  file = join(directory, 'search.db');
  const sink = await sqliteSink.open({ ...plan, directory });
  await sink.push(pages.map(changeOf), signal);
  await sink.close();
});
afterAll(() => rmSync(directory, { recursive: true }));

const ask = (words: string, more: Partial<SearchRequest> = {}): SearchFound =>
  searchPages(file, {
    ...{ query: readQuery(words, 0), weights: { relevance: 0, rank: 0 }, limit: 10, offset: 0 },
    ...more,
  });
const found = (words: string): readonly string[] => ask(words).pages.map(({ url }) => new URL(url).pathname);

describe('the search index of a sink', () => {
  it('has the best page first: words of a title count more', () => {
    expect(found('wren')).toEqual(['/wren', '/crane']);
  });

  it('takes phrases, beginnings, words that must not be there, alternatives, and words without their accents', () => {
    expect(found('"reeds near"')).toEqual(['/wren']);
    expect(found('cran*')).toEqual(['/crane']);
    expect(found('reeds -dance')).toEqual(['/wren']);
    expect(found('tanzen OR lake').toSorted()).toEqual(['/kran', '/wren']);
    expect(found('cafe')).toEqual(['/crane']);
    expect(found('title:wren')).toEqual(['/wren']);
  });

  it('chooses by host, language and date, with words and without', () => {
    expect(found('wren lang:de')).toEqual([]);
    expect(found('tanzen lang:de')).toEqual(['/kran']);
    expect(found('-lang:en')).toEqual(['/kran']);
    expect(found('host:example wren')).toEqual(['/wren', '/crane']);
    expect(found('host:xample wren')).toEqual([]);
    expect(found('-wren host:birds.example')).toEqual(['/kran']);
    expect(found('wren after:2026-01-01')).toEqual([]);
    expect(found('wren before:2026-01-01')).toEqual(['/wren', '/crane']);
  });

  it('has pages with some of the words behind those with all, and none without a phrase', () => {
    expect(found('wren lake')).toEqual(['/wren', '/crane']);
    expect(found('"reeds near" dance')).toEqual([]);
  });

  it('orders by what the topic and links say as far as they are to count', () => {
    expect(found('reeds')).toEqual(['/wren', '/crane']);
    const paths = (weights: SearchRequest['weights']) =>
      ask('reeds', { weights }).pages.map(({ url }) => new URL(url).pathname);
    expect(paths({ relevance: 5, rank: 0 })).toEqual(['/crane', '/wren']);
    expect(paths({ relevance: 0, rank: 5 })).toEqual(['/crane', '/wren']);
  });

  it('folds pages that say nearly the same, and counts them', async () => {
    const text = Array.from({ length: 60 }, (_, at) => `gannets dive at place ${at} of the coast`).join('. ');
    const sink = await sqliteSink.open({ ...plan, directory });
    const same = [
      changeOf(['/gannet', 'Gannets', text, 'en'], 10),
      changeOf(['/gannet-print', 'Gannets', `${text} Printed today.`, 'en'], 11),
    ];
    await sink.push(same, signal);
    expect(ask('gannets')).toMatchObject({ count: 1, pages: [{ alike: 1 }] });
    expect(ask('gannets').facets.language).toEqual([{ value: 'en', pages: 2 }]);
    await sink.push(
      same.map((one) => ({ gone: { md5: 'gone' in one ? '' : one.line.md5 } }) as RecordChange),
      signal,
    );
    await sink.close();
    expect(ask('gannets').count).toBe(0);
  });

  it('lists by pages, with how many there are', () => {
    expect(ask('reeds', { limit: 1, offset: 1 })).toMatchObject({ count: 2, pages: [{ title: 'Cranes' }] });
    expect(ask('reeds', { offset: 900 }).pages).toEqual([]);
  });

  it('shows of each page its own passage', () => {
    const said = ask('wren').pages.map(({ url, passage }) => [
      new URL(url).pathname,
      passage.map(({ text }) => text).join(''),
    ]);
    expect(Object.fromEntries(said)).toEqual({
      '/wren': 'The wren sings in the reeds near the lake.',
      '/crane': 'Cranes dance. A wren was seen, too. Café in the reeds.',
    });
  });

  it('shows the passage with the words', () => {
    expect(ask('lake').pages[0]?.passage).toEqual([
      { text: 'The wren sings in the reeds near the ' },
      { text: 'lake', isHit: true },
      { text: '.' },
    ]);
  });

  it.each([
    ...[
      '"',
      'AND',
      'a OR',
      'OR',
      'title:x',
      'title:',
      'NEAR(',
      '*',
      '-',
      '-wren',
      '',
      'wren"; DROP TABLE page_1',
    ],
    ...[
      'after:never',
      '{title}:x',
      'a AND (b',
      '^wren',
      'host:',
      "host:'%_\\",
      '\u0000',
      '"\u0002 wren',
      'é*',
    ],
    ...['-host:a -host:b -x', 'x'.repeat(10_000), 'x '.repeat(10_000), '- - -', 'title:"wren', ':', 'a:b:c'],
  ])('reads %j as words, whatever they mean to it', (words) => {
    expect(() => found(words)).not.toThrow();
  });

  it('forgets words of a page that changed', async () => {
    const sink = await sqliteSink.open({ ...plan, directory });
    await sink.push([changeOf(['/kran', 'Kraniche', 'Kraniche fliegen.', 'de'], 2)], signal);
    expect(found('tanzen')).toEqual([]);
    expect(found('fliegen')).toEqual(['/kran']);
    await sink.push([changeOf(pages[2] as (typeof pages)[number], 2)], signal);
    await sink.close();
  });

  it('is of one sink, and of no newer version', async () => {
    await expect(sqliteSink.open({ ...plan, name: 'other', directory })).rejects.toMatchObject({
      code: 'config',
    });
    const newer = join(directory, 'newer.db');
    const sink = await sqliteSink.open({
      ...plan,
      directory,
      settings: { tokens: 'words', file: 'newer.db' },
    });
    await sink.close();
    const db = new DatabaseSync(newer);
    db.exec('PRAGMA user_version = 99');
    db.close();
    await expect(
      sqliteSink.open({ ...plan, directory, settings: { tokens: 'words', file: 'newer.db' } }),
    ).rejects.toMatchObject({ code: 'newer' });
  });

  const request = { query: readQuery('wren', 0), weights: { relevance: 0, rank: 0 }, limit: 1, offset: 0 };

  it('that is not there yet is missed in words', () => {
    expect(() => searchPages(join(directory, 'none.db'), request)).toThrow(/there is no search index/);
  });

  it.each([
    ['random bytes', () => randomBytes(100_000)],
    ['the database of somebody else', () => undefined],
  ])('that is %s is no fault of ours', (name, bytes) => {
    const other = join(directory, `${name}.db`);
    const written = bytes();
    if (written !== undefined) writeFileSync(other, written);
    else {
      const db = new DatabaseSync(other);
      db.exec('CREATE TABLE generation (number, shown)');
      db.close();
    }
    expect(() => searchPages(other, request)).toThrow(expect.objectContaining({ code: 'corrupt' }));
  });

  it('that was emptied is missed, and is not filled from where it stood', async () => {
    const settings = { tokens: 'words', file: 'emptied.db' } as const;
    writeFileSync(join(directory, settings.file), '');
    expect(() => searchPages(join(directory, settings.file), request)).toThrow(/there is no search index/);
    await expect(sqliteSink.open({ ...plan, directory, settings, isBegun: true })).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining('winnow sinks rebuild search'),
    });
  });
});

describe('a large search index', () => {
  const name = 'large.db';
  const [older, newest] = [1, 21_000];
  const hosts = (words: string): readonly string[] =>
    searchPages(join(directory, name), {
      ...{ query: readQuery(words, 0), weights: { relevance: 0, rank: 0 }, limit: 3, offset: 0 },
    }).pages.map(({ host }) => host);

  beforeAll(async () => {
    const sink = await sqliteSink.open({ ...plan, directory, settings: { tokens: 'words', file: name } });
    await sink.close();
    const db = new DatabaseSync(join(directory, name));
    db.exec(`
      INSERT INTO page_1 (id, md5, url, host, title, text)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${newest})
        SELECT i, i, 'http://a.example/' || i, 'h' || i, 'page', 'the lake' FROM n;
      UPDATE page_1 SET title = 'the wren', text = 'the wren of the reeds' WHERE id = ${older};
      UPDATE page_1 SET text = 'wren reeds' WHERE id = 2`);
    db.close();
  });

  it('answers what nearly all pages have with those that have it in the title, then the newest', () => {
    expect(hosts('the')).toEqual(['h1', 'h21000', 'h20999']);
    expect(hosts('"the lake"')).toEqual(['h21000', 'h20999', 'h20998']);
    expect(hosts('lak*')).toEqual(['h21000', 'h20999', 'h20998']);
  });

  it('has old pages that are chosen by other things, too', () => {
    expect(hosts('lake host:h7')).toEqual(['h7']);
    expect(hosts('lake host:h7 -the')).toEqual([]);
    expect(hosts('"the lake" title:page host:h7')).toEqual(['h7']);
  });

  it('chooses and orders by the words that tell pages apart', () => {
    expect(hosts('the reeds')).toEqual(['h2', 'h1']);
    expect(hosts('the wren reeds zoo')).toEqual(['h1', 'h2']);
    expect(hosts('"the lake" page')).toEqual(['h21000', 'h20999', 'h20998']);
    expect(hosts('"of the" reeds')).toEqual(['h1']);
    expect(hosts('"the lake" reeds')).toEqual([]);
    expect(hosts('the lake')).toEqual(['h21000', 'h20999', 'h20998']);
  });
});
