import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchPages } from '../../../lib/adapters/sinks/sqlite/search-pages.ts';
import { sqliteSink } from '../../../lib/adapters/sinks/sqlite/sqlite-sink.ts';
import type { RecordChange } from '../../../lib/pipeline/feed/outgoing.ts';
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
  };
  return {
    change: 'created',
    line: { md5: String(at).padStart(32, '0'), record },
  } as unknown as RecordChange;
}

const plan: SinkPlan<{ readonly tokens: 'words'; readonly file: string }> = {
  ...{ job: 'birds', name: 'search', generation: 1, secret: async () => '' },
  web: { ask: () => Promise.reject(new Error('no web')), close: async () => undefined },
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

const found = (words: string, more: { readonly language?: string } = {}): readonly string[] =>
  searchPages(file, { words, limit: 10, ...more }).map(({ url }) => new URL(url).pathname);

describe('the search index of a sink', () => {
  it('has the best page first: words of a title count more', () => {
    expect(found('wren')).toEqual(['/wren', '/crane']);
  });

  it('takes phrases, beginnings, words that must not be there, and words without their accents', () => {
    expect(found('"reeds near"')).toEqual(['/wren']);
    expect(found('crane*')).toEqual(['/crane']);
    expect(found('reeds -dance')).toEqual(['/wren']);
    expect(found('cafe')).toEqual(['/crane']);
    expect(found('wren', { language: 'de' })).toEqual([]);
    expect(found('tanzen', { language: 'de' })).toEqual(['/kran']);
  });

  it('shows the passage with the words', () => {
    const [hit] = searchPages(file, { words: 'lake', limit: 1 });
    expect(hit?.snippet).toBe('The wren sings in the reeds near the \u0002lake\u0003.');
    expect(hit?.rank).toBeLessThan(0);
  });

  it.each(['"', 'AND', 'a OR', 'title:x', 'NEAR(', '*', '-', '-wren', '', 'wren"; DROP TABLE page_1'])(
    'reads %j as words, whatever they mean to it',
    (words) => {
      expect(() => found(words)).not.toThrow();
    },
  );

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

  it('that is not there yet is missed in words', () => {
    expect(() => searchPages(join(directory, 'none.db'), { words: 'wren', limit: 1 })).toThrow(
      /there is no search index/,
    );
  });
});
