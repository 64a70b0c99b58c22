import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type Server } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { codedError } from '../../../lib/adapters/web/failure.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import type { FetchRequest } from '../../../lib/ports/web.ts';
import { ask, fetching } from '../../support/web/fetching.ts';
import { answer, type Behaviour, forever, listen } from '../../support/web/hostile-server.ts';

const { closing, newFetcher, serve } = fetching();

/** One request to a server that behaves so; both are closed afterwards. */
async function exchange(behaviour: Behaviour, options: Partial<FetchRequest> = {}) {
  const server = await serve(behaviour);
  const fetcher = newFetcher();
  const result = await fetcher.fetch(ask(server.url(), options));
  return { server, fetcher, result };
}

const text = (body: Uint8Array): string => Buffer.from(body).toString('latin1');

test('answers of several servers that have come go on together, step by step', async () => {
  const held: (() => void)[] = [];
  const servers = await Promise.all(
    ['a', 'b', 'c'].map(() =>
      serve((socket) => {
        held.push(() => socket.write(answer('hello')));
        // All at once: the sockets of the fetcher have them before it looks at the first.
        if (held.length === 3) for (const send of held) send();
      }),
    ),
  );
  const fetcher = newFetcher();
  const steps: string[] = [];
  await Promise.all(
    servers.map(async (server) => {
      await fetcher.fetch(ask(server.url()));
      steps.push('read');
      await undefined;
      steps.push('stored');
    }),
  );
  expect(steps).toEqual(['read', 'read', 'read', 'stored', 'stored', 'stored']);
});

describe('an ordinary answer', () => {
  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
    'may have headers that are called %s, and an encoding',
    async (name) => {
      const lines = [`${name}: one`, `${name}: two`, 'Content-Type: text/plain'];
      const plain = await exchange((socket) => void socket.write(answer('hello', lines)));
      expect(plain.result).toMatchObject({ kind: 'response', headers: { 'content-type': 'text/plain' } });
      const coded = await exchange(
        (socket) => void socket.write(answer('hello', [...lines, `Content-Encoding: ${name}`])),
      );
      const odd = await exchange(
        (socket) => void socket.write(answer('hello', [...lines, 'Content-Encoding: nothing-known'])),
      );
      expect(coded.result.kind).toBe(odd.result.kind);
    },
  );

  test('comes with status, headers, body, sizes and the address', async () => {
    const { result } = await exchange((socket) => {
      socket.write(answer('hello', ['Content-Type: text/plain', 'ETag: "1"'], 203));
    });
    expect(result).toMatchObject({
      kind: 'response',
      status: 203,
      headers: { 'content-type': 'text/plain', etag: '"1"', 'content-length': '5' },
      truncated: false,
      wireBytes: 5,
      address: '127.0.0.1',
    });
    expect(result.kind === 'response' && text(result.body)).toBe('hello');
  });

  test('has repeated fields joined, names in lower case and values read as Latin-1', async () => {
    const { result } = await exchange((socket) => {
      socket.write(
        answer('', [
          'X-Robots-Tag: noindex',
          'x-robots-TAG: bot: nofollow',
          'X-Name: caf\xe9',
          '__proto__: x',
        ]),
      );
    });
    expect(result).toMatchObject({
      headers: { 'x-robots-tag': 'noindex\nbot: nofollow', 'x-name': 'caf\xe9' },
    });
  });

  test('is asked for with our name, the codings we know and the validators of the caller', async () => {
    const { server } = await exchange((socket) => void socket.write(answer()), {
      headers: { 'if-none-match': '"caf\xe9"' },
    });
    const [head = ''] = server.requests;
    expect(head).toMatch(/^GET \/ HTTP\/1\.1\r\n/);
    expect(head).toContain(`host: 127.0.0.1:${server.port}`);
    expect(head).toContain('user-agent: Winnow-test/1 (+mailto:test@example.org)');
    expect(head).toContain('accept-encoding: gzip, deflate, br, zstd');
    expect(head).toContain('if-none-match: "caf\xe9"');
  });

  test('may come after informational ones, in chunks, or end with the connection', async () => {
    const early = await exchange((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n');
      socket.write(answer('late'));
    });
    expect(early.result).toMatchObject({ status: 200, wireBytes: 4 });
    const chunked = await exchange((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX: y\r\n\r\n',
      );
    });
    expect(chunked.result).toMatchObject({ status: 200, wireBytes: 5 });
    const closed = await exchange((socket) => {
      socket.end('HTTP/1.0 200 OK\r\n\r\nuntil the end');
    });
    expect(closed.result).toMatchObject({
      status: 200,
      wireBytes: 13,
      truncated: false,
      address: '127.0.0.1',
    });
  });

  test('is decoded, single and stacked', async () => {
    for (const [coding, body] of [
      ['gzip', gzipSync('page')],
      ['br, gzip', gzipSync(brotliCompressSync('page'))],
      ['identity', Buffer.from('page')],
    ] as const) {
      const { result } = await exchange(
        (socket) => void socket.write(answer(body, [`Content-Encoding: ${coding}`])),
      );
      expect(result).toMatchObject({ kind: 'response', truncated: false, wireBytes: body.length });
      expect(result.kind === 'response' && text(result.body)).toBe('page');
    }
  });

  test('comes over TLS from a server that is trusted, and from no other', async () => {
    const ca = fixture('loopback.crt.pem');
    const server = createTlsServer({ cert: ca, key: fixture('loopback.key.pem') }, (_request, response) => {
      response.end('secret');
    });
    const port = await use(server);
    const url = `https://secure.localhost:${port}/` as CanonicalUrl;
    const trusted = await newFetcher({ tls: { ca } }).fetch(ask(url));
    expect(trusted).toMatchObject({ kind: 'response', wireBytes: 6, address: '127.0.0.1' });
    expect(await newFetcher().fetch(ask(url))).toMatchObject({ kind: 'error', reason: 'tls' });
    const elsewhere = `https://other.localhost:${port}/` as CanonicalUrl;
    expect(await newFetcher({ tls: { ca } }).fetch(ask(elsewhere))).toMatchObject({ reason: 'tls' });
  });
});

describe('the status decides whether a body is read', () => {
  test.each([204, 304])('%i has none', async (status) => {
    const { result } = await exchange(
      (socket) => void socket.write(`HTTP/1.1 ${status} x\r\nETag: "2"\r\n\r\n`),
    );
    expect(result).toMatchObject({ kind: 'response', status, truncated: false, headers: { etag: '"2"' } });
  });

  test("a redirect's is thrown away, and the connection used again", async () => {
    const server = await serve((socket) => void socket.write(answer('moved', ['Location: /new'], 301)));
    const fetcher = newFetcher();
    for (let i = 0; i < 2; i++) {
      const result = await fetcher.fetch(ask(server.url()));
      expect(result).toMatchObject({ status: 301, truncated: false, headers: { location: '/new' } });
      expect(result.kind === 'response' && result.body.length).toBe(0);
    }
    expect(server.accepted).toBe(1);
  });

  test('an endless or a silent body of a redirect does not hold us', async () => {
    const endless = await exchange((socket) => {
      socket.write('HTTP/1.1 302 x\r\nLocation: /a\r\n\r\n');
      forever(socket, Buffer.alloc(10_000));
    });
    expect(endless.result).toMatchObject({ kind: 'response', status: 302 });
    await endless.server.idle();
    const silent = await exchange(
      (socket) => void socket.write('HTTP/1.1 302 x\r\nLocation: /a\r\nContent-Length: 9\r\n\r\n'),
      { timeoutMs: 100 },
    );
    expect(silent.result).toMatchObject({ kind: 'response', status: 302 });
    await silent.server.idle();
  });

  test('an error page whose coding cannot be undone still says its status', async () => {
    const broken = Buffer.concat([gzipSync('x').subarray(0, 10), Buffer.alloc(99, 0xff)]);
    for (const coding of ['gzip', 'gzip, '.repeat(5)]) {
      const { result } = await exchange(
        (socket) => void socket.write(answer(broken, [`Content-Encoding: ${coding}`], 404)),
      );
      expect(result).toMatchObject({ kind: 'response', status: 404 });
      expect(result.kind === 'response' && result.body.length).toBe(0);
    }
  });
});

describe('a body that is too long is cut, and its connection closed', () => {
  test('when it never ends', async () => {
    const { result, server } = await exchange((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      forever(socket, `2710\r\n${'a'.repeat(10_000)}\r\n`);
    });
    expect(result).toMatchObject({ kind: 'response', truncated: true });
    expect(result.kind === 'response' && text(result.body)).toBe('a'.repeat(100_000));
    await server.idle();
  });

  test('when 2 GB are announced', async () => {
    const { result, server } = await exchange((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2147483648\r\n\r\n');
      forever(socket, Buffer.alloc(65_536, 'b'));
    });
    expect(result).toMatchObject({ kind: 'response', truncated: true });
    expect(result.kind === 'response' && result.body.length).toBe(100_000);
    await server.idle();
  });

  test('when it is a gzip bomb, small or endless', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, 'c'));
    const small = await exchange((socket) => void socket.write(answer(bomb, ['Content-Encoding: gzip'])));
    expect(small.result).toMatchObject({ kind: 'response', truncated: true, wireBytes: bomb.length });
    expect(small.result.kind === 'response' && text(small.result.body)).toBe('c'.repeat(100_000));
    const endless = await exchange((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n');
      forever(socket, bomb);
    });
    expect(endless.result).toMatchObject({ kind: 'response', truncated: true });
    expect(endless.result.kind === 'response' && endless.result.body.length).toBe(100_000);
    await endless.server.idle();
  });

  test('but not when it is exactly as long as it may be', async () => {
    const { result } = await exchange((socket) => void socket.write(answer('d'.repeat(100_000))));
    expect(result).toMatchObject({ kind: 'response', truncated: false, wireBytes: 100_000 });
  });
});

describe('the deadline ends', () => {
  test.each<[string, Behaviour]>([
    ['a server that accepts and says nothing', () => {}],
    [
      'headers that come byte by byte',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
        forever(socket, 'y', 20);
      },
    ],
    ['informational answers without end', (socket) => forever(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 20)],
    [
      'a body that drips',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
        forever(socket, 'x', 20);
      },
    ],
    [
      'a body that stops',
      (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf'),
    ],
  ])('%s', async (_what, behaviour) => {
    const { result, server, fetcher } = await exchange(behaviour, { timeoutMs: 150 });
    expect(result).toMatchObject({ kind: 'error', reason: 'timeout' });
    await server.idle();
    await until(() => fetcher.connections === 0);
  });

  test('a TLS handshake that nobody answers', async () => {
    const server = createServer(() => {});
    const port = await use(server);
    const fetcher = newFetcher();
    const result = await fetcher.fetch(ask(`https://127.0.0.1:${port}/` as CanonicalUrl, { timeoutMs: 150 }));
    expect(result).toMatchObject({ kind: 'error', reason: 'timeout' });
    await until(() => fetcher.connections === 0);
  });

  test('a lookup that does not come back', async () => {
    const fetcher = newFetcher({ names: { resolve: () => new Promise(() => {}) } });
    const result = await fetcher.fetch(ask('http://slow.example/' as CanonicalUrl, { timeoutMs: 100 }));
    expect(result).toMatchObject({ kind: 'error', reason: 'timeout' });
    await until(() => fetcher.connections === 0);
  });

  test('or the caller does, at any stage', async () => {
    const server = await serve(
      (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
    );
    const fetcher = newFetcher();
    expect(await fetcher.fetch(ask(server.url()), AbortSignal.abort())).toMatchObject({ reason: 'timeout' });
    expect(server.accepted).toBe(0);
    expect(await fetcher.fetch(ask(server.url()), AbortSignal.timeout(100))).toMatchObject({
      reason: 'timeout',
    });
    await server.idle();
  });

  test('one request and leaves the next of the same host unharmed', async () => {
    const server = await serve((socket, { nth }) => {
      if (nth > 1) socket.write(answer('fine'));
    });
    const fetcher = newFetcher();
    expect(await fetcher.fetch(ask(server.url(), { timeoutMs: 100 }))).toMatchObject({ reason: 'timeout' });
    expect(await fetcher.fetch(ask(server.url()))).toMatchObject({ kind: 'response', wireBytes: 4 });
  });
});

describe('a failure is a value that says why', () => {
  const cases: readonly [string, string, Behaviour][] = [
    ['what is not HTTP', 'protocol', (socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['a status that is no number', 'protocol', (socket) => void socket.end('HTTP/1.1 OK\r\n\r\n')],
    [
      'two lengths',
      'protocol',
      (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
    ],
    [
      'a chunk size that is none',
      'protocol',
      (socket) => void socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
    ],
    [
      'an upgrade nobody asked for',
      'protocol',
      (socket) =>
        void socket.end('HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'),
    ],
    [
      'headers without end',
      'protocol',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        forever(socket, `X: ${'y'.repeat(8_000)}\r\n`);
      },
    ],
    ['a connection closed without a word', 'reset', (socket) => void socket.end()],
    ['a connection reset', 'reset', (socket) => void socket.resetAndDestroy()],
    [
      'a connection reset in the body',
      'reset',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', () => socket.resetAndDestroy());
      },
    ],
    [
      'five codings',
      'decode',
      (socket) => void socket.write(answer('x', [`Content-Encoding: ${'gzip, '.repeat(5)}`])),
    ],
    [
      'a gzip stream that is damaged',
      'decode',
      (socket) =>
        void socket.write(
          answer(Buffer.concat([gzipSync('x').subarray(0, 10), Buffer.alloc(99, 0xff)]), [
            'Content-Encoding: gzip',
          ]),
        ),
    ],
  ];

  test.each(cases)('%s is %s', async (_what, reason, behaviour) => {
    const { result, server } = await exchange(behaviour);
    expect(result).toMatchObject({ kind: 'error', reason });
    expect(result.kind === 'error' && result.detail).toMatch(/^.{1,200}$/);
    if (reason !== 'decode') await server.idle();
  });

  test('a port that nobody listens on is connect', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const result = await newFetcher().fetch(ask(`http://127.0.0.1:${port}/` as CanonicalUrl));
    expect(result).toMatchObject({ kind: 'error', reason: 'connect' });
  });

  test('addresses that do not answer are looked up again, a name without addresses is not', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      if (name === 'moved.example') return { addresses: [{ address: '127.0.0.1', family: 4 }] };
      throw codedError('ENOTFOUND', name);
    };
    const fetcher = newFetcher({ names: { resolve } });
    for (const host of ['moved.example', 'moved.example', 'gone.example', 'gone.example']) {
      await fetcher.fetch(ask(`http://${host}:${port}/` as CanonicalUrl));
    }
    expect(asked).toEqual(['moved.example', 'moved.example', 'gone.example']);
  });

  test('addresses get old by the clock that the fetcher is given', async () => {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return { addresses: [{ address: '127.0.0.1', family: 4 }], ttlMs: 60_000 };
    };
    let now = 0;
    const fetcher = newFetcher({ names: { resolve }, now: () => now });
    for (const at of [0, 59_999, 60_001]) {
      now = at;
      await fetcher.addressOf('a.example' as HostName);
    }
    expect(asked).toEqual(['a.example', 'a.example']);
  });

  test('a name that does not exist is dns', async () => {
    const resolve = () => Promise.reject(codedError('ENOTFOUND', 'getaddrinfo ENOTFOUND nowhere.example'));
    const result = await newFetcher({ names: { resolve } }).fetch(
      ask('http://nowhere.example/' as CanonicalUrl),
    );
    expect(result).toMatchObject({
      kind: 'error',
      reason: 'dns',
      detail: 'getaddrinfo ENOTFOUND nowhere.example',
    });
  });

  test('a server that does not speak TLS is tls', async () => {
    const server = await serve((socket) => void socket.write(answer()));
    const result = await newFetcher().fetch(
      ask(`https://127.0.0.1:${server.port}/` as CanonicalUrl, { timeoutMs: 1_000 }),
    );
    expect(result).toMatchObject({ kind: 'error' });
    const plain = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('220 mail.example ESMTP\r\n');
    });
    const port = await use(plain);
    expect(await newFetcher().fetch(ask(`https://127.0.0.1:${port}/` as CanonicalUrl))).toMatchObject({
      reason: 'tls',
    });
  });

  test('a header that cannot be sent is protocol', async () => {
    const { result, server } = await exchange(() => {}, { headers: { 'if-none-match': '"a\nb"' } });
    expect(result).toMatchObject({ kind: 'error', reason: 'protocol' });
    expect(server.requests).toEqual([]);
  });
});

describe('addresses that are not allowed are not connected to', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    'a.localhost',
    '0x7f.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '0',
    '127.1',
  ])('%s', async (host) => {
    const server = await serve((socket) => void socket.write(answer()));
    const url = new URL(`http://${host}:${server.port}/`).href as CanonicalUrl;
    const result = await newFetcher().fetch(ask(url, { allow: [] }));
    expect(result).toMatchObject({ kind: 'error', reason: 'address-refused' });
    expect(server.accepted).toBe(0);
  });

  test.each([
    '169.254.169.254',
    '10.0.0.1',
    '[::]',
    '[::1]',
    '[fe80::1]',
    '[64:ff9b::a9fe:a9fe]',
    '100.64.0.1',
  ])('%s, though loopback is allowed', async (host) => {
    const result = await newFetcher().fetch(ask(new URL(`http://${host}/`).href as CanonicalUrl));
    expect(result).toMatchObject({ kind: 'error', reason: 'address-refused' });
  });

  test('a name is connected to by its permitted addresses only', async () => {
    const server = await serve((socket) => void socket.write(answer('one')));
    const resolve = async () => ({
      addresses: [
        { address: '127.0.0.2', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    });
    const url = `http://mixed.example:${server.port}/` as CanonicalUrl;
    expect(await newFetcher({ names: { resolve } }).fetch(ask(url))).toMatchObject({
      kind: 'response',
      address: '127.0.0.1',
    });
    const refused = await newFetcher({ names: { resolve } }).fetch(ask(url, { allow: ['10.0.0.0/8'] }));
    expect(refused).toMatchObject({
      reason: 'address-refused',
      detail: expect.stringContaining('mixed.example'),
    });
    const named = await newFetcher({
      names: { resolve: async () => ({ addresses: [{ address: '127.0.0.1', family: 4 }] }) },
    }).fetch(ask(url, { allow: ['mixed.example'] }));
    expect(named).toMatchObject({ kind: 'response' });
  });

  test('not even over a connection that another job may use', async () => {
    const server = await serve((socket) => void socket.write(answer()));
    const fetcher = newFetcher();
    expect(await fetcher.fetch(ask(server.url()))).toMatchObject({ kind: 'response' });
    expect(await fetcher.fetch(ask(server.url(), { allow: [] }))).toMatchObject({
      reason: 'address-refused',
    });
    expect(server.requests.length).toBe(1);
  });
});

describe('connections', () => {
  test('are used again by the next request of the same host', async () => {
    const server = await serve((socket) => void socket.write(answer('x')));
    const fetcher = newFetcher();
    for (let i = 0; i < 5; i++)
      expect(await fetcher.fetch(ask(server.url()))).toMatchObject({ kind: 'response' });
    expect(server.accepted).toBe(1);
    expect(fetcher.connections).toBe(1);
  });

  test('never carry two requests of one origin at once, and lose none of many', async () => {
    let running = 0;
    let most = 0;
    const server = await serve((socket) => {
      most = Math.max(most, ++running);
      setTimeout(() => {
        running--;
        socket.write(answer('x'));
      }, 2);
    });
    const fetcher = newFetcher();
    const results = await Promise.all(Array.from({ length: 50 }, () => fetcher.fetch(ask(server.url()))));
    expect(results.filter((result) => result.kind === 'response').length).toBe(50);
    expect(most).toBe(1);
  });

  test('of idle hosts are closed and forgotten', async () => {
    const server = await serve((socket) => void socket.write(answer('x')));
    const fetcher = newFetcher({ keepAliveMs: 50 });
    const urls = Array.from({ length: 200 }, (_, i) => server.url('/', `h${i}.localhost:${server.port}`));
    await Promise.all(urls.map((url) => fetcher.fetch(ask(url))));
    expect(server.accepted).toBe(200);
    await server.idle();
    await until(() => fetcher.connections === 0);
  });

  test("that died while idle are reported, not tried again behind the caller's back", async () => {
    const server = await serve((socket, { nth }) => {
      if (nth === 2) socket.resetAndDestroy();
      else socket.write(answer('x'));
    });
    const fetcher = newFetcher();
    expect(await fetcher.fetch(ask(server.url()))).toMatchObject({ kind: 'response' });
    expect(await fetcher.fetch(ask(server.url()))).toMatchObject({ kind: 'error', reason: 'reset' });
    expect(await fetcher.fetch(ask(server.url()))).toMatchObject({ kind: 'response' });
    expect(server.requests.length).toBe(3);
  });

  test('whose last answer went on after its length are not used again', async () => {
    const server = await serve(
      (socket) => void socket.write(Buffer.concat([answer('x'), answer('smuggled')])),
    );
    const fetcher = newFetcher();
    for (let i = 0; i < 3; i++) {
      expect(await fetcher.fetch(ask(server.url()))).toMatchObject({ kind: 'response', wireBytes: 1 });
    }
  });

  test('that the server has closed in the meantime are made anew', async () => {
    const server = await serve((socket) => void socket.end(answer('x')));
    const fetcher = newFetcher();
    for (let i = 0; i < 3; i++) {
      expect(await fetcher.fetch(ask(server.url()))).toMatchObject({ kind: 'response' });
      await server.idle();
    }
    expect(server.accepted).toBe(3);
  });

  test('of more allow lists than are kept still work', async () => {
    const server = await serve((socket) => void socket.write(answer('x')));
    const fetcher = newFetcher();
    for (let i = 0; i < 40; i++) {
      const allow = ['127.0.0.1', `10.0.0.${i % 20}`];
      expect(await fetcher.fetch(ask(server.url(), { allow }))).toMatchObject({ kind: 'response' });
    }
    expect(fetcher.connections).toBeLessThanOrEqual(17);
  });
});

function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
}

/** Starts a server that the test's end stops, whatever connections it has. */
async function use(server: Server): Promise<number> {
  const sockets = new Set<{ destroy(): unknown }>();
  server.on('connection', (socket) => sockets.add(socket));
  const port = await listen(server);
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return port;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
