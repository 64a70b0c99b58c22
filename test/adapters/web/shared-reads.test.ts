import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { UndiciFetcher } from '../../../lib/adapters/web/undici-fetcher.ts';
import type { FetchRequest } from '../../../lib/ports/web.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { ask, fetching } from '../../support/web/fetching.ts';
import { answer, type Behaviour } from '../../support/web/hostile-server.ts';

const { newFetcher, serve } = fetching();

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const certificate = { cert: fixture('loopback.crt.pem'), key: fixture('loopback.key.pem') };

const hosts = Array.from({ length: 12 }, (_, i) => `h${i}`);

/** A page of which each byte tells whose it is. */
const pageOf = (name: string, size: number): Buffer => Buffer.alloc(size, `${name} says so. `);

/** What makes a head as long as most are. */
const usual = [
  'Date: Thu, 26 Nov 2026 18:00:00 GMT',
  'Content-Type: text/html; charset=utf-8',
  'Last-Modified: Thu, 26 Nov 2026 17:00:00 GMT',
  'Cache-Control: max-age=600',
];

/** An answer in chunks. */
function chunked(body: Buffer, chunkBytes: number): Buffer {
  const pieces: Buffer[] = [
    Buffer.from(`HTTP/1.1 200 OK\r\n${usual.join('\r\n')}\r\nTransfer-Encoding: chunked\r\n\r\n`),
  ];
  for (let at = 0; at < body.length; at += chunkBytes) {
    const chunk = body.subarray(at, at + chunkBytes);
    pieces.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\nX-After: yes\r\n\r\n')]);
}

/** The name of host and page in the head of a request. */
const nameIn = (head: string): string => {
  const [, path, host] = /^GET (\S+).*?\r\nhost: (\w+)/is.exec(head) ?? [];
  return `${host}${path}`;
};

/** Sends bytes in pieces of random lengths, each in a turn of its own of the loop. */
async function trickle(socket: Socket, bytes: Buffer, most: number, seed: number): Promise<void> {
  const random = seededRandom(seed, 7);
  for (let at = 0; at < bytes.length && !socket.destroyed; ) {
    const to = at + 1 + Math.floor(random() * most);
    socket.write(bytes.subarray(at, to));
    at = to;
    await wait(0);
  }
}

describe.each(['http', 'https'])('%s: sockets that read into one buffer', (scheme) => {
  const start = (behaviour: Behaviour) => serve(behaviour, scheme === 'https' ? { certificate } : {});

  async function get(fetcher: UndiciFetcher, url: string, options: Partial<FetchRequest> = {}) {
    const result = await fetcher.fetch(
      ask(url, {
        maxBytes: 2_000_000,
        insecureTls: ['localhost', '127.0.0.1'],
        timeoutMs: 20_000,
        ...options,
      }),
    );
    if (result.kind === 'error') return `${result.reason}`;
    const { headers, truncated } = result;
    return { headers, truncated, body: Buffer.from(result.body) };
  }

  test('each get their own, when heads and bodies come in pieces side by side', async () => {
    const server = await start((socket, { head, nth }) => {
      const name = nameIn(head);
      const hint = Buffer.from(`HTTP/1.1 103 Early Hints\r\nLink: </${name}>\r\n\r\n`);
      const bytes = answer(pageOf(name, 20_000), [`X-Name: ${name}`, ...usual]);
      socket.setNoDelay(true);
      void trickle(socket, Buffer.concat([hint, bytes.subarray(0, 300)]), 9, nth).then(() =>
        trickle(socket, bytes.subarray(300), 3_000, nth),
      );
    });
    const fetcher = newFetcher();
    await Promise.all(
      hosts.map(async (host) => {
        for (const page of ['/a', '/b']) {
          const got = await get(fetcher, server.url(page, `${host}.localhost:${server.port}`));
          const name = `${host}${page}`;
          expect(got).toMatchObject({ headers: { 'x-name': name, 'cache-control': 'max-age=600' } });
          expect(got).toMatchObject({ body: pageOf(name, 20_000), truncated: false });
        }
      }),
    );
    expect(server.accepted).toBe(hosts.length);
  });

  test('keep bodies of all lengths and framings apart, over connections that are used again', async () => {
    const sizes = [0, 1, 65_000, 65_536, 131_072, 131_073, 700_000];
    const server = await start((socket, { head }) => {
      const name = nameIn(head);
      const body = pageOf(name, sizes[Number(name.at(-1))] ?? 0);
      if (name.includes('chunked')) {
        socket.write(chunked(body, Math.ceil(body.length / 2)));
      } else if (name.includes('gzip'))
        socket.write(answer(gzipSync(body, { level: 0 }), [...usual, 'Content-Encoding: gzip']));
      else socket.write(answer(body, usual));
    });
    const fetcher = newFetcher();
    const paths = ['plain', 'chunked', 'gzip'].flatMap((kind) => sizes.map((_, i) => `/${kind}${i}`));
    await Promise.all(
      hosts.slice(0, 4).map(async (host) => {
        for (const path of paths) {
          const got = await get(fetcher, server.url(path, `${host}.localhost:${server.port}`));
          const expected = pageOf(`${host}${path}`, sizes[Number(path.at(-1))] ?? 0);
          if (typeof got === 'string') expect.fail(`${path}: ${got}`);
          expect(got.body.equals(expected), path).toBe(true);
        }
      }),
    );
    expect(server.accepted).toBe(4);
  });

  test('wait for a reader that is slower than the server, and lose nothing', async () => {
    const body = pageOf('slow', 3_000_000);
    const server = await start((socket, { head }) => {
      socket.write(
        nameIn(head).includes('slow') ? chunked(body, 9_000) : answer(pageOf('quick', 30_000), usual),
      );
    });
    const fetcher = newFetcher();
    const read: Buffer[] = [];
    const slow = get(fetcher, server.url('/', `slow.localhost:${server.port}`), {
      sink: async (stream) => {
        for await (const piece of stream) {
          read.push(Buffer.from(piece));
          if (read.length % 10 === 0) await wait(2);
        }
      },
    });
    for (let i = 0; i < 40; i++)
      expect(await get(fetcher, server.url(`/${i}`, `quick.localhost:${server.port}`))).toMatchObject({
        body: pageOf('quick', 30_000),
      });
    expect(await slow).toMatchObject({ truncated: false });
    expect(Buffer.concat(read).equals(body)).toBe(true);
  });

  test('tell bodies that end early, late or with the connection', async () => {
    const long = pageOf('long', 300_000);
    const whole = answer(long, usual);
    const server = await start((socket, { head }) => {
      const name = nameIn(head);
      if (name.includes('early')) socket.end(whole.subarray(0, 100_000));
      else if (name.includes('gone')) socket.write(whole.subarray(0, 100_000), () => socket.destroy());
      else if (name.includes('closed'))
        socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${usual.join('\r\n')}\r\n\r\n`), long]));
      else if (name.includes('more'))
        socket.write(Buffer.concat([answer('first'), answer('never asked for')]));
      else socket.write(whole);
    });
    const fetcher = newFetcher();
    const page = (path: string, options?: Partial<FetchRequest>) =>
      get(fetcher, server.url(path, `one.localhost:${server.port}`), options);
    const early = { body: long.subarray(0, 100_000 - (whole.length - long.length)), truncated: true };
    expect(await page('/early')).toMatchObject(early);
    expect(await page('/gone')).toMatchObject(early);
    expect(await page('/closed')).toMatchObject({ body: long, truncated: false });
    expect(await page('/cut', { maxBytes: 70_000 })).toMatchObject({
      body: long.subarray(0, 70_000),
      truncated: true,
    });
    expect(await page('/more')).toMatchObject({ body: Buffer.from('first') });
    expect(await page('/whole')).toMatchObject({ body: long, truncated: false });
  });

  test('leave no memory behind', async () => {
    const whole = answer(pageOf('page', 50_000), usual);
    const server = await start((socket) => socket.write(whole));
    const fetcher = newFetcher();
    const fetchOne = async () => {
      const result = await fetcher.fetch(ask(server.url(), { insecureTls: ['127.0.0.1'] }));
      if (result.kind === 'response') result.release?.();
    };
    await fetchOne();
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 100; i++) await fetchOne();
    // Of 5 MB.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  });
});
