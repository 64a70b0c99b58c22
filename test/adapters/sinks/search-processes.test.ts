import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SearchProcesses } from '../../../lib/adapters/sinks/sqlite/search-processes.ts';
import { sqliteSink } from '../../../lib/adapters/sinks/sqlite/sqlite-sink.ts';
import { readQuery } from '../../../lib/capabilities/search/read-query.ts';
import type { RecordChange } from '../../../lib/pipeline/feed/outgoing.ts';
import type { SearchFound } from '../../../lib/pipeline/operation/search-index.ts';

let directory: string;
let searches: SearchProcesses;

/** An index of one page. */
async function filled(name: string, text: string): Promise<void> {
  const sink = await sqliteSink.open({
    ...{ job: 'birds', name: 'search', generation: 1, secret: async () => '', directory },
    web: { ask: () => Promise.reject(new Error('no web')), close: async () => undefined },
    ...{ now: () => 0, replaced: async () => undefined, settings: { tokens: 'words', file: name } },
  });
  const url = 'http://birds.example/';
  const record = {
    ...{ title: 'Birds', text, depth: 1, mediaType: 'text/html', links: [], urls: [url], finalUrl: url },
    ...{ firstSeen: 1, lastChecked: 1, lastChanged: 1, response: { status: 200, bytes: 100 } },
  };
  const change = { change: 'created', line: { md5: '0'.repeat(32), record } } as unknown as RecordChange;
  await sink.push([change], new AbortController().signal);
  await sink.close();
}

const ask = async (name: string, words: string, signal?: AbortSignal): Promise<SearchFound> => {
  const weights = { relevance: 0, rank: 0 };
  const request = { query: readQuery(words, 0), weights, limit: 10, offset: 0 };
  return await searches.find({ file: join(directory, name), request }, signal);
};
const why = async (asked: Promise<unknown>): Promise<string> =>
  await asked.then(
    () => 'answered',
    (error: Error) => error.message,
  );

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-searches-'));
  await filled('free.db', 'A wren\u2028sings.');
  await filled('taken.db', 'A crane dances.');
});
afterAll(() => rmSync(directory, { recursive: true }));
beforeEach(() => {
  searches = new SearchProcesses({});
});
afterEach(() => searches.close());

describe('searches in processes', () => {
  it('give what the index has, one after the other and side by side, as they do after a restart', async () => {
    expect((await ask('free.db', 'wren')).pages[0]?.passage[1]).toEqual({ text: 'wren', isHit: true });
    expect((await ask('free.db', '"wren\u2028sings"')).count).toBe(1);
    const found = await Promise.all(
      ['wren', 'sings', 'crane', 'wren', 'a', 'birds'].map((word) => ask('free.db', word)),
    );
    expect(found.map(({ count }) => count)).toEqual([1, 1, 0, 1, 1, 1]);
    searches.close();
    searches = new SearchProcesses({});
    expect((await ask('taken.db', 'crane')).count).toBe(1);
  });

  it('say what is wrong with an index', async () => {
    await expect(ask('none.db', 'wren')).rejects.toMatchObject({ code: 'not-found' });
    expect((await ask('free.db', 'wren')).count).toBe(1);
  });

  describe('of an index that somebody has for himself', () => {
    let holder: DatabaseSync;
    beforeEach(() => {
      searches = new SearchProcesses({ timeMs: 4_000 });
      holder = new DatabaseSync(join(directory, 'taken.db'));
      holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    });
    afterEach(() => {
      if (holder.isOpen) holder.close();
    });

    it('are ended when their time is over, which holds up no other; those after them are answered', async () => {
      await ask('free.db', 'wren');
      const late = why(ask('taken.db', 'crane'));
      expect(await Promise.race([late, ask('free.db', 'wren')])).toMatchObject({ count: 1 });
      expect(await late).toBe(
        'the search is not answered: it took longer than 4 s and was ended: ask for rarer words, or again later',
      );
      holder.close();
      expect((await ask('taken.db', 'crane')).count).toBe(1);
    });

    it('are ended when their client leaves', async () => {
      const client = new AbortController();
      const left = why(ask('taken.db', 'crane', client.signal));
      client.abort();
      expect(await left).toBe('the search is not answered: nobody waits for it any more');
      expect(await why(ask('free.db', 'wren', client.signal))).toContain('nobody waits for it');
    });

    it('that wait for others leave with their client, and room for those that stay', async () => {
      const running = Array.from({ length: 4 }, () => why(ask('taken.db', 'crane')));
      const client = new AbortController();
      const left = Array.from({ length: 100 }, () => why(ask('taken.db', 'crane', client.signal)));
      const stays = ask('free.db', 'wren').catch(() => 'there was no room');
      client.abort();
      expect(new Set(await Promise.all(left))).toEqual(
        new Set(['the search is not answered: nobody waits for it any more']),
      );
      expect(await stays).toBe('there was no room');
      holder.close();
      expect(await ask('free.db', 'wren')).toMatchObject({ count: 1 });
      await Promise.all(running);
    });

    it('wait for each other in bounds of count and time', async () => {
      const all = Array.from({ length: 104 }, () => why(ask('taken.db', 'crane')));
      expect(await why(ask('free.db', 'wren'))).toContain('others have been before it for too long');
      const reasons = new Set(await Promise.all(all));
      expect(reasons.size).toBe(2);
      expect(reasons).not.toContain('answered');
    });
  });
});
