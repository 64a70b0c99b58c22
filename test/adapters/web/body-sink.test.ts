import { createServer, type ServerResponse } from 'node:http';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UndiciFetcher } from '../../../lib/adapters/web/undici-fetcher.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { BodySink } from '../../../lib/ports/web.ts';

const text = Array.from({ length: 200_000 }, (_, i) => `line ${i}\n`).join('');
let sent = 0;

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/plain': (response) => void response.end(text),
  '/coded': (response) => {
    response.setHeader('content-encoding', 'gzip, zstd');
    response.end(zstdCompressSync(gzipSync(text)));
  },
  '/no-gzip': (response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(Buffer.concat([gzipSync(text).subarray(0, 10), Buffer.alloc(1_000, 0xff)]));
  },
  '/missing': (response) => {
    response.statusCode = 404;
    response.end('not here');
  },
  '/endless': (response) => {
    const more = () => {
      while (!response.destroyed && response.write(text)) sent += text.length;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
};

const server = createServer((request, response) => answers[request.url ?? '']?.(response));
const fetcher = new UndiciFetcher();
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(async () => {
  await fetcher.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function fetched(path: string, sink: BodySink, timeoutMs = 20_000) {
  return await fetcher.fetch({
    url: `http://127.0.0.1:${port}${path}` as CanonicalUrl,
    ...{ userAgent: 'Winnow', timeoutMs, maxBytes: 1_000, allow: ['127.0.0.1'], ports: ['1-65535'], sink },
  });
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe('a body that a sink reads', () => {
  it.each(['/plain', '/coded'])('comes whole, however long, content coding undone: %s', async (path) => {
    let read = '';
    const result = await fetched(path, async (body) => {
      read = await textOf(body);
    });
    expect(read === text).toBe(true);
    expect(result).toMatchObject({ kind: 'response', status: 200, truncated: false, body: { length: 0 } });
  });

  it('is not fetched further than it is read', async () => {
    let first = 0;
    const result = await fetched('/endless', async (body) => {
      for await (const piece of body) {
        first = piece.length;
        break;
      }
    });
    expect(first).toBeGreaterThan(0);
    expect(result).toMatchObject({ kind: 'response', truncated: true });
    expect(sent).toBeLessThan(20_000_000);
    expect(await fetched('/plain', async (body) => void (await textOf(body)))).toMatchObject({
      truncated: false,
    });
  });

  it('waits for a sink that is slow', async () => {
    const before = sent;
    await fetched('/endless', async (body) => {
      for await (const _ of body) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        break;
      }
    });
    expect(sent - before).toBeLessThan(20_000_000);
  });

  it('fails when it cannot be decoded', async () => {
    expect(await fetched('/no-gzip', async (body) => void (await textOf(body)))).toMatchObject({
      kind: 'error',
      reason: 'decode',
    });
  });

  it('ends with the request', async () => {
    const result = await fetched('/endless', async (body) => void (await textOf(body)), 300);
    expect(result).toMatchObject({ kind: 'error', reason: 'timeout' });
  });

  it('is that of a page alone: the sink of an error is never asked', async () => {
    let asked = false;
    const result = await fetched('/missing', async () => {
      asked = true;
    });
    expect(asked).toBe(false);
    expect(result).toMatchObject({ status: 404, body: Buffer.from('not here') });
  });
});
