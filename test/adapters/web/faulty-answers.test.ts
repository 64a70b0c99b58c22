import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { FetchRequest, FetchResult } from '../../../lib/ports/web.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { type FaultyAnswer, faultyAnswers, faultyCodings } from '../../support/web/faulty-answers.ts';
import { ask, fetching } from '../../support/web/fetching.ts';
import { type Answering, frameServer } from '../../support/web/frame-server.ts';
import { answer, type HostileServerOptions } from '../../support/web/hostile-server.ts';
import { connectProxy, socksProxy } from '../../support/web/proxy-server.ts';

const { closing, newFetcher, serve } = fetching();

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const certificate = { cert: fixture('loopback.crt.pem'), key: fixture('loopback.key.pem') };

/** Serves each answer under its name; below `/pieces/` in pieces of a few bytes. */
function faultyServer(options: HostileServerOptions) {
  const byName = new Map(faultyAnswers.map((one) => [one.name, one]));
  return serve(async (socket, { head, nth, reset }) => {
    const [, how, name = ''] = /^GET \/(\w+)\/(\S+)/.exec(head) ?? [];
    const { bytes, end } = byName.get(name) as FaultyAnswer;
    const random = seededRandom(nth);
    socket.setNoDelay(true);
    for (let at = 0; at < bytes.length; ) {
      const to = how === 'pieces' ? at + 1 + Math.floor(random() * 40) : bytes.length;
      socket.write(bytes.subarray(at, to));
      at = to;
      await wait(0);
    }
    if (end === 'closes') socket.end();
    // What was written has come before the connection breaks.
    if (end === 'resets') setTimeout(reset, 20);
  }, options);
}

/** What came, as the tables of faults say it. */
function made(result: FetchResult, read: readonly Uint8Array[]): string {
  if (result.kind === 'error') return 'nothing';
  const text = Buffer.concat([result.body, ...read]).toString();
  return `${result.truncated ? 'truncated' : 'whole'}: ${/Sundews of .*/.exec(text)?.[0]}`;
}

function expected({ comes, text }: Pick<FaultyAnswer, 'comes' | 'text'>): unknown {
  if (comes === 'whole') return `whole: ${text}`;
  return comes === 'nothing' ? 'nothing' : expect.stringMatching(/^truncated: Sundews/);
}

const oldPage = '<p>Sundews of HTTP/1.1.';
const newPage = '<p>Sundews of HTTP/2.';
type Field = readonly [string, string];
const html: Field = ['content-type', 'text/html'];
/** Fields that are odd over HTTP/2, and those that make an answer malformed (RFC 9113 §8.1.1). */
const readHeads: readonly (readonly Field[])[] = [
  [['x', 'a\0\x01b']],
  [['x', 'a\r\n b']],
  [['x y', 'z']],
  [['', 'z']],
  [html],
  [['x', '\xe4\xff']],
  [['content-length', `${newPage.length}`]],
];
const refusedHeads: readonly (readonly Field[])[] = [
  [['X-Capital', 'a']],
  [['connection', 'keep-alive']],
  [['transfer-encoding', 'chunked']],
  [['content-length', 'long']],
  [['content-length', '9999']],
  [['content-length', '3']],
  [
    ['content-length', `${newPage.length}`],
    ['content-length', `${newPage.length}`],
  ],
  [[':status', '404']],
];

const isFull = process.env.WINNOW_TEST_FULL === '1';
const proxies = { connect: connectProxy, socks5: socksProxy };

describe.each([
  ['http', {}],
  ['https', { certificate }],
] as const)('faulty answers over %s', (_scheme, options) => {
  describe.each(['directly', 'offering HTTP/2', 'connect', 'socks5'] as const)('%s', (how) => {
    test.each(isFull || how === 'directly' ? ['whole', 'pieces', 'sink'] : ['pieces'])(
      'come to what browsers make of them, each with one request: %s',
      async (way) => {
        const server = await faultyServer(options);
        const through = await throughOf(how);
        const fetcher = newFetcher();
        // Whoever reads a file as it comes undoes what nobody has said.
        const all = faultyAnswers.filter(({ isSaid }) => isSaid || way !== 'sink');
        // Each other way there is shown some of them: the same code reads what comes by it.
        const answers = all.filter((_, at) => isFull || how === 'directly' || at % 3 === 0);
        for (const one of answers) {
          const read: Uint8Array[] = [];
          const sink = {
            sink: async (body: AsyncIterable<Uint8Array>) => {
              for await (const piece of body) read.push(Buffer.from(piece));
            },
          };
          const result = await fetcher.fetch(
            ask(server.url(`/${way}/${one.name}`), {
              insecureTls: ['127.0.0.1'],
              ...through,
              ...(way === 'sink' ? sink : {}),
            }),
          );
          expect(made(result, read), one.name).toEqual(expected(one));
        }
        expect(server.requests).toHaveLength(answers.length);
      },
    );
  });
});

type How = 'directly' | 'offering HTTP/2' | keyof typeof proxies;

async function throughOf(how: How): Promise<Partial<FetchRequest>> {
  if (how === 'directly' || how === 'offering HTTP/2') return { http2: how !== 'directly' };
  const proxy = await proxies[how]({});
  closing.push(() => proxy.close());
  return { proxy: `${how === 'connect' ? 'http' : how}://127.0.0.1:${proxy.port}` };
}

describe.each(['directly', 'connect', 'socks5'] as const)('faulty answers over HTTP/2, %s', (how) => {
  async function asking(onRequest: (answering: Answering) => void) {
    const server = await frameServer({
      certificate,
      onRequest,
      onOldRequest: (socket) => void socket.write(answer(oldPage, ['Content-Type: text/html'])),
    });
    closing.push(() => server.close());
    const through = await throughOf(how);
    const fetcher = newFetcher({ tls: { ca: certificate.cert } });
    const fetch = (path: string) =>
      fetcher.fetch(ask(`https://secure.localhost:${server.port}/${path}`, { ...through, http2: true }));
    return { server, fetch };
  }

  test('have codings that come to the same, each with one request', async () => {
    const byPath = new Map(faultyCodings.map((one) => [`/${one.name}`, one]));
    const { server, fetch } = await asking(({ path, stream }) => {
      const { said = [], body } = byPath.get(path) ?? {};
      stream.respond({ ':status': 200, 'content-type': 'text/html', 'content-encoding': said.join(', ') });
      stream.end(body);
    });
    for (const one of faultyCodings) expect(made(await fetch(one.name), []), one.name).toEqual(expected(one));
    expect(server.asked).toEqual(faultyCodings.map(({ name }) => `2 /${name}`));
  });

  test.each(readHeads)('have heads that are read: %j', async (...fields) => {
    const { server, fetch } = await asking((answering) => answering.answer([html, ...fields], newPage));
    expect(made(await fetch(''), [])).toBe('whole: Sundews of HTTP/2.');
    expect(server.asked).toEqual(['2 /']);
  });

  test.each(refusedHeads)('have heads that HTTP/1.1 is asked for: %j', async (...fields) => {
    const { server, fetch } = await asking((answering) => answering.answer([html, ...fields], newPage));
    expect(await fetch('')).toMatchObject({ kind: 'error', again: true });
    expect(made(await fetch(''), [])).toBe('whole: Sundews of HTTP/1.1.');
    expect(server.asked).toEqual(['2 /', '1 /']);
  });
});
