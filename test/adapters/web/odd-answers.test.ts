import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ask, fetching } from '../../support/web/fetching.ts';
import { answer } from '../../support/web/hostile-server.ts';
import { connectProxy } from '../../support/web/proxy-server.ts';

const { closing, newFetcher, serve } = fetching();

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const certificate = { cert: fixture('loopback.crt.pem'), key: fixture('loopback.key.pem') };

const ok = 'HTTP/1.1 200 OK\r\n';
const type = 'Content-Type: text/html\r\n';
const page = '<title>Peat</title><p>It is wet.';

/** A right answer, or one that is odd in its head or in its chunks. */
const answers: Readonly<Record<string, string | Uint8Array>> = {
  '/right': answer(page, ['Content-Type: text/html']),
  '/head': `HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: ${page.length}\n\n${page}`,
  '/chunks': `${ok}Transfer-Encoding: chunked\r\n\r\n${page.length.toString(16)}\n${page}\n0\n\n`,
};

describe.each([
  ['http', {}],
  ['https', { certificate }],
] as const)('%s: answers that are odd', (_scheme, options) => {
  test('end their connection, and right ones do not', async () => {
    const server = await serve((socket, { head }) => {
      socket.write(answers[head.split(' ')[1] ?? ''] ?? '');
    }, options);
    const fetcher = newFetcher();
    const accepted: number[] = [];
    for (const path of ['/right', '/right', '/head', '/right', '/chunks', '/right', '/right']) {
      const result = await fetcher.fetch(ask(server.url(path), { insecureTls: ['127.0.0.1'] }));
      expect(result).toMatchObject({ kind: 'response', status: 200, address: '127.0.0.1' });
      accepted.push(server.accepted);
    }
    expect(accepted).toEqual([1, 1, 1, 2, 2, 3, 3]);
  });

  test.each([
    ['nothing', '', true],
    ['a status line', 'HTTP/1.1 200 OK\r\n', undefined],
    ['half a name', 'HT', undefined],
  ])(
    'are worth another request where a kept connection ended before them, and no longer after %s',
    async (_what, begun, again) => {
      const server = await serve((socket, { nth }) => {
        if (nth % 2 === 1) socket.write(answer(page));
        else socket.end(begun);
      }, options);
      const proxy = await connectProxy({});
      closing.push(() => proxy.close());
      for (const through of [{}, { proxy: `http://127.0.0.1:${proxy.port}` }]) {
        const fetcher = newFetcher();
        const fetch = () => fetcher.fetch(ask(server.url(), { insecureTls: ['127.0.0.1'], ...through }));
        expect(await fetch()).toMatchObject({ kind: 'response' });
        const ended = await fetch();
        expect(ended.kind === 'error' && ended.again).toBe(again);
      }
    },
  );

  test('are counted with all their bytes where they never end, through a proxy too', async () => {
    const server = await serve((socket) => {
      const piece = Buffer.alloc(64 * 1024, 'x');
      socket.write(`${ok}Transfer-Encoding: chunked\r\n\r\n1;`);
      const pump = (): void => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on('drain', pump);
      pump();
    }, options);
    const proxy = await connectProxy({});
    closing.push(() => proxy.close());
    for (const through of [{}, { proxy: `http://127.0.0.1:${proxy.port}` }]) {
      const result = await newFetcher().fetch(ask(server.url(), { insecureTls: ['127.0.0.1'], ...through }));
      expect(result).toMatchObject({
        reason: 'protocol',
        detail: expect.stringContaining('bytes for 0 of content'),
      });
    }
  });
});

test('a slow reader gets the whole of a body whose chunk lines are odd', async () => {
  const part = 'Sphagnum holds water. '.repeat(300);
  const body = `${part.length.toString(16)}\n${part}\n`.repeat(300);
  const server = await serve((socket) => {
    socket.write(`${ok}${type}Transfer-Encoding: chunked\r\n\r\n${body}0\n\n`);
  });
  const read: Buffer[] = [];
  const result = await newFetcher().fetch(
    ask(server.url(), {
      sink: async (stream) => {
        for await (const piece of stream) {
          read.push(Buffer.from(piece));
          if (read.length % 10 === 0) await wait(5);
        }
      },
    }),
  );
  expect(result).toMatchObject({ kind: 'response', truncated: false, address: '127.0.0.1' });
  expect(Buffer.concat(read).toString()).toBe(part.repeat(300));
});

test('a header that comes twice counts once where it says the same', async () => {
  const lines = [
    'Location: /one',
    'Location: /one',
    'ETag: "a"',
    'ETag: "a"',
    'Link: </a>',
    'Link: </b>',
    'Link: </a>',
  ];
  const server = await serve((socket) => void socket.write(answer('', lines, 301)));
  expect(await newFetcher().fetch(ask(server.url()))).toMatchObject({
    headers: { location: '/one', etag: '"a"', link: '</a>, </b>' },
  });
});

test('an empty line of a header says nothing beside one that is not', async () => {
  const lines = ['Location:', 'Location: /one', 'ETag: ', 'ETag: "a"'];
  const server = await serve((socket) => void socket.write(answer('', lines, 301)));
  expect(await newFetcher().fetch(ask(server.url()))).toMatchObject({
    headers: { location: '/one', etag: '"a"' },
  });
});

test('two Locations that differ lead nowhere', async () => {
  const server = await serve(
    (socket) => void socket.write(answer('', ['Location: /one', 'Location: /two'], 301)),
  );
  const result = await newFetcher().fetch(ask(server.url()));
  expect(result.kind === 'response' && Object.keys(result.headers)).not.toContain('location');
});
