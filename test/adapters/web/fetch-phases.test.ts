import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { FetchRequest } from '../../../lib/ports/web.ts';
import { fetching, ask as request } from '../../support/web/fetching.ts';
import { answer, forever } from '../../support/web/hostile-server.ts';

const { newFetcher, serve } = fetching();

const ask = (url: string, options: Partial<FetchRequest> = {}) =>
  request(url, { timeoutMs: 30_000, ...options });

const head = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n';

describe('each phase of a request has a deadline of its own', () => {
  test('a name that is not found in time is a host that cannot be connected to', async () => {
    const fetcher = newFetcher({ names: { resolve: () => new Promise(() => {}) } });
    expect(await fetcher.fetch(ask('http://slow.example/' as CanonicalUrl, { connectMs: 50 }))).toMatchObject(
      {
        kind: 'error',
        reason: 'connect',
        detail: 'no connection within 50 ms',
      },
    );
  });

  test.each([
    ['an answer that does not begin', {}, { headersMs: 50 }, 'no answer within 50 ms'],
    ['a body that stops', { writes: `${head}half` }, { idleMs: 50 }, 'nothing more of the body within 50 ms'],
  ])('%s', async (_, { writes = '' }: { writes?: string }, limits, detail) => {
    const server = await serve((socket) => void socket.write(writes));
    const fetcher = newFetcher();
    expect(await fetcher.fetch(ask(server.url(), limits))).toMatchObject({ reason: 'timeout', detail });
    await server.idle();
  });

  test('a drip that never stops for long is ended by the deadline of the whole', async () => {
    const server = await serve((socket) => {
      socket.write(head);
      forever(socket, 'x', 5);
    });
    const limits = { timeoutMs: 200, connectMs: 150, headersMs: 150, idleMs: 150 };
    expect(await newFetcher().fetch(ask(server.url(), limits))).toMatchObject({
      reason: 'timeout',
      detail: 'no complete answer within 200 ms',
    });
  });
});

describe('a connection that was kept open and has closed meanwhile', () => {
  test('is told from a server that does not want to answer', async () => {
    const server = await serve((socket, { nth }) => {
      if (nth === 1) socket.write(answer('first'));
      else socket.destroy();
    });
    const fetcher = newFetcher();
    expect(await fetcher.fetch(ask(server.url()))).toMatchObject({ kind: 'response' });
    const stale = await fetcher.fetch(ask(server.url()));
    expect(stale).toMatchObject({ kind: 'error', reason: 'reset', again: true });
    const refused = await fetcher.fetch(ask(server.url()));
    expect(refused).toMatchObject({ kind: 'error', reason: 'reset' });
    expect(refused).not.toHaveProperty('again');
    expect(server.requests).toHaveLength(3);
  });

  test('and one that breaks off in the middle of an answer has answered', async () => {
    const server = await serve((socket, { nth }) => {
      if (nth === 1) socket.write(answer('first'));
      else socket.write(`${head}half`, () => socket.resetAndDestroy());
    });
    const fetcher = newFetcher();
    await fetcher.fetch(ask(server.url()));
    const broken = await fetcher.fetch(ask(server.url()));
    expect(broken).toMatchObject({ kind: 'error' });
    expect(broken).not.toHaveProperty('again');
  });
});

describe('a page that is longer than may be', () => {
  const page = Buffer.alloc(5_000, 'x');
  test.each([
    ['plain', page, []],
    ['compressed', gzipSync(page), ['Content-Encoding: gzip']],
  ])('is cut or refused, as asked for, %s', async (_, body, headers) => {
    const server = await serve((socket) => void socket.write(answer(body, headers)));
    const fetcher = newFetcher();
    const limits = { maxBytes: 1_000 };
    expect(await fetcher.fetch(ask(server.url(), limits))).toMatchObject({ status: 200, truncated: true });
    expect(await fetcher.fetch(ask(server.url(), { ...limits, overMaxBytes: 'refuse' }))).toMatchObject({
      reason: 'too-large',
      detail: 'more than 1000 bytes',
    });
  });
});
