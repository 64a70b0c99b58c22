/**
 * What fetching costs: `node bench/fetch.ts [--pages 2000] [--hosts 1000]`. Servers on loopback in a process of their
 * own, pages of 40 KB compressed by gzip. CPU is that of this process, user and system. Then 1,000 names whose name
 * server takes a second for each answer, looked up as a batch of tickets is.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dnsResolver } from '../lib/adapters/web/dns-resolver.ts';
import { UndiciFetcher } from '../lib/adapters/web/undici-fetcher.ts';
import type { CanonicalUrl, HostName } from '../lib/base/url/url.ts';
import { dnsServer } from '../test/support/web/dns-server.ts';
import type { Ports } from './fetch-server.ts';

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '2000' }, hosts: { type: 'string', default: '1000' } },
});
const pages = Number(values.pages);
const perTurn = 10;
const turnsAtOnce = 64;

const server = fork(fileURLToPath(new URL('fetch-server.ts', import.meta.url)));
const [ports] = (await once(server, 'message')) as [Ports];
const names = await dnsServer(() => ({ a: ['127.0.0.1'], ttl: 300 }));
const resolve = dnsResolver({ servers: [names.address], hosts: async () => [], ipv6First: false });

interface Kind {
  readonly name: string;
  readonly scheme: 'http' | 'https';
  readonly http2?: boolean;
}

const kinds: readonly Kind[] = [
  { name: 'http', scheme: 'http' },
  { name: 'https, HTTP/1.1', scheme: 'https' },
  { name: 'https, HTTP/2', scheme: 'https', http2: true },
];

console.log(
  `${pages} pages, turns of ${perTurn}, ${turnsAtOnce} hosts at once; Node ${process.versions.node}\n`,
);
console.log('| connections | CPU ms per fetch | sockets per 1,000 pages | DNS questions per 1,000 pages |');
console.log('|---|---:|---:|---:|');
for (const kind of kinds) {
  await crawl(kind, 200);
  const { cpuMs, sockets, questions } = await crawl(kind, pages);
  const per1000 = (count: number): string => ((count * 1_000) / pages).toFixed(0);
  console.log(
    `| ${kind.name} | ${(cpuMs / pages).toFixed(3)} | ${per1000(sockets)} | ${per1000(questions)} |`,
  );
}

const hosts = Array.from({ length: Number(values.hosts) }, (_, i) => `slow-${i}.example` as HostName);
const slow = await dnsServer(() => ({ a: ['127.0.0.1'] }), { delayMs: 1_000 });
const patient = new UndiciFetcher({
  names: { resolve: dnsResolver({ servers: [slow.address], hosts: async () => [], ipv6First: false }) },
});
const started = performance.now();
patient.ahead(hosts);
const answers = await Promise.all(hosts.map((host) => fetchFrom(patient, `http://${host}:${ports.http}/`)));
const seconds = ((performance.now() - started) / 1_000).toFixed(1);
const found = answers.filter(({ kind }) => kind === 'response').length;
console.log(
  `\n${found} of ${hosts.length} hosts asked for a page in ${seconds} s, where each answer of their name server takes a second: ${patient.questions} lookups, at most ${slow.mostAtOnce} questions at once.`,
);
await patient.close();
await Promise.all([slow.close(), names.close()]);
server.kill();

async function crawl(kind: Kind, count: number) {
  const fetcher = new UndiciFetcher({ tls: { ca: ports.ca }, names: { resolve }, keepAliveMs: 4_000 });
  const before = await accepted();
  const cpu = process.cpuUsage();
  const turns = Array.from({ length: Math.ceil(count / perTurn) }, (_, i) => i);
  await Promise.all(
    Array.from({ length: turnsAtOnce }, async () => {
      for (let turn = turns.pop(); turn !== undefined; turn = turns.pop()) {
        const port = kind.scheme === 'http' ? ports.http : ports.https;
        for (let page = 0; page < perTurn; page++) {
          const url = `${kind.scheme}://host-${turn}.bench.example:${port}/${page}`;
          const answer = await fetchFrom(fetcher, url, kind.http2);
          if (answer.kind === 'error') throw new Error(`${url}: ${answer.reason}: ${answer.detail}`);
        }
      }
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  const { questions } = fetcher;
  await fetcher.close();
  return { cpuMs: (user + system) / 1_000, sockets: (await accepted()) - before, questions };
}

function fetchFrom(fetcher: UndiciFetcher, url: string, http2 = false) {
  return fetcher.fetch({
    url: url as CanonicalUrl,
    userAgent: 'WinnowBench/1',
    timeoutMs: 60_000,
    connectMs: 30_000,
    headersMs: 20_000,
    idleMs: 10_000,
    maxBytes: 5_000_000,
    allow: ['127.0.0.1'],
    ports: ['1-65535'],
    insecureTls: ['bench.example'],
    http2,
  });
}

/** Connections that the servers have taken so far. */
async function accepted(): Promise<number> {
  server.send('accepted');
  const [count] = (await once(server, 'message')) as [number];
  return count;
}
