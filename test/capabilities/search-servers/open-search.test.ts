import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { UndiciTargetWeb } from '../../../lib/adapters/web/undici-target-web.ts';
import { searchChanges } from '../../../lib/capabilities/search-servers/document.ts';
import { bulkBody } from '../../../lib/capabilities/search-servers/open-search/bulk.ts';
import { openSearch } from '../../../lib/capabilities/search-servers/open-search-sink.ts';
import type { Sink, SinkType } from '../../../lib/pipeline/sinks/sink.ts';
import { openedSink, type SinkOptions } from '../../support/search-servers/kinds.ts';
import { isReal, openSearch219, startReal } from '../../support/search-servers/real-server.ts';
import { gone, md5Of, put } from '../../support/search-servers/record-changes.ts';
import { stubOpenSearch } from '../../support/search-servers/stub-open-search.ts';
import type { SearchServerUnderTest, StubServer } from '../../support/search-servers/stub-server.ts';

const never = new AbortController().signal;
const web = new UndiciTargetWeb();
const open: Sink[] = [];
let count = 0;
let server: SearchServerUnderTest;

afterEach(async () => {
  for (const sink of open.splice(0)) await sink.close();
});
afterAll(() => web.close());

/** A name that no test before had. */
const newIndex = (): string => `pages${++count}`;

async function newSink(index: string, options: SinkOptions = {}): Promise<Sink> {
  const settings = { url: server.url, index, analyzer: 'standard' };
  const sink = await openedSink(openSearch as SinkType<unknown>, { web, settings, ...options });
  open.push(sink);
  return sink;
}

async function ask(method: string, path: string, body?: object): Promise<Readonly<Record<string, never>>> {
  const init = { method, headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`${server.url}${path}`, body ? { ...init, body: JSON.stringify(body) } : init);
  return (await answer.json()) as never;
}

/** Titles and texts by MD5 of all that readers find. */
async function contents(index: string): Promise<Readonly<Record<string, string>>> {
  await ask('POST', `/${index}/_refresh`);
  const { hits } = (await ask('GET', `/${index}/_search?size=10000`)) as unknown as {
    hits: { hits: { _id: string; _source: { text: string } }[] };
  };
  return Object.fromEntries(hits.hits.map(({ _id, _source }) => [_id, _source.text]));
}

const textsOf = (texts: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [md5Of(name), text]));

const code = (error: string, words: RegExp) => ({ code: error, message: expect.stringMatching(words) });

function contract(start: () => Promise<SearchServerUnderTest>): void {
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  test('a record that is made anew comes back, whatever its revision was', async () => {
    const index = newIndex();
    const sink = await newSink(index);
    await sink.push([put('a', 3), put('b', 3)], never);
    await sink.push([gone('b')], never);
    expect(await sink.push([put('a', 2), gone('a', 2), put('b', 1)], never)).toEqual([]);
    await sink.push([put('a', 2), put('b', 2)], never);
    expect(await contents(index)).toEqual(textsOf({ a: 'text 3 of a', b: 'text 2 of b' }));
  });

  test('a request that comes late brings nothing back that was deleted', async () => {
    const index = newIndex();
    const sink = await newSink(index);
    await sink.push([put('a', 1)], never);
    await sink.push([gone('a')], never);
    const late = bulkBody(searchChanges([put('a', 1)]));
    const headers = { 'content-type': 'application/x-ndjson' };
    await fetch(`${server.url}/${index}-g1-writes/_bulk`, { method: 'POST', headers, body: late as never });
    expect(await contents(index)).toEqual({});
  });

  const mark = { v: 1, job: 'birds', sink: 'search', generation: 1, mapping: 0, analyzer: 'standard' };
  const madeEarlier = (index: string, title: object) =>
    ask('PUT', `/${index}-g1`, {
      mappings: { dynamic: false, _meta: { winnow: mark }, properties: { title } },
      aliases: { [`${index}-g1-writes`]: {}, [index]: {} },
    });

  test('an index with an earlier mapping gets the fields that it lacks', async () => {
    const index = newIndex();
    await madeEarlier(index, { type: 'text', analyzer: 'standard' });
    const sink = await newSink(index);
    expect(await sink.push([put('bad', 1, { depth: 1e12 })], never)).toHaveLength(1);
    const made = JSON.stringify(await ask('GET', `/${index}-g1`));
    expect(made).toContain('"mapping":1');
  });

  test('a mapping that cannot be changed in place wants a rebuild, which the message names, and mends it', async () => {
    const index = newIndex();
    await madeEarlier(index, { type: 'keyword' });
    const sink = await newSink(index);
    const words = /cannot be changed in place: run `winnow sinks rebuild search`/;
    await expect(sink.push([put('a', 1)], never)).rejects.toMatchObject(code('config', words));
    const rebuilt = await newSink(index, { generation: 2 });
    await rebuilt.push([put('a', 1)], never);
    await rebuilt.publish?.(never);
    expect(await contents(index)).toEqual(textsOf({ a: 'text 1 of a' }));
  });

  test.each(['write', 'read_only_allow_delete'])(
    'an index with the block %s is waited for',
    async (block) => {
      const index = newIndex();
      const sink = await newSink(index);
      await sink.push([put('a', 1)], never);
      await ask('PUT', `/${index}-g1/_settings`, { [`index.blocks.${block}`]: true });
      const failed = sink.push([put('a', 2), put('b', 1)], never);
      await expect(failed).rejects.toMatchObject(
        code('unavailable', /2 of 2 changes yet: cluster_block_exception/),
      );
      await ask('PUT', `/${index}-g1/_settings`, { [`index.blocks.${block}`]: null });
      expect(await sink.push([put('a', 2), put('b', 1)], never)).toEqual([]);
      expect(await contents(index)).toEqual(textsOf({ a: 'text 2 of a', b: 'text 1 of b' }));
    },
  );
}

describe('the stub of OpenSearch', () => contract(stubOpenSearch));
describe.runIf(isReal)('OpenSearch 2.19', () => contract(() => startReal(openSearch219)));

describe('a server that does not do its work', () => {
  let stub: StubServer;
  beforeAll(async () => {
    stub = await stubOpenSearch();
    server = stub;
  });
  afterEach(() => {
    stub.before = undefined;
  });
  afterAll(() => stub.stop());

  test('is sent again only what it did not take', async () => {
    const sink = await newSink(newIndex());
    const busy = { status: 429, error: { type: 'es_rejected_execution_exception', reason: 'queue is full' } };
    const bad = { status: 400, error: { type: 'mapper_parsing_exception', reason: 'no number' } };
    const sent: string[] = [];
    stub.before = ({ path, body }) => {
      if (path[1] !== '_bulk') return undefined;
      sent.push(body);
      const items = sent.length === 1 ? { a: { status: 201 }, b: busy, c: bad } : { b: { status: 201 } };
      const all = Object.entries(items).map(([name, said]) => ({ index: { _id: md5Of(name), ...said } }));
      return { json: { errors: sent.length === 1, items: all } };
    };
    const changes = [put('a', 1), put('b', 1), put('c', 1)];
    const words = /did not take 1 of 3 changes yet: es_rejected_execution_exception: queue is full/;
    await expect(sink.push(changes, never)).rejects.toMatchObject(code('unavailable', words));
    expect(await sink.push(changes, never)).toEqual([
      { md5: md5Of('c'), why: 'mapper_parsing_exception: no number' },
    ]);
    expect(sent[1]).toContain(md5Of('b'));
    expect(sent[1]).not.toMatch(new RegExp(`${md5Of('a')}|${md5Of('c')}`));
  });

  test.each([
    ['fewer items than changes', (items: readonly object[]) => items.slice(1)],
    ['items in another order', (items: readonly object[]) => items.toReversed()],
    ['items without names', (items: readonly object[]) => items.map(() => ({ index: { status: 201 } }))],
  ])('that answers with %s is not believed, and nothing counts as taken', async (_, change) => {
    const index = newIndex();
    const sink = await newSink(index);
    const changes = [put('a', 1), put('b', 1)];
    stub.before = ({ path }) => {
      if (path[1] !== '_bulk') return undefined;
      const items = ['a', 'b'].map((name) => ({ index: { _id: md5Of(name), status: 201 } }));
      return { json: { errors: false, items: change(items) } };
    };
    const words = /does not answer as a search server does: check its `url`/;
    await expect(sink.push(changes, never)).rejects.toMatchObject(code('config', words));
    stub.before = undefined;
    expect(await sink.push(changes, never)).toEqual([]);
    expect(Object.keys(await contents(index))).toHaveLength(2);
  });
});
