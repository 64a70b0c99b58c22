import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UndiciFetcher } from '../../../lib/adapters/web/undici-fetcher.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { FetchRequest } from '../../../lib/ports/web.ts';
import { listen } from '../../support/web/hostile-server.ts';

const size = 50_000_000;
let server: Server;
let url: CanonicalUrl;
let fetcher: UndiciFetcher;
let asked: string[] = [];
let sockets = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const small = request.url === '/small';
    const type = request.url === '/page' ? 'text/html' : 'video/mp4';
    const length = request.url === '/endless' ? {} : { 'content-length': small ? 10 : size };
    response.writeHead(request.url === '/gone' ? 404 : 200, { 'content-type': type, ...length });
    if (request.method === 'HEAD') response.end();
    else if (small) response.end('0123456789');
    else response.write(Buffer.alloc(100_000));
  });
  server.on('connection', () => {
    sockets += 1;
  });
  url = `http://127.0.0.1:${await listen(server)}` as CanonicalUrl;
  fetcher = new UndiciFetcher();
});

afterAll(async () => {
  await fetcher.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const fetch = (path: string, more: Partial<FetchRequest> = {}) =>
  fetcher.fetch({
    url: `${url}${path}` as CanonicalUrl,
    userAgent: 'test',
    timeoutMs: 5_000,
    maxBytes: 1_000,
    allow: ['127.0.0.1'],
    ports: ['1-65535'],
    ...more,
  });

describe('a body that nobody wants', () => {
  const wanted = (contentType: string): boolean => contentType.startsWith('text/');

  test.each(['/film', '/endless'])('is not read: %s', async (path) => {
    const result = await fetch(path, { wanted });
    expect(result).toMatchObject({ status: 200, truncated: false, headers: { 'content-type': 'video/mp4' } });
    if (result.kind !== 'response') throw new Error(result.detail);
    expect(result.body).toHaveLength(0);
    expect(result.wireBytes).toBe(0);
  });

  test('and is small leaves the connection to the next request', async () => {
    await fetch('/small', { wanted });
    const before = sockets;
    expect(await fetch('/small', { wanted })).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(sockets).toBe(before);
  });

  test('is another matter than one that is', async () => {
    expect(await fetch('/page', { wanted })).toMatchObject({ truncated: true, body: Buffer.alloc(1_000) });
    expect(await fetch('/film')).toMatchObject({ truncated: true, body: Buffer.alloc(1_000) });
  });

  test('of an error is what it always was', async () => {
    expect(await fetch('/gone', { wanted })).toMatchObject({ status: 404, truncated: true });
  });
});

test('HEAD brings a head, and the sizes of nothing', async () => {
  asked = [];
  const result = await fetch('/film', { method: 'HEAD' });
  expect(result).toMatchObject({ status: 200, headers: { 'content-length': `${size}` }, wireBytes: 0 });
  expect(asked).toEqual(['HEAD /film']);
});
