import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type DnsOptions, dnsResolver } from '../../../lib/adapters/web/dns-resolver.ts';
import { hostsFile, parseHosts } from '../../../lib/adapters/web/hosts-file.ts';
import { nameCache } from '../../../lib/adapters/web/name-cache.ts';
import { type DnsRecords, type DnsServer, dnsServer } from '../../support/web/dns-server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(records: Readonly<Record<string, DnsRecords>>, delayMs = 0): Promise<DnsServer> {
  const server = await dnsServer((name) => records[name], { delayMs });
  closing.push(() => server.close());
  return server;
}

/** Knows no hosts file, and nothing else of this machine. */
function resolverOf(server: DnsServer, options: DnsOptions = {}) {
  return dnsResolver({
    servers: [server.address],
    hosts: async () => [],
    system: () => Promise.reject(new Error('the system was asked')),
    ipv6First: false,
    ...options,
  });
}

describe('the DNS resolver', () => {
  test('asks for addresses of both families at once, and tells the shortest TTL', async () => {
    const server = await serve(
      { 'www.example': { a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8::1'], ttl: 120 } },
      20,
    );
    const found = await resolverOf(server)('www.example');
    expect(found).toEqual({
      addresses: [
        { address: '192.0.2.1', family: 4 },
        { address: '2001:db8::1', family: 6 },
        { address: '192.0.2.2', family: 4 },
      ],
      ttlMs: 120_000,
    });
    expect(server.questions.toSorted()).toEqual(['www.example A', 'www.example AAAA']);
    expect(server.mostAtOnce).toBe(2);
  });

  test.each([
    ['an address of two bytes', [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 2, 1, 2]],
    ['a name that refers to itself', [0xc0, 0x1e, 0xc0, 0x1e, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 1, 2, 3, 4]],
    ['a record that is not there', []],
    ['a length beyond the end', [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0xff, 0xff, 1]],
  ])('lets an answer with %s fail no other name', async (_, broken) => {
    const good = Array.from({ length: 5 }, (_, index) => `good${index}.example`);
    const server = await serve(
      {
        'evil.example': { broken: Uint8Array.from(broken) },
        ...Object.fromEntries(good.map((name) => [name, { a: ['192.0.2.1'] }])),
      },
      100,
    );
    const resolve = resolverOf(server);
    const [evil, ...found] = await Promise.allSettled(['evil.example', ...good].map((name) => resolve(name)));
    expect(found.map(({ status }) => status)).toEqual(good.map(() => 'fulfilled'));
    expect(evil).toMatchObject({ status: 'rejected', reason: { code: 'EBADRESP' } });
    // c-ares tries each question of two three times, and once more after an answer that it cannot read.
    expect(server.questions.length).toBeLessThanOrEqual(2 * 3 * 2 * (good.length + 1));
  });

  test('puts IPv6 first where this machine has it', async () => {
    const server = await serve({ 'www.example': { a: ['192.0.2.1'], aaaa: ['2001:db8::1'] } });
    const { addresses } = await resolverOf(server, { ipv6First: true })('www.example');
    expect(addresses.map(({ family }) => family)).toEqual([6, 4]);
  });

  test('takes what a name has of one family', async () => {
    const server = await serve({
      'six.example': { aaaa: ['2001:db8::6'] },
      'four.example': { a: ['192.0.2.4'] },
    });
    const resolve = resolverOf(server);
    expect(await resolve('six.example')).toMatchObject({
      addresses: [{ address: '2001:db8::6', family: 6 }],
    });
    expect(await resolve('four.example')).toMatchObject({ addresses: [{ address: '192.0.2.4', family: 4 }] });
  });

  test('follows the other name that a server gives', async () => {
    const server = await serve({ 'www.example': { cname: 'cdn.example', a: ['192.0.2.9'], ttl: 60 } });
    expect(await resolverOf(server)('www.example')).toEqual({
      addresses: [{ address: '192.0.2.9', family: 4 }],
      ttlMs: 60_000,
    });
  });

  test('does not wait for a server that never answers for IPv6', async () => {
    const server = await serve({ 'www.example': { a: ['192.0.2.1'], says: 'silent', only: 6 } });
    expect(await resolverOf(server)('www.example')).toMatchObject({
      addresses: [{ address: '192.0.2.1', family: 4 }],
    });
  });

  test.each([
    ['a name that there is not', undefined, 'ENOTFOUND'],
    ['a name without addresses', {}, 'ENODATA'],
    ['a server that fails', { says: 'servfail' }, 'ESERVFAIL'],
    [
      'no addresses of one family, and a server that fails for the other',
      { says: 'servfail', only: 6 },
      'ESERVFAIL',
    ],
  ] as const)('says of %s what it is', async (_, records, code) => {
    const server = await serve(records === undefined ? {} : { 'odd.example': records });
    await expect(resolverOf(server)('odd.example')).rejects.toMatchObject({ code });
  });

  test('leaves names without a dot, mDNS names and machines without a server to the system', async () => {
    const server = await serve({});
    const asked: string[] = [];
    const system = async (name: string) => {
      asked.push(name);
      return { addresses: [{ address: '10.0.0.1', family: 4 }] };
    };
    const resolve = resolverOf(server, { system });
    await resolve('intranet');
    await resolve('printer.local');
    expect(server.questions).toEqual([]);
    await server.close();
    closing.splice(0);
    await resolve('www.example');
    expect(asked).toEqual(['intranet', 'printer.local', 'www.example']);
  });

  test('believes the hosts file before any server', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'winnow-hosts-'));
    closing.push(() => rm(directory, { recursive: true }));
    const path = join(directory, 'hosts');
    await writeFile(path, '10.1.1.1 www.example alias.example # ours\n::1 www.example\n');
    const server = await serve({});
    expect(await resolverOf(server, { hosts: hostsFile(path) })('www.example')).toEqual({
      addresses: [
        { address: '10.1.1.1', family: 4 },
        { address: '::1', family: 6 },
      ],
    });
    expect(server.questions).toEqual([]);
  });
});

test('a hosts file is read line by line, comments and nonsense passed over', () => {
  const names = parseHosts('# 1.1.1.1 no\r\n10.0.0.1\tA.example b.example\r\nnonsense x\nfe80::1 c.example');
  expect([...names.keys()]).toEqual(['a.example', 'b.example', 'c.example']);
  expect(names.get('a.example')).toEqual([{ address: '10.0.0.1', family: 4 }]);
});

test('a hosts file that is not there says nothing', async () => {
  expect(await hostsFile('/nowhere/hosts')('www.example')).toEqual([]);
});

test('1,000 names are asked for side by side, each once, and then known', async () => {
  const names = Array.from({ length: 1_000 }, (_, i) => `host-${i}.example`);
  const server = await serve(Object.fromEntries(names.map((name) => [name, { a: ['192.0.2.1'] }])), 50);
  const cache = nameCache({ resolve: resolverOf(server), maxQuestions: 100 });
  cache.ahead(names);
  await Promise.all(names.map((name) => cache.lookup(name)));
  cache.ahead(names);
  for (const name of names) await cache.lookup(name);
  expect(server.mostAtOnce).toBeGreaterThan(50);
  expect(cache.questions).toBe(1_000);
  expect(new Set(server.questions).size).toBe(2_000);
});
