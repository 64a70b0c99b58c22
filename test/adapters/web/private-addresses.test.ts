import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { LookupAddress } from 'node:dns';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NameCacheOptions } from '../../../lib/adapters/web/name-cache.ts';
import { plainAddress } from '../../../lib/adapters/web/special-addresses.ts';
import { UndiciFetcher } from '../../../lib/adapters/web/undici-fetcher.ts';
import { canonicalise } from '../../../lib/base/url/canonicalise.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { FetchResult } from '../../../lib/ports/web.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { answer, type HostileServer, hostileServer, listen } from '../../support/web/hostile-server.ts';

/** The one address that stands for the public internet here; every other one must be left alone. */
const permitted = '127.0.0.9';
const each = Math.ceil(10_000 / 3);

const random = seededRandom(5);
const below = (n: number): number => Math.floor(random() * n);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

/** First octets that fix a private block, and how many bits they leave. */
const privateBlocks: readonly (readonly [number, number])[] = [
  [0x7f000000, 24],
  [0x7f000001, 0],
  [0x0a000000, 24],
  [0xac100000, 20],
  [0xc0a80000, 16],
  [0xa9fe0000, 16],
  [0xa9fea9fe, 0],
  [0x64400000, 22],
  [0x646464c8, 0],
  [0x00000000, 24],
  [0xc6120000, 17],
  [0xe0000000, 28],
  [0xf0000000, 28],
  [0xffffffff, 0],
];

/** A private IPv4 address as a number; never the permitted one. */
function privateV4(): number {
  const [block, bits] = pick(privateBlocks);
  const address = block + below(2 ** bits);
  return dotted(address) === permitted ? 0x7f000001 : address;
}

const dotted = (n: number): string => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join('.');
const hex = (n: number): string => n.toString(16);
const groups = (n: number): string => `${hex(n >>> 16)}:${hex(n & 0xffff)}`;

/** Ways in which an IPv6 address holds an IPv4 one; nobody has 2d00::/8, should one ever be let through. */
const inV6: readonly ((n: number) => string)[] = [
  (n) => `::ffff:${groups(n)}`,
  (n) => `::${groups(n)}`,
  (n) => `::ffff:0:${groups(n)}`,
  (n) => `64:ff9b::${groups(n)}`,
  (n) => `64:ff9b:1::${groups(n)}`,
  (n) => `2002:${groups(n)}::1`,
  (n) => `2001:0:808:808::${groups(~n >>> 0)}`,
  (n) => `2d00::5efe:${groups(n)}`,
  (n) => `2d00::200:5efe:${groups(n)}`,
];

const privateV6: readonly (() => string)[] = [
  () => '::1',
  () => '::',
  () => `fe80::${hex(below(65_536))}`,
  () => `fc00::${hex(below(65_536))}`,
  () => `fd00:ec2::${hex(below(4_096))}`,
  () => `fec0::${hex(below(65_536))}`,
  () => `ff02::${hex(below(65_536))}`,
  () => `2001:db8::${hex(below(65_536))}`,
  () => `100::${hex(below(65_536))}`,
  () => `3fff::${hex(below(65_536))}`,
];

/** Spellings of an IPv4 address that a URL parser understands (WHATWG URL §3.5). */
const spellings: readonly ((n: number) => string)[] = [
  dotted,
  (n) => String(n),
  (n) => `0x${hex(n)}`,
  (n) => `0${n.toString(8)}`,
  (n) => [24, 16, 8, 0].map((shift) => `0${((n >>> shift) & 255).toString(8)}`).join('.'),
  (n) => [24, 16, 8, 0].map((shift) => `0x${hex((n >>> shift) & 255)}`).join('.'),
  (n) => `${n >>> 24}.${n & 0xffffff}`,
  (n) => `${n >>> 24}.${(n >>> 16) & 255}.${n & 0xffff}`,
  (n) => `${dotted(n)}.`,
  (n) => dotted(n).replaceAll('.', '。'),
  (n) => dotted(n).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (n) => dotted(n).replace(/\d/, (digit) => `%3${digit}`),
];

const privateAddress = (): string =>
  pick([() => dotted(privateV4()), () => pick(inV6)(privateV4()), () => pick(privateV6)()])();

const privateLiteral = (): string =>
  pick([
    () => pick(spellings)(privateV4()),
    () => `[${pick(inV6)(privateV4())}]`,
    () => `[${pick(privateV6)()}]`,
  ])();

const familyOf = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });

/** Every address to which this process began to connect, by whatever part of it. */
const attempts: string[] = [];
const onSocket = (message: unknown): void => {
  const { socket } = message as { readonly socket: Socket };
  socket.on('connectionAttempt', (address) => attempts.push(address));
};

/** Counts who connects to any address of loopback, old or new, but the permitted one. */
let accepted = 0;
let traps: readonly Server[];
let port: number;
let redirecting: HostileServer;

beforeAll(async () => {
  subscribe('net.client.socket', onSocket);
  redirecting = await hostileServer(
    (socket, { head }) => {
      const target = decodeURIComponent(head.split(' ')[1]?.slice(2) ?? '');
      socket.write(answer('', [`Location: ${target}`], pick([301, 302, 303, 307, 308])));
    },
    { address: permitted },
  );
  port = redirecting.port;
  traps = await Promise.all(
    ['127.0.0.1', '::1'].map(async (address) => {
      const server = createServer((socket) => {
        accepted += 1;
        socket.destroy();
      });
      await listen(server, port, address);
      return server;
    }),
  );
});

afterAll(async () => {
  unsubscribe('net.client.socket', onSocket);
  await redirecting.close();
  await Promise.all(traps.map((server) => new Promise((resolve) => server.close(resolve))));
});

/** Fetches all, many at once; the fetcher is closed when it is done. */
async function fetchAll(
  urls: readonly CanonicalUrl[],
  names: NameCacheOptions = {},
): Promise<readonly FetchResult[]> {
  const fetcher = new UndiciFetcher({ names });
  const results = await Promise.all(
    urls.map((url) =>
      fetcher.fetch({ url, userAgent: 'test', timeoutMs: 60_000, maxBytes: 1_000, allow: [permitted] }),
    ),
  );
  await fetcher.close();
  return results;
}

const reasonsOf = (results: readonly FetchResult[]): readonly string[] => [
  ...new Set(results.map((result) => (result.kind === 'error' ? result.reason : `status ${result.status}`))),
];

function urlOf(host: string): CanonicalUrl {
  const result = canonicalise(`http://${host}:${port}/`);
  if (!result.ok) throw new Error(`${host} is no host`);
  return result.url;
}

/** Nobody was connected to but the permitted address. */
function expectNobodyElse(): void {
  expect(attempts.filter((address) => plainAddress(address) !== permitted)).toEqual([]);
  expect(accepted).toBe(0);
}

describe('ten thousand ways to a private address', () => {
  test('as literals, in whatever spelling, are refused', async () => {
    const urls = Array.from({ length: each }, () => urlOf(privateLiteral()));
    expect(reasonsOf(await fetchAll(urls))).toEqual(['address-refused']);
    expectNobodyElse();
  });

  test('as the answers of name servers are refused', async () => {
    const urls = Array.from({ length: each }, (_, i) => urlOf(`h${i}.example`));
    const resolve = async () => ({
      addresses: Array.from({ length: 1 + below(4) }, () => familyOf(privateAddress())),
    });
    expect(reasonsOf(await fetchAll(urls, { resolve }))).toEqual(['address-refused']);
    expectNobodyElse();
  });

  test('as targets of redirects are refused', async () => {
    const inAscii = (text: string): string => text.replace(/[^!-~]/gu, encodeURIComponent);
    const targets = Array.from({ length: each }, () => `http://${inAscii(privateLiteral())}:${port}/`);
    const urls = targets.map(
      (target) => `http://${permitted}:${port}/?${encodeURIComponent(target)}` as CanonicalUrl,
    );
    const redirects = await fetchAll(urls);
    const followed = redirects.map((result, i) => {
      const location = result.kind === 'response' ? result.headers.location : undefined;
      const target = canonicalise(location ?? '', urls[i]);
      return target.ok ? target.url : (`http://${permitted}:${port}/` as CanonicalUrl);
    });
    expect(reasonsOf(await fetchAll(followed))).toEqual(['address-refused']);
    expect(redirecting.requests).toHaveLength(each);
    expect(attempts).toContain(permitted);
    expectNobodyElse();
  });
});

describe('a name', () => {
  const named = (i: number): CanonicalUrl => urlOf(`mixed-${i}.example`);

  test('with public and private addresses is connected to at the public one, wherever it stands in the list', async () => {
    const resolve = async () => {
      const list = Array.from({ length: 1 + below(5) }, privateAddress);
      list.splice(below(list.length + 1), 0, permitted);
      return { addresses: list.map(familyOf) };
    };
    const results = await fetchAll(
      Array.from({ length: 100 }, (_, i) => named(i)),
      { resolve },
    );
    expect(reasonsOf(results).every((reason) => reason.startsWith('status 30'))).toBe(true);
    expectNobodyElse();
  });

  test('that is public at first and private then (DNS rebinding) is not connected to again', async () => {
    const asked = new Map<string, number>();
    const resolve = async (name: string) => {
      const nth = (asked.get(name) ?? 0) + 1;
      asked.set(name, nth);
      return { addresses: [familyOf(nth === 1 ? permitted : privateAddress())], ttlMs: 0 };
    };
    let now = 0;
    const fetcher = new UndiciFetcher({ keepAliveMs: 1, names: { resolve, now: () => now } });
    const fetchOnce = (i: number) =>
      fetcher.fetch({
        url: named(i),
        userAgent: 'test',
        timeoutMs: 60_000,
        maxBytes: 1_000,
        allow: [permitted],
      });
    const hosts = Array.from({ length: 50 }, (_, i) => i);
    const first = await Promise.all(hosts.map(fetchOnce));
    while (fetcher.connections > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    now = 86_400_000;
    const second = await Promise.all(hosts.map(fetchOnce));
    await fetcher.close();
    expect(reasonsOf(first).every((reason) => reason.startsWith('status 30'))).toBe(true);
    expect(reasonsOf(second)).toEqual(['address-refused']);
    expect([...asked.values()].every((times) => times === 2)).toBe(true);
    expectNobodyElse();
  });
});
