import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { BodySink, FetchRequest } from '../../../lib/ports/web.ts';
import { ask, fetching } from '../../support/web/fetching.ts';

const { newFetcher, serve } = fetching();

const words = '<!doctype html><title>Bogs</title><p>Sundews grow in bogs.';
const whole = `${words}</html>\n`;
const head = (...lines: string[]): string =>
  ['HTTP/1.1 200 OK', 'Content-Type: text/html', ...lines, '', ''].join('\r\n');
const tooLong = (body: string | Uint8Array, ...lines: string[]) =>
  Buffer.concat([Buffer.from(head('Content-Length: 9999', ...lines)), Buffer.from(body)]);
const chunked = (body: string | Uint8Array, ...lines: string[]) =>
  Buffer.concat([
    Buffer.from(`${head('Transfer-Encoding: chunked', ...lines)}${body.length.toString(16)}\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
const open = (body: string | Uint8Array, ...lines: string[]) =>
  Buffer.concat([Buffer.from(head('Connection: close', ...lines)), Buffer.from(body)]);

async function fetched(
  bytes: Uint8Array,
  end: (socket: Socket) => void,
  options: Partial<FetchRequest> = {},
) {
  const server = await serve((socket) => {
    socket.write(bytes);
    // What was written is on its way before the connection ends.
    setTimeout(() => end(socket), 50);
  });
  return await newFetcher().fetch(ask(server.url(), options));
}

const close = (socket: Socket): void => void socket.end();
const reset = (socket: Socket): void => void socket.resetAndDestroy();

/** A sink, and the text that it read. */
function reading(): { readonly sink: BodySink; read(): string } {
  const pieces: Uint8Array[] = [];
  return {
    sink: async (body) => {
      for await (const piece of body) pieces.push(piece);
    },
    read: () => Buffer.concat(pieces).toString(),
  };
}

describe('a connection that breaks off with an error', () => {
  test.each<[string, Uint8Array]>([
    ['without a length', open(words)],
    ['without a length, after an end tag', open(whole)],
    ['with a length', tooLong(words)],
    ['in chunks', chunked(words)],
  ])('brings no page: %s', async (_, bytes) => {
    expect(await fetched(bytes, reset)).toMatchObject({ kind: 'error', reason: 'reset' });
    const { sink } = reading();
    expect(await fetched(bytes, reset, { sink })).toMatchObject({ kind: 'error', reason: 'reset' });
  });

  test('costs a redirect nothing, whose body is not read', async () => {
    const moved = Buffer.from('HTTP/1.1 301 Moved\r\nLocation: /a\r\nContent-Length: 99\r\n\r\nhalf');
    for (const end of [reset, close])
      expect(await fetched(moved, end)).toMatchObject({ status: 301, headers: { location: '/a' } });
  });
});

describe('a body that ends before it should', () => {
  const early: readonly (readonly [string, Uint8Array])[] = [
    ['its length', tooLong(words)],
    ['its length, on a connection that closes', tooLong(words, 'Connection: close')],
    ['its last chunk', chunked(words)],
    ['its last chunk, on a connection that closes', chunked(words, 'Connection: close')],
    ['the end of its gzip', open(gzipSync(words).subarray(0, -14), 'Content-Encoding: gzip')],
    [
      'the end of its gzip and its length',
      tooLong(gzipSync(words).subarray(0, -14), 'Content-Encoding: gzip'),
    ],
  ];

  test.each(early)('is kept, marked as truncated: before %s', async (_, bytes) => {
    const result = await fetched(bytes, close);
    expect(result).toMatchObject({ kind: 'response', truncated: true, endedEarly: true });
    expect(result.kind === 'response' && words.startsWith(Buffer.from(result.body).toString())).toBe(true);
  });

  test.each(early)('fails where a job says so: before %s', async (_, bytes) => {
    expect(await fetched(bytes, close, { earlyEnd: 'refuse' })).toMatchObject({
      kind: 'error',
      reason: 'reset',
    });
  });

  test.each(early)('is marked for a sink, too: before %s', async (_, bytes) => {
    const { sink, read } = reading();
    expect(await fetched(bytes, close, { sink })).toMatchObject({ kind: 'response', truncated: true });
    expect(words.startsWith(read()) && read().length > 20).toBe(true);
  });

  test.each<[string, Uint8Array, string]>([
    ['an end tag', tooLong(whole), whole],
    ['an end tag and a comment', tooLong(`${whole}<!-- 12 ms -->`), `${whole}<!-- 12 ms -->`],
    ['an end tag in its last chunk', chunked(whole), whole],
    ['a complete gzip stream', tooLong(gzipSync(words), 'Content-Encoding: gzip'), words],
    ['a complete gzip stream in chunks', chunked(gzipSync(words), 'Content-Encoding: gzip'), words],
    ['gzip without its trailer', open(gzipSync(whole).subarray(0, -8), 'Content-Encoding: gzip'), whole],
  ])('is whole where it shows that it is: %s', async (_, bytes, text) => {
    const result = await fetched(bytes, close, { earlyEnd: 'refuse' });
    expect(result).toMatchObject({ kind: 'response', truncated: false });
    expect(result.kind === 'response' && Buffer.from(result.body).toString()).toBe(text);
    const { sink, read } = reading();
    expect(await fetched(bytes, close, { sink })).toMatchObject({ kind: 'response', truncated: false });
    expect(read()).toBe(text);
  });

  test('is nothing without a head', async () => {
    const half = Buffer.from('HTTP/1.1 200 OK\r\nContent-Ty');
    expect(await fetched(half, close)).toMatchObject({ kind: 'error' });
  });
});

describe('a coding that is not what the head says', () => {
  const textOf = async (bytes: Uint8Array): Promise<string> => {
    const result = await fetched(bytes, close);
    return result.kind === 'response' ? Buffer.from(result.body).toString() : result.detail;
  };

  test.each(['gzip', 'br', 'deflate', 'zstd', 'utf-8', 'none', 'compress', 'binary, gzip'])(
    'is passed over where the page is plain: %s',
    async (coding) => {
      expect(await textOf(open(words, `Content-Encoding: ${coding}`))).toBe(words);
    },
  );

  test.each(['', 'none', 'br', 'gzip, gzip'])('is gzip where the page is gzip: %s', async (coding) => {
    expect(await textOf(open(gzipSync(words), `Content-Encoding: ${coding}`))).toBe(words);
  });

  test('is undone as often as it was done, where its line comes twice', async () => {
    const lines = ['Content-Encoding: gzip', 'Content-Encoding: gzip'];
    expect(await textOf(open(gzipSync(words), ...lines))).toBe(words);
    expect(await textOf(open(gzipSync(gzipSync(words)), ...lines))).toBe(words);
  });

  test('is none where the page is a gzip file', async () => {
    const file = gzipSync(words);
    const result = await fetched(
      Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/gzip\r\n\r\n'), file]),
      close,
    );
    expect(result).toMatchObject({ body: file, truncated: false });
  });
});

test('a header line that comes twice counts once, and another value beside it', async () => {
  const moved = 'HTTP/1.1 301 Moved\r\nLocation: /one\r\nLocation: /one\r\nVary: a\r\nVary: b\r\n\r\n';
  expect(await fetched(Buffer.from(moved), close)).toMatchObject({
    headers: { location: '/one', vary: 'a, b' },
  });
});

test('a redirect that leads nowhere has a body', async () => {
  const moved = Buffer.from(`HTTP/1.1 302 Found\r\nContent-Length: ${words.length}\r\n\r\n${words}`);
  expect(await fetched(moved, close)).toMatchObject({ status: 302, body: Buffer.from(words) });
});
