import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { UndiciTargetWeb } from '../../../lib/adapters/web/undici-target-web.ts';
import { solr } from '../../../lib/capabilities/search-servers/solr-sink.ts';
import type { Sink } from '../../../lib/pipeline/sinks/sink.ts';
import { isReal, solr910, startReal } from '../../support/search-servers/real-server.ts';
import { gone, md5Of, put } from '../../support/search-servers/record-changes.ts';
import type { SearchServerUnderTest, StubServer } from '../../support/search-servers/stub-server.ts';
import { stubSolr } from '../../support/search-servers/stub-solr.ts';

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
const newName = (): string => `pages${++count}`;

async function newSink(collection: string, more: Readonly<Record<string, unknown>> = {}): Promise<Sink> {
  const { textType = 'text_general', credentials, ...rest } = more;
  const settings = {
    url: server.url,
    collection,
    textType,
    commitWithinMs: 1_000,
    ...(credentials ? { credentials } : {}),
  };
  const secret = async () => '{"user":"winnow","password":"wren"}';
  const unused = { now: () => 0, replaced: async () => undefined };
  const plan = { job: 'birds', name: 'search', settings, generation: 1, web, secret, ...unused, ...rest };
  const sink = await solr.open(plan as unknown as Parameters<typeof solr.open>[0]);
  open.push(sink);
  return sink;
}

async function ask(path: string, body?: object): Promise<Readonly<Record<string, never>>> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`${server.url}${path}`, body ? { ...init, body: JSON.stringify(body) } : {});
  return (await answer.json()) as never;
}

const admin = (query: string) => ask(`/admin/collections?wt=json&${query}`);

/** Texts by MD5 of all that readers find. */
async function contents(collection: string): Promise<Readonly<Record<string, string>>> {
  await ask(`/${collection}/update?commit=true&wt=json`);
  const { response } = (await ask(`/${collection}/select?q=*:*&rows=1000&wt=json`)) as unknown as {
    response: { docs: { id: string; text: string }[] };
  };
  return Object.fromEntries(response.docs.map(({ id, text }) => [id, text]));
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
    const name = newName();
    const sink = await newSink(name);
    const changes = [put('a', 1), put('b', 1), put('a', 2), gone('b', 2), put('c', 1), gone('never', 1)];
    for (let i = 0; i < 2; i++) {
      expect(await sink.push(changes, never)).toEqual([]);
      expect(await contents(name)).toEqual(textsOf({ a: 'text 2 of a', c: 'text 1 of c' }));
    }
    await sink.push([gone('a', 3), put('b', 3)], never);
    expect(await contents(name)).toEqual(textsOf({ b: 'text 3 of b', c: 'text 1 of c' }));
  });

  test('an older change overwrites no newer one', async () => {
    const name = newName();
    const sink = await newSink(name);
    await sink.push([put('a', 3)], never);
    expect(await sink.push([put('a', 2), gone('a', 1)], never)).toEqual([]);
    expect(await contents(name)).toEqual(textsOf({ a: 'text 3 of a' }));
  });

  test('all fields of a record have their places', async () => {
    const name = newName();
    const sink = await newSink(name);
    const over = {
      headings: [{ level: 1, text: 'Wrens' }],
      metadata: { description: ['small'] },
      main: { kind: 'article', text: 'loud', author: 'Jenny', published: '2026-02-28' },
      topic: { score: 0.5, classes: [{ id: 'birds' }] },
      fields: { size: 9, names: ['wren', 'x'.repeat(40_000)], odd: null },
    };
    const odd = { ...over, main: { ...over.main, published: '2026-02-30' } };
    expect(await sink.push([put('a', 1, over), put('b', 1, odd)], never)).toEqual([]);
    expect(Object.keys(await contents(name))).toHaveLength(2);
  });

  test('documents that Solr refuses are told with the reason, and the others go on', async () => {
    const name = newName();
    const sink = await newSink(name);
    const bad = { depth: 'many' };
    const changes = [put('a', 1), put('bad', 1, bad), put('b', 1), put('worse', 1, bad), put('c', 1)];
    const why = expect.stringMatching(/Error adding field 'depth'='many'/);
    expect(await sink.push(changes, never)).toEqual([
      { md5: md5Of('bad'), why },
      { md5: md5Of('worse'), why },
    ]);
    expect(Object.keys(await contents(name))).toHaveLength(3);
  });

  test('a collection that it did not make is left as it is, whichever name it has', async () => {
    for (const suffix of ['', '-g1']) {
      const name = newName();
      await admin(`action=CREATE&numShards=1&name=${name}${suffix}`);
      const sink = await newSink(name);
      const words = /collection pages\d+(-g1)? was not made by this sink, and is left alone/;
      await expect(sink.push([put('a', 1)], never)).rejects.toMatchObject(code('config', words));
      await expect(sink.publish?.(never)).rejects.toMatchObject(code('config', words));
      expect(await contents(`${name}${suffix}`)).toEqual({});
    }
  });

  test('a collection of another job is left as it is', async () => {
    const name = newName();
    await (await newSink(name, { job: 'fish' })).push([put('a', 1)], never);
    const words = /belongs to sink search of job fish/;
    const other = await newSink(name);
    await expect(other.push([put('b', 1)], never)).rejects.toMatchObject(code('config', words));
    expect(Object.keys(await contents(name))).toEqual([md5Of('a')]);
  });

  test('a changed type of texts wants a rebuild, which the message names, and mends it; own older collections go', async () => {
    const name = newName();
    await (await newSink(name)).push([put('a', 1), put('b', 1)], never);
    const changed = await newSink(name, { textType: 'text_ws' });
    const words = /is of the type text_general and not text_ws: run `winnow sinks rebuild search`/;
    await expect(changed.push([put('a', 2)], never)).rejects.toMatchObject(code('config', words));
    const second = await newSink(name, { textType: 'text_ws', generation: 2 });
    await second.push([put('a', 2)], never);
    expect(Object.keys(await contents(name))).toHaveLength(2);
    await second.publish?.(never);
    await second.publish?.(never);
    expect(await contents(name)).toEqual(textsOf({ a: 'text 2 of a' }));
    const { collections } = (await admin('action=LIST')) as unknown as { collections: string[] };
    expect(collections.filter((one) => one.startsWith(`${name}-`))).toEqual([`${name}-g2`]);
  });

  test('a collection that somebody deleted is not made anew, by a write or by a later run', async () => {
    const name = newName();
    const sink = await newSink(name);
    await sink.push([put('a', 1)], never);
    await admin(`action=CREATE&numShards=1&name=${name}-other`);
    await admin(`action=CREATEALIAS&name=${name}&collections=${name}-other`);
    await admin(`action=DELETE&name=${name}-g1`);
    const words = /there no more: run `winnow sinks rebuild search`/;
    await expect(sink.push([put('b', 1)], never)).rejects.toMatchObject(code('config', words));
    const later = await newSink(`${name}-later`, { isBegun: true });
    await expect(later.push([put('b', 1)], never)).rejects.toMatchObject(code('config', words));
  });
}

describe('the stub of Solr', () =>
  contract(async () => {
    const stub = await stubSolr();
    return { ...stub, url: `${stub.url}/solr` };
  }));
describe.runIf(isReal)('Solr 9.10', () => contract(() => startReal(solr910)));

describe('a Solr that does not do its work', () => {
  let stub: StubServer;
  beforeAll(async () => {
    stub = await stubSolr();
    server = { ...stub, url: `${stub.url}/solr` };
  });
  afterEach(() => {
    stub.before = undefined;
  });
  afterAll(() => stub.stop());

  test('that somebody else writes at the same time is read again, and what was written first stays', async () => {
    const name = newName();
    const sink = await newSink(name);
    await sink.push([put('a', 1)], never);
    let updates = 0;
    stub.before = ({ path, body }) => {
      if (path[2] !== 'update' || body === '') return undefined;
      updates += 1;
      return updates === 1
        ? { status: 409, json: { error: { msg: 'version conflict', code: 409 } } }
        : undefined;
    };
    expect(await sink.push([put('a', 2)], never)).toEqual([]);
    expect(updates).toBe(2);
    stub.before = ({ path }) =>
      path[2] === 'update'
        ? { status: 409, json: { error: { msg: 'version conflict', code: 409 } } }
        : undefined;
    const words = /somebody else writes the same records/;
    await expect(sink.push([put('a', 3)], never)).rejects.toMatchObject(code('unavailable', words));
  });

  test('whose credentials are wrong is told so', async () => {
    stub.before = () => ({ status: 401, text: '<html>' });
    const sink = await newSink(newName(), { credentials: 'solr-login' });
    const words = /refuses us \(401\): check the secret solr-login/;
    await expect(sink.push([put('a', 1)], never)).rejects.toMatchObject(code('config', words));
  });

  test('that is no cloud is told what it lacks', async () => {
    stub.before = ({ path }) => (path[1] === 'admin' ? { json: { mode: 'std' } } : undefined);
    const failed = (await newSink(newName())).push([put('a', 1)], never);
    await expect(failed).rejects.toMatchObject(
      code('config', /is a single Solr: .* start Solr as SolrCloud/),
    );
  });

  test('whose disk is full is waited for', async () => {
    const sink = await newSink(newName());
    stub.before = ({ path }) =>
      path[2] === 'update' ? { status: 500, json: { error: { msg: 'No space left on device' } } } : undefined;
    const failed = sink.push([put('a', 1)], never);
    await expect(failed).rejects.toMatchObject(code('unavailable', /answers 500: No space left/));
  });

  test('whose request has to be smaller gets less at once', async () => {
    const name = newName();
    const sink = await newSink(name);
    const large = { text: 'wren '.repeat(700_000) };
    const tooLarge = put('e', 1, { text: 'wren '.repeat(2_000_000) });
    const refused = await sink.push(
      [put('a', 1, large), put('b', 1, large), put('c', 1, large), tooLarge],
      never,
    );
    expect(refused).toEqual([{ md5: md5Of('e'), why: 'it is larger than the server takes in a request' }]);
    expect(Object.keys(await contents(name))).toHaveLength(3);
  });
});
