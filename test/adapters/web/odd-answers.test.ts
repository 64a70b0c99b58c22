import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { UndiciFetcher } from '../../../lib/adapters/web/undici-fetcher.ts';
import type { FetchRequest } from '../../../lib/ports/web.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { ask, fetching } from '../../support/web/fetching.ts';
import { answer, type HostileServer } from '../../support/web/hostile-server.ts';
import { connectProxy, socksProxy } from '../../support/web/proxy-server.ts';

const { closing, newFetcher, serve } = fetching();

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const certificate = { cert: fixture('loopback.crt.pem'), key: fixture('loopback.key.pem') };

const page = '<title>Peat</title>\n\n<p>It is wet.\n';
const size = page.length;
const ok = 'HTTP/1.1 200 OK\r\n';
const type = 'Content-Type: text/html\r\n';
const chunk = (end: string): string => `${size.toString(16)}${end}${page}${end}0${end}${end}`;

/** Answers with the same page, each odd in its own way. */
const odd: Readonly<Record<string, string>> = {
  folded: `${ok}X: a\r\n b\r\n${type}Content-Length: ${size}\r\n\r\n${page}`,
  'folded type': `${ok}Content-Type:\r\n text/html\r\nContent-Length: ${size}\r\n\r\n${page}`,
  'line feeds': `HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: ${size}\n\n${page}`,
  'a line feed': `${ok}Content-Type: text/html\nContent-Length: ${size}\r\n\r\n${page}`,
  'control characters': `${ok}X: \0\x01\x7f\r\n${type}Content-Length: ${size}\r\n\r\n${page}`,
  'no field': `${ok}Warning in line 3\r\n${type}: x\r\nX Y: z\r\nContent-Length: ${size}\r\n\r\n${page}`,
  'type twice': `${ok}${type}${type}Content-Length: ${size}\r\n\r\n${page}`,
  'length twice': `${ok}${type}Content-Length: ${size}\r\nContent-Length: ${size}\r\n\r\n${page}`,
  'both lengths': `${ok}${type}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n${chunk('\r\n')}`,
  'chunked twice': `${ok}${type}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n${chunk('\r\n')}`,
  'chunk lines': `${ok}${type}Transfer-Encoding: chunked\r\n\r\n${chunk('\n')}`,
  'padded chunk': `${ok}${type}Transfer-Encoding: chunked\r\n\r\n${size.toString(16)}  \r\n${page}\r\n0 \r\n\r\n`,
  'all of it': `http/1.1  200\nContent-Type : text/html\n\t\nTransfer-Encoding: chunked, chunked\n\n${chunk('\n')}`,
  continued: `HTTP/1.1 100 Continue\r\n\r\n${ok}${type}Content-Length: ${size}\r\n\r\n${page}`,
};

/** Serves the odd answers by their numbers, in pieces of a few bytes where the path says so. */
function oddServer(options: { readonly certificate?: typeof certificate } = {}): Promise<HostileServer> {
  return serve((socket, { head, nth }) => {
    const [, how, number] = /^GET \/(\w+)\/(\d+)/.exec(head) ?? [];
    const text = Object.values(odd)[Number(number)];
    const bytes =
      text === undefined ? answer(page, ['Content-Type: text/html']) : Buffer.from(text, 'latin1');
    if (how === 'whole') return void socket.write(bytes);
    const random = seededRandom(nth);
    void (async () => {
      socket.setNoDelay(true);
      for (let at = 0; at < bytes.length; ) {
        const to = at + 1 + Math.floor(random() * 40);
        socket.write(bytes.subarray(at, to));
        at = to;
        await wait(0);
      }
    })();
  }, options);
}

async function readAll(fetcher: UndiciFetcher, server: HostileServer, options: Partial<FetchRequest> = {}) {
  for (const how of ['whole', 'pieces']) {
    for (const [i, what] of Object.keys(odd).entries()) {
      const result = await fetcher.fetch(
        ask(server.url(`/${how}/${i}`), { insecureTls: ['127.0.0.1'], ...options }),
      );
      expect(result, `${what}, ${how}`).toMatchObject({ kind: 'response', status: 200, truncated: false });
      if (result.kind !== 'response') continue;
      expect(result.address).toBe('127.0.0.1');
      expect(Buffer.from(result.body).toString(), `${what}, ${how}`).toBe(page);
      expect(result.headers['content-type'], what).toBe('text/html');
    }
  }
  expect(server.requests).toHaveLength(2 * Object.keys(odd).length);
}

describe.each([
  ['http', {}],
  ['https', { certificate }],
] as const)('%s: answers that are odd', (_scheme, options) => {
  test('are read as browsers read them, each with one request', async () => {
    await readAll(newFetcher(), await oddServer(options));
  });

  test('are read beside HTTP/2 too, which the server does not speak', async () => {
    await readAll(newFetcher(), await oddServer(options), { http2: true });
  });

  test.each([
    ['http', connectProxy],
    ['socks5', socksProxy],
  ] as const)('are read through a proxy of %s', async (kind, start) => {
    const proxy = await start({});
    closing.push(() => proxy.close());
    await readAll(newFetcher(), await oddServer(options), { proxy: `${kind}://127.0.0.1:${proxy.port}` });
  });

  test('end their connection, and right ones do not', async () => {
    const server = await oddServer(options);
    const fetcher = newFetcher();
    const accepted: number[] = [];
    for (const path of [
      '/whole/99',
      '/whole/99',
      '/whole/2',
      '/whole/99',
      '/whole/10',
      '/whole/99',
      '/pieces/99',
    ]) {
      const result = await fetcher.fetch(ask(server.url(path), { insecureTls: ['127.0.0.1'] }));
      expect(result).toMatchObject({ kind: 'response', status: 200 });
      accepted.push(server.accepted);
    }
    expect(accepted).toEqual([1, 1, 1, 2, 2, 3, 3]);
  });

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

/** An answer of the page in which anything may be odd that browsers read. */
function anyAnswer(seed: number): string {
  const random = seededRandom(seed, 11);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const end = (): string => one(['\r\n', '\n', '\r\r\n']);
  const odds = [
    'X: a\n b',
    'no field',
    ': empty',
    'X\x01: y',
    'X: \0\x7f\r',
    'X Y: z',
    'X : \xe4',
    '\xe4: a',
    ' ',
  ];
  const length = `Content-Length: ${size}`;
  const coding = one([
    'Transfer-Encoding: chunked',
    'transfer-encoding : Chunked , chunked',
    'Transfer-Encoding:\n chunked',
  ]);
  const isChunked = random() < 0.5;
  const framing = isChunked
    ? one([[coding], [coding, coding], [length, coding]])
    : one([[length], [length, length], ['Content-Length: x'], []]);
  const fields = ['Content-Type: text/html', ...framing, ...odds.filter(() => random() < 0.3)];
  const status = one([
    'HTTP/1.1 200 OK',
    'HTTP/1.0 200',
    'http/1.1  200 \x01',
    'HTTP/2 200',
    `HTTP/1.1 102 Wait${end()}${end()}HTTP/1.1 200 OK`,
  ]);
  const head = [status, ...fields.sort(() => random() - 0.5), ''].map((line) => line + end()).join('');
  return head + (isChunked ? chunk(one(['\n', '\r\n'])) : page);
}

test('answers that are odd in several ways at once are read, wherever the network cuts them', async () => {
  const server = await serve((socket, { nth }) => {
    const bytes = Buffer.from(anyAnswer(nth), 'latin1');
    const cut = Math.floor(seededRandom(nth)() * bytes.length);
    socket.write(bytes.subarray(0, cut));
    setImmediate(() => socket.end(bytes.subarray(cut)));
  });
  for (let seed = 1; seed <= 150; seed += 1) {
    const result = await newFetcher().fetch(ask(server.url()));
    expect(result, JSON.stringify(anyAnswer(seed))).toMatchObject({ kind: 'response', status: 200 });
    expect(result.kind === 'response' && Buffer.from(result.body).toString()).toBe(page);
    expect(result.kind === 'response' && result.headers['content-type']).toBe('text/html');
  }
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
