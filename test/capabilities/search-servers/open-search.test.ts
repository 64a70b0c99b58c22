import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { UndiciTargetWeb } from '../../../lib/adapters/web/undici-target-web.ts';
import { searchChanges } from '../../../lib/capabilities/search-servers/document.ts';
import { bulkBody } from '../../../lib/capabilities/search-servers/open-search/bulk.ts';
import { elasticsearch, openSearch } from '../../../lib/capabilities/search-servers/open-search-sink.ts';
import type { Sink, SinkPlan } from '../../../lib/pipeline/sinks/sink.ts';
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

type Plan = SinkPlan<Parameters<typeof openSearch.open>[0]['settings']>;
type Options = Partial<Pick<Plan, 'job' | 'generation' | 'isBegun' | 'secret'>> & {
  readonly credentials?: string;
};

/** A name that no test before had. */
const newIndex = (): string => `pages${++count}`;

async function newSink(index: string, options: Options = {}, type = openSearch): Promise<Sink> {
  const { credentials, ...rest } = options;
  const secret = async () => '{"user":"winnow","password":"wren"}';
  const settings = { url: server.url, index, analyzer: 'standard', ...(credentials && { credentials }) };
  const unused = { now: () => 0, replaced: async () => undefined };
  const place = { job: 'birds', name: 'search', generation: 1 };
  const sink = await type.open({ ...place, settings, web, secret, ...unused, ...rest });
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

  test('records are put, replaced and taken away, and what comes twice changes nothing', async () => {
    const index = newIndex();
    const sink = await newSink(index);
    const changes = [put('a', 1), put('b', 1), put('a', 2), gone('b', 2), put('c', 1), gone('never', 1)];
    expect(await sink.push(changes, never)).toEqual([]);
    expect(await contents(index)).toEqual(textsOf({ a: 'text 2 of a', c: 'text 1 of c' }));
    expect(await sink.push(changes, never)).toEqual([]);
    expect(await contents(index)).toEqual(textsOf({ a: 'text 2 of a', c: 'text 1 of c' }));
  });

  test('an older change overwrites no newer one, but a record that is made anew comes back', async () => {
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

  test('all fields of a record have their places', async () => {
    const index = newIndex();
    const sink = await newSink(index);
    const over = {
      headings: [{ level: 1, text: 'Wrens' }],
      metadata: { description: ['small'] },
      main: { kind: 'article', text: 'loud', author: 'Jenny', published: '2026-02-30' },
      topic: { score: 0.5, classes: [{ id: 'birds' }] },
      fields: { size: 9, names: ['wren', 'x'.repeat(40_000)], odd: null },
    };
    expect(await sink.push([put('a', 1, over)], never)).toEqual([]);
    expect(await contents(index)).toEqual(textsOf({ a: 'text 1 of a' }));
  });

  test('what the mapping refuses is told with the reason, and the others go on', async () => {
    const index = newIndex();
    const sink = await newSink(index);
    const refused = await sink.push([put('a', 1), put('bad', 1, { depth: 1e12 }), put('b', 1)], never);
    expect(refused).toEqual([{ md5: md5Of('bad'), why: expect.stringMatching(/\[depth\]/) }]);
    expect(Object.keys(await contents(index))).toHaveLength(2);
  });

  test('an index that it did not make is left as it is, whichever name it has', async () => {
    for (const suffix of ['', '-g1']) {
      const index = newIndex();
      await ask('PUT', `/${index}${suffix}`, { mappings: { properties: { text: { type: 'text' } } } });
      const sink = await newSink(index);
      const words = /index pages\d+(-g1)? was not made by this sink, and is left alone/;
      await expect(sink.push([put('a', 1)], never)).rejects.toMatchObject(code('config', words));
      await expect(sink.publish?.(never)).rejects.toMatchObject(code('config', words));
      expect(await contents(`${index}${suffix}`)).toEqual({});
    }
  });

  test('an index of another job is left as it is', async () => {
    const index = newIndex();
    await (await newSink(index, { job: 'fish' })).push([put('a', 1)], never);
    const other = await newSink(index);
    const words = /belongs to sink search of job fish/;
    await expect(other.push([put('b', 1)], never)).rejects.toMatchObject(code('config', words));
    expect(Object.keys(await contents(index))).toEqual([md5Of('a')]);
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

  test('readers see a rebuilt index at once and whole, and its own older ones go', async () => {
    const index = newIndex();
    const first = await newSink(index);
    await first.push([put('a', 1), put('b', 1)], never);
    await ask('PUT', `/${index}-g0`, { mappings: { properties: { text: { type: 'text' } } } });
    const second = await newSink(index, { generation: 2 });
    await second.push([put('a', 2)], never);
    expect(Object.keys(await contents(index))).toHaveLength(2);
    await second.publish?.(never);
    await second.publish?.(never);
    expect(await contents(index)).toEqual(textsOf({ a: 'text 2 of a' }));
    const left = Object.keys(await ask('GET', `/${index}-g*`));
    expect(left.toSorted()).toEqual([`${index}-g0`, `${index}-g2`]);
  });

  test('an index that somebody deleted is not made anew, by a write or by a later run', async () => {
    const index = newIndex();
    const sink = await newSink(index);
    await sink.push([put('a', 1)], never);
    await ask('DELETE', `/${index}-g1`);
    const words = /there no more: run `winnow sinks rebuild search`/;
    await expect(sink.push([put('b', 1)], never)).rejects.toMatchObject(code('config', words));
    const later = await newSink(index, { isBegun: true });
    await expect(later.push([put('b', 1)], never)).rejects.toMatchObject(code('config', words));
    expect(JSON.stringify(await ask('GET', `/${index}-g1`))).toContain('index_not_found_exception');
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

  test('what is too large for one request is sent in parts, and refused if it is one record', async () => {
    const index = newIndex();
    const sink = await newSink(index);
    const large = { text: 'wren '.repeat(700_000) };
    const changes = [put('a', 1, large), put('b', 1, large), put('c', 1, large), put('d', 1)];
    expect(await sink.push(changes, never)).toEqual([]);
    const tooLarge = put('e', 1, { text: 'wren '.repeat(2_000_000) });
    const refused = await sink.push([put('f', 1), tooLarge], never);
    expect(refused).toEqual([{ md5: md5Of('e'), why: 'it is larger than the server takes in a request' }]);
    expect(Object.keys(await contents(index))).toHaveLength(5);
  });
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
      const items = sent.length === 1 ? [{ status: 201 }, busy, bad] : [{ status: 201 }];
      return { json: { errors: sent.length === 1, items: items.map((index) => ({ index })) } };
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

  test('says that the credentials are wrong; those that are mended count at the next try', async () => {
    let password = 'wrong';
    const secret = async () => JSON.stringify({ user: 'winnow', password });
    stub.before = ({ headers }) =>
      headers.authorization === `Basic ${btoa('winnow:wren')}`
        ? undefined
        : { status: 401, json: { error: 'Unauthorized' } };
    const sink = await newSink(newIndex(), { credentials: 'search-login', secret });
    const words = /refuses us \(401\): check the secret search-login and its rights/;
    await expect(sink.push([put('a', 1)], never)).rejects.toMatchObject(code('config', words));
    password = 'wren';
    expect(await sink.push([put('a', 1)], never)).toEqual([]);
    const without = await newSink(newIndex());
    const name = /refuses us \(401\): name a secret in `credentials`/;
    await expect(without.push([put('a', 1)], never)).rejects.toMatchObject(code('config', name));
  });

  test.each([
    ['{"apiKey":"a2V5"}', 'ApiKey a2V5'],
    ['{"user":"ü","password":"p:w"}', `Basic ${Buffer.from('ü:p:w').toString('base64')}`],
  ])('gets what the secret %s says', async (text, header) => {
    const heard = new Set<string | undefined>();
    stub.before = ({ headers }) => {
      heard.add(headers.authorization);
      return undefined;
    };
    const sink = await newSink(newIndex(), { credentials: 'key', secret: async () => text }, elasticsearch);
    await sink.push([put('a', 1)], never);
    expect([...heard]).toEqual([header]);
  });

  test('is not asked with a secret that says nothing', async () => {
    const sink = await newSink(newIndex(), { credentials: 'key', secret: async () => 'hush' });
    const failed = sink.push([put('a', 1)], never);
    await expect(failed).rejects.toMatchObject(code('config', /the secret key is neither/));
    await expect(failed).rejects.not.toThrow(/hush/);
  });

  test.each([
    [
      { status: 503, json: { error: 'starting' }, headers: { 'retry-after': '7' } },
      { ...code('unavailable', /answers 503: starting/), retryAfterMs: 7_000 },
    ],
    [
      { status: 307, headers: { location: 'https://other.example/' } },
      code('config', /redirects to https:\/\/other/),
    ],
    [{ json: { hello: 'world' } }, code('config', /does not answer _bulk as a search server does/)],
    [
      { status: 404, json: { error: { reason: 'no handler' } } },
      code('config', /answers 404: check its `url`: no handler/),
    ],
  ])('with %j is told in words', async (said, expected) => {
    const sink = await newSink(newIndex());
    stub.before = ({ path }) => (path[1] === '_bulk' ? said : undefined);
    await expect(sink.push([put('a', 1)], never)).rejects.toMatchObject(expected);
  });
});
