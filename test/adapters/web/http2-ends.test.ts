import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FetchRequest } from '../../../lib/ports/web.ts';
import { ask, fetching } from '../../support/web/fetching.ts';
import { type Answering, frameServer } from '../../support/web/frame-server.ts';
import { answer } from '../../support/web/hostile-server.ts';

const { closing, newFetcher } = fetching();

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const certificate = { cert: fixture('loopback.crt.pem'), key: fixture('loopback.key.pem') };

const half = '<!doctype html><title>Bogs</title><p>Sundews';
const ended = `${half} grow in bogs.</html>`;
/** Error codes of RFC 9113 §7, and one that nobody knows. */
const codes = [...Array(14).keys(), 99];
const lastStream = 2 ** 31 - 1;

/** How an answer may break off after its first bytes. */
const breaks: readonly (readonly [string, (answering: Answering) => void])[] = [
  ...codes.map((code) => [`RST_STREAM ${code}`, ({ reset }: Answering) => reset(code)] as const),
  ['GOAWAY for all streams', ({ goAway }) => goAway(0, 0)],
  ['GOAWAY with an error for all streams', ({ goAway }) => goAway(2, 0)],
  [
    'GOAWAY for later streams, then RST_STREAM',
    ({ goAway, reset, stream }) => {
      goAway(0, stream.id ?? 0);
      reset(0);
    },
  ],
  [
    'GOAWAY for later streams, then the end of the connection',
    ({ goAway, socket }) => {
      goAway(0, lastStream);
      socket.end();
    },
  ],
  ['GOAWAY with an error for later streams', ({ goAway }) => goAway(2, lastStream)],
  ['the end of the connection', ({ socket }) => void socket.end()],
  ['the loss of the connection', ({ socket }) => void socket.destroy()],
];

/** How an answer may end when it is complete. */
const completions: readonly (readonly [string, (answering: Answering) => void])[] = [
  ['END_STREAM', ({ stream }) => void stream.end()],
  ['END_STREAM and RST_STREAM', (answering) => together(answering, () => answering.reset(0))],
  ['END_STREAM and GOAWAY', (answering) => together(answering, () => answering.goAway(0, lastStream))],
  ['END_STREAM and the end of the connection', (answering) => together(answering, () => undefined)],
];

/** Sends the end of an answer with what follows, and the end of the connection, in one write. */
async function together({ stream, socket }: Answering, more: () => void): Promise<void> {
  socket.cork();
  stream.end();
  await wait(20);
  more();
  socket.uncork();
  socket.end();
}

async function served(body: string | Uint8Array, end: (answering: Answering) => void, fields = {}) {
  const server = await frameServer({
    certificate,
    onRequest(answering) {
      answering.stream.respond({ ':status': 200, 'content-type': 'text/html', ...fields });
      // What was written is on its way before the answer ends.
      answering.stream.write(body, () => setTimeout(() => end(answering), 20));
    },
    onOldRequest: (socket) => void socket.write(answer(ended, ['Content-Type: text/html'])),
  });
  closing.push(() => server.close());
  const fetcher = newFetcher({ tls: { ca: certificate.cert } });
  const fetch = (options: Partial<FetchRequest> = {}) =>
    fetcher.fetch(ask(`https://secure.localhost:${server.port}/`, { http2: true, ...options }));
  return { server, fetch };
}

describe.each(breaks)('an answer over HTTP/2 that breaks off: %s', (_, end) => {
  test.each<[string, string | Uint8Array, Readonly<Record<string, string>>]>([
    ['without a length', half, {}],
    ['after an end tag', ended, {}],
    ['with a length', ended, { 'content-length': '9999' }],
    ['after all of its length', ended, { 'content-length': `${ended.length}` }],
    ['after a complete gzip stream', gzipSync(half), { 'content-encoding': 'gzip' }],
  ])('is no page, and its host is asked with HTTP/1.1: %s', async (_what, body, fields) => {
    const { server, fetch } = await served(body, end, fields);
    expect(await fetch()).toMatchObject({ kind: 'error', again: true });
    expect(await fetch()).toMatchObject({ kind: 'response', body: Buffer.from(ended) });
    expect(server.asked).toEqual(['2 /', '1 /']);
  });

  test('fails whoever reads it, however slowly', async () => {
    const { fetch } = await served(Buffer.alloc(600_000, half), end);
    const read: number[] = [];
    const result = await fetch({
      sink: async (body) => {
        for await (const piece of body) {
          read.push(piece.length);
          if (read.length < 10) await wait(10);
        }
      },
    });
    expect(result).toMatchObject({ kind: 'error' });
  });
});

describe.each(completions)('an answer over HTTP/2 that is complete: %s', (_, end) => {
  test('is the whole page, which is asked for once', async () => {
    const { server, fetch } = await served(half, end);
    expect(await fetch()).toMatchObject({ kind: 'response', truncated: false, body: Buffer.from(half) });
    expect(server.asked).toEqual(['2 /']);
  });
});

test('the end of one stream says nothing about the next of its connection', async () => {
  const server = await frameServer({
    certificate,
    onRequest({ path, stream, reset }) {
      stream.respond({
        ':status': path === '/moved' ? 301 : 200,
        ...(path === '/moved' ? { location: '/' } : {}),
      });
      if (path === '/moved') stream.write(half, () => setTimeout(() => reset(0), 20));
      else stream.end(half);
    },
  });
  closing.push(() => server.close());
  const fetcher = newFetcher({ tls: { ca: certificate.cert } });
  const fetch = (path: string) =>
    fetcher.fetch(ask(`https://secure.localhost:${server.port}${path}`, { http2: true }));
  expect(await fetch('/')).toMatchObject({ kind: 'response', truncated: false });
  expect(await fetch('/moved')).toMatchObject({ status: 301, headers: { location: '/' } });
  expect(await fetch('/')).toMatchObject({ kind: 'response', truncated: false, body: Buffer.from(half) });
});
