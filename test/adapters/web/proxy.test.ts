import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { FetchRequest } from '../../../lib/ports/web.ts';
import { fetching, ask as request } from '../../support/web/fetching.ts';
import { answer, listen } from '../../support/web/hostile-server.ts';
import {
  connectProxy,
  type ProxyTestOptions,
  type ProxyUnderTest,
  socksProxy,
} from '../../support/web/proxy-server.ts';

const { closing, newFetcher, serve: serveAs } = fetching();

const serve = () => serveAs((socket) => void socket.write(answer('through')));
const ask = (url: string, proxy: string, options: Partial<FetchRequest> = {}) =>
  request(url, { proxy, ...options });

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
/** A name of the public internet that leads to this machine. */
const names = { resolve: async () => ({ addresses: [{ address: '127.0.0.1', family: 4 }] }) };

const kinds = [
  ['http', connectProxy, (port: number, address = '127.0.0.1') => `${address}:${port}`],
  ['socks5', socksProxy, (port: number, address = '127.0.0.1') => `${address} ${port}`],
] as const;

describe.each(kinds)('through a proxy that speaks %s', (scheme, start, target) => {
  async function use(options?: ProxyTestOptions): Promise<ProxyUnderTest & { readonly url: string }> {
    const proxy = await start(options);
    closing.push(() => proxy.close());
    return { ...proxy, url: `${scheme}://127.0.0.1:${proxy.port}` };
  }

  test('a page is fetched by its checked address under its own name, over one connection', async () => {
    const [server, proxy] = [await serve(), await use()];
    const fetcher = newFetcher({ names });
    for (const path of ['/1', '/2']) {
      const url = server.url(path, `www.example:${server.port}`);
      expect(await fetcher.fetch(ask(url, proxy.url))).toMatchObject({
        kind: 'response',
        wireBytes: 7,
        address: '127.0.0.1',
      });
    }
    expect(proxy.targets).toEqual([target(server.port)]);
    expect(server.requests[0]).toContain(`host: www.example:${server.port}`);
    expect(fetcher.connections).toBe(1);
    await fetcher.close();
    await server.idle();
  });

  test('TLS is with the site itself, by its name', async () => {
    const ca = fixture('loopback.crt.pem');
    const server = createTlsServer({ cert: ca, key: fixture('loopback.key.pem') }, (_request, response) => {
      response.end('secret');
    });
    const port = await listen(server);
    closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
    const proxy = await use();
    const fetcher = newFetcher({ tls: { ca } });
    const url = `https://secure.localhost:${port}/`;
    expect(await fetcher.fetch(ask(url, proxy.url))).toMatchObject({ kind: 'response', wireBytes: 6 });
    const other = `https://other.localhost:${port}/`;
    expect(await fetcher.fetch(ask(other, proxy.url))).toMatchObject({ kind: 'error', reason: 'tls' });
    await fetcher.close();
    await until(() => fetcher.connections === 0);
  });

  test('no address is asked for that may not be connected to, whoever names it', async () => {
    const proxy = await use();
    const fetcher = newFetcher({ names });
    for (const url of [
      'http://www.example/',
      'http://127.0.0.1/',
      'http://169.254.169.254/',
      'http://[::1]/',
    ]) {
      expect(await fetcher.fetch(ask(url, proxy.url, { allow: [] }))).toMatchObject({
        reason: 'address-refused',
      });
    }
    expect(proxy.targets).toEqual([]);
  });

  test('IPv6 addresses are asked for as such', async () => {
    const proxy = await use({ refuses: () => true });
    const url = 'http://[2001:db8::a:1]:8080/';
    await newFetcher().fetch(ask(url, proxy.url, { allow: ['2001:db8::/32'] }));
    const written = scheme === 'http' ? '[2001:db8::a:1]' : '2001:db8:0:0:0:0:a:1';
    expect(proxy.targets).toEqual([target(8080, written)]);
  });

  test('the next address of a name is tried when the proxy cannot reach one', async () => {
    const [server, proxy] = [await serve(), await use({ refuses: (to) => to.startsWith('127.0.0.9') })];
    const resolve = async () => ({
      addresses: ['127.0.0.9', '127.0.0.1'].map((address) => ({ address, family: 4 })),
    });
    const fetcher = newFetcher({ names: { resolve } });
    const url = `http://www.example:${server.port}/`;
    const result = await fetcher.fetch(ask(url, proxy.url, { allow: ['127.0.0.0/8'] }));
    expect(result).toMatchObject({ kind: 'response', address: '127.0.0.1' });
    expect(proxy.targets).toEqual([target(server.port, '127.0.0.9'), target(server.port)]);
  });

  test('it lets those in who log in with the user and password of the secret', async () => {
    const [server, proxy] = [await serve(), await use({ login: 'spider:s3cret' })];
    const text = JSON.stringify({ sites: [{ url: proxy.url, user: 'spider', password: 's3cret' }] });
    const fetcher = newFetcher({ secrets: { secret: async () => text } });
    const asked = ask(server.url(), proxy.url, { credentials: 'proxy' });
    expect(await fetcher.fetch(asked)).toMatchObject({ kind: 'response' });
    expect(server.requests[0]).not.toContain('uthorization');
    const stranger = await newFetcher().fetch(ask(server.url(), proxy.url));
    expect(stranger).toMatchObject({
      reason: 'connect',
      detail: expect.stringContaining('proxy 127.0.0.1:'),
    });
  });
});

/** What listens where a proxy should. */
async function listens(greet: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    greet(socket);
  });
  const port = await listen(server);
  closing.push(() => {
    for (const socket of open) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return `127.0.0.1:${port}`;
}

test.each(['http', 'socks5'])(
  'a proxy (%s) that says nothing costs its deadline and no socket',
  async (scheme) => {
    const at = await listens(() => {});
    const fetcher = newFetcher();
    const asked = ask('http://127.0.0.1:8999/', `${scheme}://${at}`, { connectMs: 100 });
    expect(await fetcher.fetch(asked)).toMatchObject({
      reason: 'connect',
      detail: 'no connection within 100 ms',
    });
    await until(() => fetcher.connections === 0);
  },
);

test('a proxy that ends its lines with LF alone is one', async () => {
  const at = await listens((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.0 200 Connected\nX: a\n\n');
      socket.once('data', () => void socket.write(answer('through')));
    });
  });
  const result = await newFetcher().fetch(ask('http://127.0.0.1:8999/', `http://${at}`));
  expect(result).toMatchObject({ kind: 'response', wireBytes: 7 });
});

test.each([
  ['http', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['http', 'x'.repeat(20_000)],
  ['http', 'HTTP/1.1 200 OK'],
  ['socks5', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['socks5', '\x05\xff'],
])('what is no proxy (%s, %#) is said to be none', async (scheme, says) => {
  const at = await listens((socket) => void socket.end(says, 'latin1'));
  const result = await newFetcher().fetch(ask('http://127.0.0.1:8999/', `${scheme}://${at}`));
  expect(result).toMatchObject({ reason: 'connect', detail: expect.stringContaining('proxy 127.0.0.1: ') });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
