import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../lib/operations/operations.ts';
import type { OperationScope } from '../../lib/operations/ways.ts';
import { operation } from '../../lib/pipeline/operation/operation.ts';
import { type KeptServer, type Reply, serveKept } from '../support/rest/kept-server.ts';

const list = operations as unknown as Record<string, unknown>;

/** What a client gets that sends bytes of its own making, until the server hangs up. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  let got = '';
  socket.on('data', (piece) => {
    got += piece.toString();
  });
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return got;
}

describe('a page in a browser of this machine', () => {
  let server: KeptServer;
  beforeAll(async () => {
    server = await serveKept();
  });
  afterAll(() => server.close());

  it.each([
    'evil.example',
    'evil.example:80',
    '10.0.0.1',
    '0.0.0.0',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '[::2]',
  ])('is not answered under the name %j, which its owner leads here', async (host) => {
    const reply = await server.ask('/v1/jobs', { headers: { host } });
    expect([400, 421]).toContain(reply.status);
    expect(reply.text).not.toContain('kept');
  });

  it.each(['localhost', '127.0.0.1', '[::1]', '127.1'])('is asked of %s by programs', async (name) => {
    const headers = { host: `${name}:${server.port}` };
    expect((await server.ask('/v1/jobs', { headers })).status).toBe(200);
  });

  it.each<Readonly<Record<string, string>>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('is refused with %j', async (headers) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const reply = await server.ask('/v1/jobs/kept/pause', { method, headers });
      expect(reply.status).toBe(403);
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    expect((await server.ask('/openapi.json', { headers })).status).toBe(403);
  });

  it('can take no answer for a page, a script or a frame', async () => {
    for (const path of ['/v1/jobs', '/openapi.json', '/nothing'])
      expect((await server.ask(path)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
  });

  it('cannot send a form: a body is JSON, and says so', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
      expect(
        (
          await server.ask('/v1/jobs/kept/pause', {
            method: 'POST',
            body: '{}',
            headers: { 'content-type': type },
          })
        ).status,
      ).toBe(415);
  });
});

describe('a client that takes its time', () => {
  let server: KeptServer;
  afterEach(async () => {
    delete list.flood;
    await server.close();
  });

  it('is cut off in its head, and in its body', async () => {
    server = await serveKept({ headersMs: 300, requestMs: 600 });
    const head = `POST /v1/jobs/kept/pause HTTP/1.1\r\nhost: localhost\r\n`;
    expect(await exchange(server.port, head)).toMatch(/^HTTP\/1.1 408 /);
    const full = `${head}authorization: Bearer ${server.tokens.destroy}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`;
    const slow = await exchange(server.port, full);
    expect(slow === '' || slow.startsWith('HTTP/1.1 408 ')).toBe(true);
    expect((await server.ask('/v1/jobs/kept/status')).text).toContain('"state":"open"');
  });

  it('holds no more of a stream than fits in the pipe, and is cut off when it takes nothing', async () => {
    server = await serveKept({ stalledMs: 500 });
    const row = { text: 'x'.repeat(10_000) };
    let given = 0;
    let isOver = false;
    list.flood = {
      ...{ group: 'look', summary: 'flood' },
      load: async () =>
        operation({
          ...{ about: 'installation', input: {}, effect: 'reads', view: () => [] },
          run: async () =>
            (async function* () {
              try {
                for (; ; given++) yield row;
              } finally {
                isOver = true;
              }
            })(),
        }),
    };
    const socket: Socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `GET /v1/flood HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${server.tokens.view}\r\n\r\n`,
    );
    socket.pause();
    await expect.poll(() => isOver, { timeout: 30_000 }).toBe(true);
    expect(given).toBeGreaterThan(0);
    // What the system keeps of a connection on loopback is a few megabytes.
    expect(given * 10_000).toBeLessThan(64 * 1_048_576);
    socket.destroy();
    expect((await server.ask('/v1/jobs')).status).toBe(200);
  });

  it('leaves room for so many others as are answered at the same time', async () => {
    server = await serveKept({ running: 2 });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    list.flood = {
      ...{ group: 'look', summary: 'wait' },
      load: async () =>
        operation({ about: 'installation', input: {}, effect: 'reads', view: () => [], run: () => held }),
    };
    const waiting = [server.ask('/v1/flood'), server.ask('/v1/flood')];
    let busy: Reply | undefined;
    await expect
      .poll(async () => {
        busy = await server.ask('/v1/jobs');
        return busy.status;
      })
      .toBe(503);
    expect(busy?.headers['retry-after']).toBe('1');
    release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await server.ask('/v1/jobs')).status).toBe(200);
  });

  it('follows what has no end in a place of its own, of which each has few', async () => {
    server = await serveKept({ running: 2, following: 3, followingEach: 2 });
    const followers: Socket[] = [];
    const follow = async (scope: OperationScope): Promise<string> => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
      followers.push(socket);
      socket.write(
        `GET /v1/jobs/kept/changes?from=start&follow=true HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${server.tokens[scope]}\r\n\r\n`,
      );
      const [head] = await once(socket, 'data');
      return String(head).slice(9, 12);
    };
    const ask = async () => (await server.ask('/v1/jobs/kept/status')).status;
    expect([await follow('view'), await follow('view'), await follow('view')]).toEqual(['200', '200', '429']);
    expect([await follow('operate'), await follow('destroy')]).toEqual(['200', '429']);
    expect(await ask()).toBe(200);
    followers[0]?.destroy();
    await expect.poll(() => follow('view')).toBe('200');
    expect(await ask()).toBe(200);
    for (const socket of followers) socket.destroy();
  });

  it('may ask so often, and those without a token take nothing from those with one', async () => {
    server = await serveKept({ perSecond: 0.001, atOnce: 3 });
    const anonymous = { headers: { authorization: 'Bearer nobody' } };
    const without = [];
    for (let count = 0; count < 5; count++) without.push((await server.ask('/v1/jobs', anonymous)).status);
    expect(without).toEqual([401, 401, 401, 429, 429]);
    const asked = [];
    for (let count = 0; count < 5; count++) asked.push((await server.ask('/v1/jobs')).status);
    expect(asked).toEqual([200, 200, 200, 429, 429]);
    expect((await server.ask('/v1/jobs', {}, 'view')).status).toBe(200);
  });
});

describe('a client that leaves', () => {
  let server: KeptServer;
  beforeAll(async () => {
    server = await serveKept();
  });
  afterAll(() => server.close());

  it('in its body, or while it is answered, is no fault of ours', async () => {
    let left: AbortSignal | undefined;
    list.wait = {
      ...{ group: 'look', summary: 'wait' },
      load: async () =>
        operation({
          ...{ about: 'installation', input: {}, effect: 'reads', view: () => [] },
          async run(_, __, { signal }) {
            left = signal;
            await wait(60_000, undefined, { signal }).catch(() => signal.throwIfAborted());
          },
        }),
    };
    const head = `host: localhost\r\nauthorization: Bearer ${server.tokens.destroy}\r\n`;
    const waiting = connect(server.port, '127.0.0.1');
    waiting.write(`GET /v1/wait HTTP/1.1\r\n${head}\r\n`);
    await expect.poll(() => left).toBeDefined();
    waiting.destroy();
    await expect.poll(() => left?.aborted).toBe(true);
    const half = connect(server.port, '127.0.0.1');
    half.write(
      `POST /v1/jobs/kept/pause HTTP/1.1\r\n${head}expect: 100-continue\r\ncontent-length: 9\r\n\r\n{`,
    );
    await once(half, 'data');
    half.destroy();
    delete list.wait;
    // One that is answered later was asked for later, so what those who left made of the server is over.
    for (let count = 0; count < 5; count++) expect((await server.ask('/v1/jobs')).status).toBe(200);
    expect(server.faults).toEqual([]);
    expect((await server.ask('/v1/jobs/kept/status')).text).toContain('"state":"open"');
  });
});

describe('a request that is none', () => {
  let server: KeptServer;
  beforeAll(async () => {
    server = await serveKept({ bodyBytes: 1_000 });
  });
  afterAll(() => server.close());

  it.each([
    ['GET http://evil.example/v1/jobs HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', 400],
    ['GET //evil.example/v1/jobs HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', 401],
    ['GET /v1/jobs HTTP/1.1\r\nhost: \r\nconnection: close\r\n\r\n', 421],
    ['TRACE /v1/jobs HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', 405],
    [`GET /${'x'.repeat(40_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`, 431],
    ['GET /v1/jobs HTTP/1.1\r\nhost: me@localhost\r\nconnection: close\r\n\r\n', 421],
    ['GET /nothing HTTP/1.1\r\nhost: localhost/openapi.json?\r\nconnection: close\r\n\r\n', 421],
    ['GET /v1/jobs HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n', 400],
    ['GET / HTTP/9.9\r\n\r\n', 400],
    ['\u0016\u0003\u0001hello\r\n\r\n', 400],
  ])('is refused: %j', async (text, status) => {
    expect(await exchange(server.port, text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('may have so large a body, whatever it says of its length', async () => {
    const body = JSON.stringify({ reason: 'x'.repeat(2_000) });
    expect((await server.ask('/v1/jobs/kept/pause', { method: 'POST', body })).status).toBe(413);
    const chunked = { 'transfer-encoding': 'chunked' };
    const reply = await server.ask('/v1/jobs/kept/pause', { method: 'POST', body, headers: chunked });
    expect(reply.status).toBe(413);
    await wait(10);
    expect((await server.ask('/v1/jobs/kept/status')).text).toContain('"state":"open"');
  });
});
