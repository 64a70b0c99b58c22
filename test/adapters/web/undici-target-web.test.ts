import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type TargetWebOptions, UndiciTargetWeb } from '../../../lib/adapters/web/undici-target-web.ts';
import type { TargetRequest } from '../../../lib/ports/target-web.ts';
import { fetching } from '../../support/web/fetching.ts';
import { answer, forever, listen } from '../../support/web/hostile-server.ts';

const { closing, serve } = fetching();
const never = new AbortController().signal;
const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

function newWeb(options: TargetWebOptions = {}): UndiciTargetWeb {
  const web = new UndiciTargetWeb(options);
  closing.push(() => web.close());
  return web;
}

const posted = (url: string, more: Partial<TargetRequest> = {}): TargetRequest => ({
  method: 'POST',
  url,
  body: Buffer.from('{"a":1}'),
  ...more,
});

describe('what is asked', () => {
  test('a body goes to the target as it is, and the answer comes with its head, whatever its status', async () => {
    const heard: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const piece of request) body += piece;
      heard.push(`${request.method} ${request.url} ${request.headers['x-own']} ${body}`);
      response.writeHead(418, { 'X-Word': 'tea' }).end('short and stout');
    });
    const port = await listen(server);
    closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
    const request = posted(`http://127.0.0.1:${port}/a?b=c`, { method: 'PUT', headers: { 'x-own': 'yes' } });
    const given = await newWeb().ask(request, never);
    expect(heard).toEqual(['PUT /a?b=c yes {"a":1}']);
    expect(given).toMatchObject({ status: 418, headers: { 'x-word': 'tea' } });
    expect(Buffer.from(given.body).toString()).toBe('short and stout');
  });

  test('connections are kept, and requests of one origin go one after the other', async () => {
    const server = await serve((socket) => void setTimeout(() => socket.write(answer('ok')), 5));
    const web = newWeb();
    await Promise.all(Array.from({ length: 5 }, () => web.ask(posted(server.url()), never)));
    expect(server.requests).toHaveLength(5);
    expect(server.accepted).toBe(1);
  });

  test('requests go over as many connections as may be, and more of them wait', async () => {
    let held: (() => void)[] = [];
    const server = await serve((socket) => {
      held.push(() => socket.write(answer('ok')));
      if (held.length < 3) return;
      for (const release of held) release();
      held = [];
    });
    const web = newWeb({ atOnce: 3 });
    await Promise.all(Array.from({ length: 6 }, () => web.ask(posted(server.url()), never)));
    expect(server.requests).toHaveLength(6);
    expect(server.accepted).toBe(3);
  });

  test('a redirect is an answer, and nobody follows it', async () => {
    const server = await serve((socket) => socket.write(answer('', ['Location: /elsewhere'], 307)));
    const given = await newWeb().ask(posted(server.url()), never);
    expect(given).toMatchObject({ status: 307, headers: { location: '/elsewhere' } });
    expect(server.requests).toHaveLength(1);
  });

  test('an answer that is coded unasked is decoded', async () => {
    const body = gzipSync('packed');
    const server = await serve((socket) => socket.write(answer(body, ['Content-Encoding: gzip'])));
    const given = await newWeb().ask({ method: 'GET', url: server.url() }, never);
    expect(Buffer.from(given.body).toString()).toBe('packed');
  });

  test('a kept connection that the target has closed meanwhile costs no answer', async () => {
    const server = await serve((socket, { nth }) => {
      if (nth === 2) socket.destroy();
      else socket.write(answer(String(nth)));
    });
    const web = newWeb();
    await web.ask(posted(server.url()), never);
    const given = await web.ask(posted(server.url()), never);
    expect(Buffer.from(given.body).toString()).toBe('3');
  });
});

describe('targets that answer badly', () => {
  const short = { timeoutMs: 300 };
  const cases = {
    'that never answer': [() => undefined, /no complete answer within 300 ms/],
    'whose body drips': [
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        forever(socket, '1\r\na\r\n', 20);
      },
      /no complete answer within 300 ms/,
    ],
    'whose head drips': [
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        forever(socket, 'X-A: b\r\n', 20);
      },
      /no complete answer within 300 ms/,
    ],
    'that close in the middle of a body': [
      (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'),
      /not complete: the connection ended before it did/,
    ],
    'that break off': [(_socket, { reset }) => reset(), /did not answer/],
    'that speak no HTTP': [(socket) => void socket.end('220 mail.example ESMTP\r\n'), /did not answer/],
    'whose coding is damaged': [
      (socket) => socket.write(answer(gzipSync('packed').fill(7, 12), ['Content-Encoding: gzip'])),
      /coding is damaged/,
    ],
  } satisfies Record<string, readonly [Parameters<typeof serve>[0], RegExp]>;

  test.each(Object.entries(cases))('%s are unavailable, in words', async (_name, [behaviour, words]) => {
    const server = await serve(behaviour);
    const asked = newWeb(short).ask(posted(server.url()), never);
    await expect(asked).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(words) });
  });

  test('a body without an end is read up to its bound', async () => {
    const server = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      forever(socket, Buffer.alloc(65_536, 'a'));
    });
    await expect(newWeb().ask(posted(server.url()), never)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('longer than 16 MB'),
    });
    await server.idle();
  });

  test('a target that nobody listens for is unavailable', async () => {
    const server = await serve(() => undefined);
    await server.close();
    await expect(newWeb().ask(posted(server.url()), never)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test('a certificate that nobody vouches for is unavailable, and one whose root is known will do', async () => {
    const cert = fixture('loopback.crt.pem');
    const certificate = { cert, key: fixture('loopback.key.pem') };
    const server = await serve((socket) => socket.write(answer('ok')), { certificate });
    const url = server.url('/', `secure.localhost:${server.port}`);
    const refused = newWeb().ask(posted(url), never);
    await expect(refused).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/TLS failed/),
    });
    expect(await newWeb({ tls: { ca: cert } }).ask(posted(url), never)).toMatchObject({ status: 200 });
  });

  test('who gives up is told at once, and so is who has given up before', async () => {
    const server = await serve(() => controller.abort());
    const controller = new AbortController();
    const web = newWeb();
    await expect(web.ask(posted(server.url()), controller.signal)).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect(web.ask(posted(server.url()), controller.signal)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('addresses', () => {
  const resolve = async (name: string) => {
    if (name === 'inside.example') return { addresses: [{ address: '127.0.0.1', family: 4 }] };
    throw Object.assign(new Error(`queryA ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
  };

  test('of private networks are refused to guarded requests, by number and by name, unless an operator lists them', async () => {
    const server = await serve((socket) => socket.write(answer('ok')));
    const byName = server.url('/', `inside.example:${server.port}`);
    const web = newWeb({ names: { resolve } });
    for (const url of [server.url(), byName]) {
      const refused = web.ask(posted(url, { isGuarded: true }), never);
      await expect(refused).rejects.toMatchObject({
        code: 'config',
        message: expect.stringMatching(/is refused/),
      });
    }
    expect(server.accepted).toBe(0);
    const allowing = newWeb({ names: { resolve }, allow: ['127.0.0.0/8'] });
    for (const url of [server.url(), byName])
      expect(await allowing.ask(posted(url, { isGuarded: true }), never)).toMatchObject({ status: 200 });
  });

  test('of private networks will do for others, and those of metadata services never', async () => {
    const server = await serve((socket) => socket.write(answer('ok')));
    const web = newWeb({ names: { resolve } });
    const byName = server.url('/', `inside.example:${server.port}`);
    expect(await web.ask(posted(byName), never)).toMatchObject({ status: 200 });
    const metadata = web.ask(posted('http://169.254.169.254/latest'), never);
    await expect(metadata).rejects.toMatchObject({ code: 'config' });
  });

  test.each([
    ['http://nowhere.example/', /no host of that name/],
    ['ftp://inside.example/', /URL of http or https/],
    ['no address', /URL of http or https/],
    ['https://user:word@inside.example/', /store it as a secret/],
  ])('%s has to be mended', async (url, words) => {
    const asked = newWeb({ names: { resolve } }).ask(posted(url), never);
    await expect(asked).rejects.toMatchObject({ code: 'config', message: expect.stringMatching(words) });
  });
});
