import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UndiciTargetWeb } from '../../../lib/adapters/web/undici-target-web.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { readQuery } from '../../../lib/capabilities/search/read-query.ts';
import { openSearch } from '../../../lib/capabilities/search-servers/open-search-sink.ts';
import { searchIndex } from '../../../lib/capabilities/search-servers/search.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { SearchFound, SearchRequest } from '../../../lib/pipeline/operation/search-index.ts';
import { serverSearch } from '../../../lib/runtime/shared/server-search.ts';
import { isReal, openSearch219, startReal } from '../../support/search-servers/real-server.ts';
import { gone, put } from '../../support/search-servers/record-changes.ts';
import { stubOpenSearch } from '../../support/search-servers/stub-open-search.ts';
import type { SearchServerUnderTest } from '../../support/search-servers/stub-server.ts';
import { testSettings } from '../../support/settings.ts';
import { memoryPorts } from '../../support/stores.ts';

const never = new AbortController().signal;
const web = new UndiciTargetWeb();
const secret = async () => '';
afterAll(() => web.close());

const birds = [
  put('wren', 1, {
    title: 'The wren',
    text: 'Wrens sing in the reeds near the lake.',
    detectedLanguage: { code: 'en' },
    topic: { score: 2, relevant: true, classes: [{ id: '/birds/wrens', score: 2 }] },
  }),
  put('crane', 1, { title: 'Cranes', text: 'Cranes dance in the reeds.', detectedLanguage: { code: 'en' } }),
  put('kran', 1, { title: 'Kraniche', text: 'Kraniche tanzen am See.', detectedLanguage: { code: 'de' } }),
];

function contract(start: () => Promise<SearchServerUnderTest>): void {
  let server: SearchServerUnderTest;
  beforeAll(async () => {
    server = await start();
    const settings = { url: server.url, index: 'found', analyzer: 'standard' };
    const place = {
      job: 'birds',
      name: 'search',
      generation: 1,
      now: () => 0,
      replaced: async () => undefined,
    };
    const sink = await openSearch.open({ ...place, settings, web, secret });
    await sink.push(birds, never);
    await sink.push([put('gone', 1, { text: 'reeds' }), gone('gone', 2)], never);
    await sink.close();
    await fetch(`${server.url}/found/_refresh`, { method: 'POST' });
  });
  afterAll(() => server.stop());

  const ask = async (
    words: string,
    more: Partial<SearchRequest> = {},
    index = 'found',
  ): Promise<SearchFound> => {
    const plan = { name: 'search', settings: { url: server.url, index }, web, secret, now: () => 0 };
    const request = {
      query: readQuery(words, 0),
      weights: { relevance: 0.5, rank: 0 },
      limit: 10,
      offset: 0,
    };
    return await searchIndex('opensearch', plan, { ...request, ...more }, never);
  };
  const found = async (words: string) => (await ask(words)).pages.map(({ title }) => title).toSorted();

  test('pages are found by words, phrases, beginnings and titles, and those without others', async () => {
    expect(await found('reeds')).toEqual(['Cranes', 'The wren']);
    expect(await found('"reeds near"')).toEqual(['The wren']);
    expect(await found('reeds -dance')).toEqual(['The wren']);
    expect(await found('tanzen OR dance')).toEqual(['Cranes', 'Kraniche']);
    expect(await found('cran*')).toEqual(['Cranes']);
    expect(await found('title:wren')).toEqual(['The wren']);
  });

  test('filters choose, with words and without', async () => {
    expect(await found('lang:de')).toEqual(['Kraniche']);
    expect(await found('reeds class:/birds')).toEqual(['The wren']);
    expect(await found('host:example -lang:de')).toEqual(['Cranes', 'The wren']);
    expect(await found('reeds after:2001')).toEqual([]);
    expect(await found('reeds before:2001')).toHaveLength(2);
    expect(await found('')).toEqual([]);
  });

  test('a page has its passage with marks, and its facts; facets count', async () => {
    const { pages, count, facets } = await ask('wrens');
    expect(count).toBe(1);
    expect(pages[0]).toMatchObject({
      ...{
        url: 'https://a.example/wren',
        host: 'a.example',
        class: '/birds/wrens',
        language: 'en',
        score: 2,
      },
      ...{ lastChanged: 1, alike: 0 },
    });
    expect(pages[0]?.passage[0]).toEqual({ text: expect.stringMatching(/^Wren/), isHit: true });
    expect(facets.class).toEqual([{ value: '/birds/wrens', pages: 1 }]);
  });

  test('pages come from an offset on', async () => {
    expect(await ask('reeds', { limit: 1, offset: 1 })).toMatchObject({
      count: 2,
      pages: [{ host: 'a.example' }],
    });
  });

  test('an index that is not there is told of', async () => {
    await expect(ask('reeds', {}, 'nowhere')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a job is searched in its sink, and one without is told so', async () => {
    const ports = memoryPorts();
    const where = { changes: ['created', 'updated', 'deleted'] as const };
    const settings = { url: server.url, index: 'found', analyzer: 'standard' };
    const sinks = [{ name: 'search', to: 'opensearch', where, settings, secrets: [] }];
    const job = await ensureJob(ports, { ...testSettings('birds'), sinks });
    const search = serverSearch(ports, { secret });
    const request = {
      query: readQuery('reeds', 0),
      weights: { relevance: 0, rank: 0 },
      limit: 10,
      offset: 0,
    };
    expect(await search.find(job, request, never)).toMatchObject({ count: 2, behind: 0 });
    const withLogin = sinks.map((one) => ({ ...one, settings: { ...settings, credentials: 'login' } }));
    const guarded = await ensureJob(ports, { ...testSettings('guarded'), sinks: withLogin });
    const closed = serverSearch(ports, {
      secret: async () => {
        throw new WinnowError('unavailable', 'GetSecretValue is not allowed');
      },
    });
    await expect(closed.find(guarded, request, never)).rejects.toMatchObject({
      code: 'unavailable',
      message:
        'the secret login of the sink search, with which job guarded is searched, cannot be read: GetSecretValue is not allowed; ask whoever may read it, or search on the server with an account of your own',
    });
    const other = await ensureJob(ports, testSettings('others'));
    await expect(search.find(other, request, never)).rejects.toThrow(/no sink of the type opensearch/);
    ports.close();
  });
}

describe('a search in the stub of OpenSearch', () => contract(stubOpenSearch));
describe.runIf(isReal)('a search in OpenSearch 2.19', () => contract(() => startReal(openSearch219)));
