import { readFileSync } from 'node:fs';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import type { Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ask, fetching } from '../../support/web/fetching.ts';
import { listen } from '../../support/web/hostile-server.ts';

const { closing, newFetcher } = fetching();

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const ca = fixture('loopback.crt.pem');
const certificate = { cert: ca, key: fixture('loopback.key.pem') };

describe('a certificate that is wrong', () => {
  test('will do for the hosts that are named, and their subdomains, and for no other', async () => {
    const server = createTlsServer(certificate, (_request, response) => void response.end('old'));
    const port = await listen(server);
    closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
    const fetcher = newFetcher();
    const asked = (host: string) => ask(`https://${host}:${port}/`, { insecureTls: ['old.localhost'] });
    expect(await fetcher.fetch(asked('old.localhost'))).toMatchObject({ kind: 'response', wireBytes: 3 });
    expect(await fetcher.fetch(asked('www.old.localhost'))).toMatchObject({ kind: 'response' });
    expect(await fetcher.fetch(asked('bold.localhost'))).toMatchObject({ kind: 'error', reason: 'tls' });
    const strict = ask(`https://old.localhost:${port}/`);
    expect(await fetcher.fetch(strict)).toMatchObject({ kind: 'error', reason: 'tls' });
  });
});

/** A server that speaks HTTP/2, and HTTP/1.1 to those who do not. */
async function http2Server(behaviour: (stream: ServerHttp2Stream, nth: number) => void) {
  const versions: string[] = [];
  let streams = 0;
  let sessions = 0;
  const server: Http2SecureServer = createSecureServer({ ...certificate, allowHTTP1: true });
  server.on('session', (session) => {
    sessions += 1;
    session.on('error', () => {});
    closing.push(async () => session.destroy());
  });
  server.on('request', (request, response) => {
    versions.push(request.httpVersion);
    if (request.httpVersion !== '2.0') response.end('one');
  });
  server.on('stream', (stream) => {
    stream.on('error', () => {});
    streams += 1;
    behaviour(stream, streams);
  });
  const port = await listen(server as unknown as Server);
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return {
    url: `https://secure.localhost:${port}/`,
    versions,
    get sessions() {
      return sessions;
    },
  };
}

describe('HTTP/2', () => {
  test('is spoken where it is wanted, over one connection', async () => {
    const server = await http2Server((stream) => {
      stream.respond({ ':status': 200, 'content-type': 'text/html', 'content-encoding': 'gzip' });
      stream.end(gzipSync('two'));
    });
    const fetcher = newFetcher({ tls: { ca } });
    for (let i = 0; i < 3; i++) {
      const result = await fetcher.fetch(ask(server.url, { http2: true }));
      expect(result).toMatchObject({
        kind: 'response',
        status: 200,
        headers: { 'content-type': 'text/html' },
        address: '127.0.0.1',
      });
      expect(result.kind === 'response' && Buffer.from(result.body).toString()).toBe('two');
    }
    expect(server.versions).toEqual(['2.0', '2.0', '2.0']);
    expect(server.sessions).toBe(1);
  });

  test('is not, where it is not', async () => {
    const server = await http2Server(() => {});
    const fetcher = newFetcher({ tls: { ca } });
    expect(await fetcher.fetch(ask(server.url))).toMatchObject({ kind: 'response', wireBytes: 3 });
    expect(server.versions).toEqual(['1.1']);
  });

  test('is left for HTTP/1.1 when it fails, and the page is worth asking for once more', async () => {
    const server = await http2Server((stream) => void stream.session?.destroy());
    const fetcher = newFetcher({ tls: { ca } });
    const asked = ask(server.url, { http2: true });
    expect(await fetcher.fetch(asked)).toMatchObject({ kind: 'error', again: true });
    expect(await fetcher.fetch(asked)).toMatchObject({ kind: 'response', wireBytes: 3 });
    expect(server.versions.at(-1)).toBe('1.1');
  });

  test('gives no more than may be taken, and no more time', async () => {
    const server = await http2Server((stream, nth) => {
      stream.respond({ ':status': 200 });
      if (nth === 1) stream.end(Buffer.alloc(500_000));
      else stream.write('half');
    });
    const fetcher = newFetcher({ tls: { ca } });
    expect(await fetcher.fetch(ask(server.url, { http2: true, maxBytes: 1_000 }))).toMatchObject({
      kind: 'response',
      truncated: true,
    });
    expect(await fetcher.fetch(ask(server.url, { http2: true, idleMs: 100 }))).toMatchObject({
      reason: 'timeout',
    });
  });

  test.each<[string, (stream: ServerHttp2Stream) => void]>([
    ['ends the session', (stream) => stream.session?.destroy()],
    ['resets the connection', (stream) => stream.session?.socket.destroy()],
  ])('never takes a half for the whole where a server %s', async (_, breakOff) => {
    const server = await http2Server((stream) => {
      stream.respond({ ':status': 200, 'content-type': 'text/html' });
      stream.write('<p>half', () => setTimeout(() => breakOff(stream), 50));
    });
    const result = await newFetcher({ tls: { ca } }).fetch(ask(server.url, { http2: true }));
    expect(result.kind === 'error' || result.truncated).toBe(true);
  });

  test('takes no flood of header fields', async () => {
    const server = await http2Server((stream) => {
      const flood = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`x-${i}`, 'y'.repeat(500)]));
      stream.respond({ ':status': 200, ...flood });
      stream.end('two');
    });
    const fetcher = newFetcher({ tls: { ca } });
    expect(await fetcher.fetch(ask(server.url, { http2: true }))).toMatchObject({ kind: 'error' });
  });
});
