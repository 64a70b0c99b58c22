import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { FetchRequest, FetchResult } from '../../../lib/ports/web.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { type FaultyAnswer, faultyAnswers, faultyCodings } from '../../support/web/faulty-answers.ts';
import { ask, fetching } from '../../support/web/fetching.ts';
import { frameServer } from '../../support/web/frame-server.ts';
import type { HostileServerOptions } from '../../support/web/hostile-server.ts';
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

const proxies = { connect: connectProxy, socks5: socksProxy };

describe.each([
  ['http', {}],
  ['https', { certificate }],
] as const)('faulty answers over %s', (_scheme, options) => {
  describe.each(['directly', 'connect', 'socks5'] as const)('%s', (how) => {
    test.each(['whole', 'pieces', 'sink'])(
      'come to what browsers make of them, each with one request: %s',
      async (way) => {
        const server = await faultyServer(options);
        const through: Partial<FetchRequest> = how === 'directly' ? {} : { proxy: await proxyOf(how) };
        const fetcher = newFetcher();
        // Whoever reads a file as it comes undoes what nobody has said.
        const answers = faultyAnswers.filter(({ isSaid }) => isSaid || way !== 'sink');
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

async function proxyOf(kind: keyof typeof proxies): Promise<string> {
  const proxy = await proxies[kind]({});
  closing.push(() => proxy.close());
  return `${kind === 'connect' ? 'http' : kind}://127.0.0.1:${proxy.port}`;
}

test('faulty codings over HTTP/2 come to the same, each with one request', async () => {
  const byPath = new Map(faultyCodings.map((one) => [`/${one.name}`, one]));
  const server = await frameServer({
    certificate,
    onRequest({ path, stream }) {
      const { said = [], body } = byPath.get(path) ?? {};
      stream.respond({ ':status': 200, 'content-type': 'text/html', 'content-encoding': said.join(', ') });
      stream.end(body);
    },
  });
  closing.push(() => server.close());
  const fetcher = newFetcher({ tls: { ca: certificate.cert } });
  for (const one of faultyCodings) {
    const url = `https://secure.localhost:${server.port}/${one.name}`;
    expect(made(await fetcher.fetch(ask(url, { http2: true })), []), one.name).toEqual(expected(one));
  }
  expect(server.asked).toEqual(faultyCodings.map(({ name }) => `2 /${name}`));
});
