import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { UndiciTargetWeb } from '../../../lib/adapters/web/undici-target-web.ts';
import type { Sink } from '../../../lib/pipeline/sinks/sink.ts';
import {
  openedSink,
  type ServerKind,
  type SinkOptions,
  serverKinds,
} from '../../support/search-servers/kinds.ts';
import { isReal } from '../../support/search-servers/real-server.ts';
import { gone, md5Of, put } from '../../support/search-servers/record-changes.ts';
import type { Said, SearchServerUnderTest, StubServer } from '../../support/search-servers/stub-server.ts';
import { badEndpoints } from '../../support/web/bad-endpoints.ts';
import { hostileServer } from '../../support/web/hostile-server.ts';

const never = new AbortController().signal;
const web = new UndiciTargetWeb();
const impatient = new UndiciTargetWeb({ timeoutMs: 500 });
const open: Sink[] = [];
let count = 0;

afterEach(async () => {
  for (const sink of open.splice(0)) await sink.close();
});
afterAll(async () => {
  await web.close();
  await impatient.close();
});

/** A name that no test before had. */
const newName = (): string => `pages${++count}`;
const code = (error: string, words: RegExp) => ({ code: error, message: expect.stringMatching(words) });
const changes = (length: number, over: object = {}) =>
  Array.from({ length }, (_, at) => put(`page-${at}`, 1, over));

async function newSink(
  { type, settings }: ServerKind,
  url: string,
  name: string,
  options: SinkOptions & { readonly isOther?: boolean } = {},
) {
  const { isOther, settings: more = {}, ...rest } = options;
  const sink = await openedSink(type, {
    web,
    settings: { ...settings(url, name, isOther), ...(more as object) },
    ...rest,
  });
  open.push(sink);
  return sink;
}

function contract(kind: ServerKind, start: () => Promise<SearchServerUnderTest>, hasLimit: boolean): void {
  let server: SearchServerUnderTest;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());
  const opened = (name: string, options?: Parameters<typeof newSink>[3]) =>
    newSink(kind, server.url, name, options);
  async function expectTexts(name: string, texts: Readonly<Record<string, string>>): Promise<void> {
    const found = [...(await kind.contents(server.url, name))].map(([md5, { text }]) => [md5, text]);
    const wanted = Object.entries(texts).map(([one, text]) => [md5Of(one), text]);
    expect(found.sort()).toEqual(wanted.sort());
  }
  const size = async (name: string) => (await kind.contents(server.url, name)).size;

  test('records are put, replaced and taken away, and what comes twice changes nothing', async () => {
    const name = newName();
    const sink = await opened(name);
    const all = [put('a', 1), put('b', 1), put('a', 2), gone('b', 2), put('c', 1), gone('never', 1)];
    for (let i = 0; i < 2; i += 1) {
      expect(await sink.push(all, never)).toEqual([]);
      await expectTexts(name, { a: 'text 2 of a', c: 'text 1 of c' });
    }
  });

  test('an older change overwrites no newer one', async () => {
    const name = newName();
    const sink = await opened(name);
    await sink.push([put('a', 3)], never);
    expect(await sink.push([put('a', 2), gone('a', 1)], never)).toEqual([]);
    expect(await sink.push([put('a', 2)], never)).toEqual([]);
    await expectTexts(name, { a: 'text 3 of a' });
  });

  test('all fields of a record have their places', async () => {
    const name = newName();
    const sink = await opened(name);
    const over = {
      headings: [{ level: 1, text: 'Wrens' }],
      metadata: { description: ['small'] },
      main: { kind: 'article', text: 'loud', author: 'Jenny', published: '2026-02-28' },
      topic: { score: 0.5, classes: [{ id: 'birds' }] },
      fields: { size: 9, names: ['wren', 'x'.repeat(40_000)], odd: null },
    };
    const odd = { ...over, main: { ...over.main, published: '2026-02-30' } };
    expect(await sink.push([put('a', 1, over), put('b', 1, odd)], never)).toEqual([]);
    expect(await size(name)).toBe(2);
  });

  test('documents that it refuses are told with the reason, and the others go on', async () => {
    const name = newName();
    const sink = await opened(name);
    const bad = { depth: 'many' };
    const all = [put('a', 1), put('bad', 1, bad), put('b', 1), put('worse', 1, bad), put('c', 1)];
    const why = expect.stringMatching(/depth/);
    expect(await sink.push(all, never)).toEqual([
      { md5: md5Of('bad'), why },
      { md5: md5Of('worse'), why },
    ]);
    expect(await size(name)).toBe(3);
  });

  test('an index that refuses all is not blamed on the documents: none is set aside', async () => {
    const sink = await opened(newName());
    const failed = sink.push(changes(30, { depth: 'many' }), never);
    const words =
      /refuses all changes \(20 of 20\): .*depth.*`winnow sinks retry search`, or `winnow sinks rebuild search`/;
    await expect(failed).rejects.toMatchObject(code('config', words));
  });

  test('an index that it did not make is left as it is, whichever name it has', async () => {
    for (const suffix of ['', '-g1']) {
      const name = newName();
      await kind.make(server.url, `${name}${suffix}`);
      const sink = await opened(name);
      const words = /pages\d+(-g1)? was not made by this sink, and is left alone/;
      await expect(sink.push([put('a', 1)], never)).rejects.toMatchObject(code('config', words));
      await expect(sink.publish?.(never)).rejects.toMatchObject(code('config', words));
      expect(await size(`${name}${suffix}`)).toBe(0);
    }
  });

  test('an index of another job is left as it is', async () => {
    const name = newName();
    await (await opened(name, { job: 'fish' })).push([put('a', 1)], never);
    const other = (await opened(name)).push([put('b', 1)], never);
    await expect(other).rejects.toMatchObject(code('config', /belongs to sink search of job fish/));
    await expectTexts(name, { a: 'text 1 of a' });
  });

  test('an analysis that does not fit wants a rebuild, which the message names, and mends it; readers see it at once and whole', async () => {
    const name = newName();
    await (await opened(name)).push([put('a', 1), put('b', 1)], never);
    await kind.make(server.url, `${name}-g0`);
    const changed = (await opened(name, { isOther: true })).push([put('a', 2)], never);
    await expect(changed).rejects.toMatchObject(code('config', /run `winnow sinks rebuild search`/));
    const second = await opened(name, { isOther: true, generation: 2 });
    await second.push([put('a', 2)], never);
    expect(await size(name)).toBe(2);
    await second.publish?.(never);
    await second.publish?.(never);
    await expectTexts(name, { a: 'text 2 of a' });
    // What it did not make stays.
    expect(await kind.named(server.url, `${name}-g`)).toEqual([`${name}-g0`, `${name}-g2`]);
  });

  test('an index that somebody deleted is not made anew, by a write or by a later run', async () => {
    const name = newName();
    const sink = await opened(name);
    await sink.push([put('a', 1)], never);
    await kind.lose(server.url, name);
    const words = /there no more: run `winnow sinks rebuild search`/;
    await expect(sink.push([put('b', 1)], never)).rejects.toMatchObject(code('config', words));
    const later = (await opened(name, { isBegun: true })).push([put('b', 1)], never);
    await expect(later).rejects.toMatchObject(code('config', words));
    expect(await kind.named(server.url, `${name}-g`)).toEqual([]);
  });

  test.runIf(hasLimit)(
    'what is too large for one request is sent in parts, and refused if it is one record',
    async () => {
      const name = newName();
      const sink = await opened(name);
      const large = { text: 'wren '.repeat(700_000) };
      const tooLarge = put('e', 1, { text: 'wren '.repeat(2_000_000) });
      const all = [put('a', 1, large), put('b', 1, large), put('c', 1, large), tooLarge, put('d', 1)];
      const why = 'it is larger than the server takes in a request';
      expect(await sink.push(all, never)).toEqual([{ md5: md5Of('e'), why }]);
      expect(await size(name)).toBe(4);
    },
  );
}

/** Whoever stands where a server should stand, and what is said of that. */
const impostors: Readonly<Record<string, readonly [said: Said, told: ReturnType<typeof code>]>> = {
  'a page of HTML': [
    { text: '<html><head><title>Maintenance</title><style>a{b}</style></head><p>Back soon</html>' },
    code('config', /does not answer as .* does.*: check its `url` \(it says: Maintenance Back soon\)$/),
  ],
  'an empty answer': [{ text: '' }, code('config', /does not answer as .* does.*: check its `url`$/)],
  'JSON of something else': [
    { json: { hello: 'world' } },
    code('config', /does not answer as .* does.*: check its `url`/),
  ],
  'nothing of that name': [
    { status: 404, text: '<h1>Not Found</h1>' },
    code('config', /(?:answers 404: check its `url`|does not answer as .* does)/),
  ],
  'a redirect': [
    { status: 307, headers: { location: 'https://other.example/' } },
    code('config', /redirects to https:\/\/other\.example\/: write the right `url`/),
  ],
  'a full queue': [
    { status: 429, json: { error: { type: 'es_rejected_execution_exception', reason: 'queue is full' } } },
    code('unavailable', /answers 429: es_rejected_execution_exception: queue is full/),
  ],
  'a full disk': [
    { status: 500, json: { error: { msg: 'No space left on device' } } },
    code('unavailable', /answers 500: No space left/),
  ],
  'a block of writes': [
    { status: 403, json: { error: { type: 'cluster_block_exception', reason: 'read-only' } } },
    code('unavailable', /takes no changes, as its disk is full or it is read-only/),
  ],
  'a refusal': [
    { status: 403, text: '<h1>Forbidden</h1>' },
    code('config', /refuses us \(403\): name a secret in `credentials`: Forbidden/),
  ],
  'that it starts': [
    { status: 503, json: { error: 'starting' }, headers: { 'retry-after': '7' } },
    { ...code('unavailable', /answers 503: starting/), retryAfterMs: 7_000 } as ReturnType<typeof code>,
  ],
};

function notDoingItsWork(kind: ServerKind): void {
  let stub: StubServer;
  beforeAll(async () => {
    stub = await kind.stub();
  });
  afterEach(() => {
    stub.before = undefined;
  });
  afterAll(() => stub.stop());
  const opened = (name: string, options?: Parameters<typeof newSink>[3]) =>
    newSink(kind, stub.url, name, options);

  test.each(Object.entries(impostors))(
    'that gives %s, from the beginning, later or to writes only, is told so, and has all when it is itself again',
    async (_, [said, told]) => {
      const name = newName();
      const sink = await opened(name);
      await sink.push([put('a', 1)], never);
      const begun = await opened(name, { isBegun: true });
      for (const [at, one] of [sink, begun, await opened(newName()), sink].entries()) {
        stub.before = ({ path }) => (at < 3 || kind.writes(path) ? said : undefined);
        await expect(one.push([put('b', 1)], never)).rejects.toMatchObject(told);
        stub.before = undefined;
      }
      for (const one of [sink, begun]) expect(await one.push([put('b', 1)], never)).toEqual([]);
      expect((await kind.contents(stub.url, name)).size).toBe(2);
    },
  );

  test('that refuses the whole request for one document has the others, and says why', async () => {
    const name = newName();
    const sink = await opened(name);
    const poisoned = md5Of('page-0');
    stub.before = ({ path, body }) =>
      kind.writes(path) && body.includes(`"${poisoned}"`)
        ? { status: 400, json: { error: { reason: 'odd bytes', msg: 'odd bytes' } } }
        : undefined;
    expect(await sink.push(changes(9), never)).toEqual([{ md5: poisoned, why: 'odd bytes' }]);
    expect((await kind.contents(stub.url, name)).size).toBe(8);
    expect(await sink.push([put('page-0', 2)], never)).toEqual([{ md5: poisoned, why: 'odd bytes' }]);
  });

  test('that refuses every request is not asked about each document', async () => {
    const sink = await opened(newName());
    await sink.push([put('a', 1)], never);
    let asked = 0;
    stub.before = ({ path }) => {
      if (!kind.writes(path)) return undefined;
      asked += 1;
      return { status: 400, json: { error: { reason: 'no such parameter', msg: 'no such parameter' } } };
    };
    const words = /refuses all changes .* no such parameter/;
    await expect(sink.push(changes(500), never)).rejects.toMatchObject(code('config', words));
    expect(asked).toBeLessThan(60);
  });

  test('says that the credentials are wrong; those that are mended count at the next try', async () => {
    let password = 'wrong';
    const secret = async () => JSON.stringify({ user: 'winnow', password });
    stub.before = ({ headers }) =>
      headers.authorization === `Basic ${btoa('winnow:wren')}` ? undefined : { status: 401, text: '<html>' };
    const sink = await opened(newName(), { settings: { credentials: 'search-login' }, secret });
    const words = /refuses us \(401\): check the secret search-login and its rights/;
    await expect(sink.push([put('a', 1)], never)).rejects.toMatchObject(code('config', words));
    password = 'wren';
    expect(await sink.push([put('a', 1)], never)).toEqual([]);
    const without = (await opened(newName())).push([put('a', 1)], never);
    const name = /refuses us \(401\): name a secret in `credentials`/;
    await expect(without).rejects.toMatchObject(code('config', name));
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
    const sink = await opened(newName(), { settings: { credentials: 'key' }, secret: async () => text });
    await sink.push([put('a', 1)], never);
    expect([...heard]).toEqual([header]);
  });

  test('is not asked with a secret that says nothing', async () => {
    const sink = await opened(newName(), { settings: { credentials: 'key' }, secret: async () => 'hush' });
    const failed = sink.push([put('a', 1)], never);
    await expect(failed).rejects.toMatchObject(code('config', /the secret key is neither/));
    await expect(failed).rejects.not.toThrow(/hush/);
  });

  test.each(Object.entries(badEndpoints))('that %s has the change come again', async (_, behaviour) => {
    const server = await hostileServer(behaviour);
    const sink = await newSink(kind, server.url(), newName(), { web: impatient });
    await expect(sink.push([put('a', 1)], never)).rejects.toMatchObject({ code: 'unavailable' });
    await server.close();
  });
}

describe.each(serverKinds)('$label', (kind) => {
  describe('as a stub', () => contract(kind, kind.stub, true));
  describe.runIf(isReal)('itself', () => contract(kind, kind.real, kind.hasLimit));
  describe('that does not do its work', () => notDoingItsWork(kind));
});
