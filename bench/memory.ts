/**
 * What the largest pages take of memory: `node bench/memory.ts [--hosts 16] [--pages 3] [--only line]`. One crawl on one machine for each
 * kind of page, all hosts side by side without a gap, in a process of its own.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Contender, run } from './contenders.ts';

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '16' },
    pages: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});
const hosts = Number(values.hosts);
const pages = Number(values.pages);

/** What is asked for: the whole process, whatever the pages are. */
const goalMb = 700;
const links = 1_000_000;
const lineBytes = 10_000_000;

interface Kind {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
}

const linked = Array.from({ length: links }, (_, i) => `<a href=/${i}>`).join('');
const kinds: readonly Kind[] = [
  { name: `${links / 1e6} million links`, type: 'text/html', body: Buffer.from(linked) },
  {
    name: `one line of ${lineBytes / 1e6} MB`,
    type: 'text/plain',
    body: Buffer.alloc(lineBytes, 'water and stone '),
  },
  {
    name: `one line of ${lineBytes / 1e6} MB, beyond Latin-1`,
    type: 'text/plain; charset=utf-8',
    body: Buffer.from('вода и камень '.repeat(lineBytes / 25)),
  },
];

const crawler: Contender = {
  name: 'Winnow',
  command(seeds, place) {
    const job = [
      'name: memory',
      'politeness: { waitIntervalHost: 0 }',
      'scope: { hosts: [localhost] }',
      'network: { allow: [127.0.0.1] }',
      'fetch: { maxBytes: 20000000 }',
      'seeds:',
      ...seeds.map((url) => `  - ${url}`),
    ];
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'job.yaml'), `${job.join('\n')}\n`);
    const main = fileURLToPath(new URL('../bin/winnow.js', import.meta.url));
    return [
      '--max-semi-space-size=16',
      main,
      'crawl',
      '--json',
      '--max-pages',
      String(seeds.length),
      '--job',
      place,
    ];
  },
};

const directory = mkdtempSync(join(tmpdir(), 'winnow-memory-'));
console.log(`${hosts} hosts, ${pages} pages each, nothing else; at most ${goalMb} MB are asked for\n`);
console.log('page                            peak MB  longest stall ms  seconds  CPU s  answers');
try {
  for (const kind of kinds.filter(({ name }) => name.includes(values.only))) await measure(kind);
} finally {
  rmSync(directory, { recursive: true });
}

async function measure({ name, type, body }: Kind): Promise<void> {
  let answers = 0;
  const server = createServer(({ url, headers }, response) => {
    if (url === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    answers += 1;
    // Each its own content, so that none is a duplicate.
    const end = Buffer.from(`\n${headers.host} ${url}`);
    response.writeHead(200, { 'content-type': type, 'content-length': body.length + end.length });
    response.write(body);
    response.end(end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const seeds = Array.from({ length: hosts }, (_, host) =>
    Array.from({ length: pages }, (_, page) => `http://h${host}.localhost:${port}/${page}`),
  ).flat();
  try {
    const usage = await run(crawler, seeds, join(directory, name.replaceAll(' ', '-')), false);
    const { peakMb, stallMs = Number.NaN, wallSeconds, cpuSeconds } = usage;
    const figures = [
      peakMb.toFixed(0),
      stallMs.toFixed(0),
      wallSeconds.toFixed(1),
      cpuSeconds.toFixed(1),
      answers,
    ];
    const [peak = '', stall = '', ...rest] = figures.map(String);
    console.log(
      `${name.padEnd(31)} ${peak.padStart(7)} ${stall.padStart(17)} ${rest.map((one) => one.padStart(7)).join(' ')}`,
    );
    if (peakMb > goalMb) process.exitCode = 1;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
