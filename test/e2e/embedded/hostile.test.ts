import type { Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrawlReport } from '../../../lib/runtime/installation.ts';
import { answer, forever, type HostileServer, hostileServer } from '../../support/hostile-server.ts';
import type { Collection } from '../support/collection.ts';
import { openData } from '../support/data-directory.ts';
import { crawlHere } from '../support/in-process.ts';
import { jobDirectory } from '../support/job-directory.ts';

const twoGigabytes = 2_147_483_648;
const htmlType = 'Content-Type: text/html';

/** What hosts do to whoever asks for a page; by name. */
const behaviours: Readonly<Record<string, (socket: Socket) => void>> = {
  silent: () => {},
  dripping(socket) {
    socket.write(`HTTP/1.1 200 OK\r\n${htmlType}\r\n\r\n<title>drip</title>`);
    forever(socket, 'x', 50);
  },
  'endless-headers'(socket) {
    socket.write('HTTP/1.1 200 OK\r\n');
    forever(socket, `X-Filler: ${'y'.repeat(1_000)}\r\n`);
  },
  garbage: (socket) => socket.end('\x00\x01\x02 not at all HTTP\r\n\r\n'),
  'bad-header': (socket) => socket.end('HTTP/1.1 200 OK\r\nno colon here\r\n\r\nbody'),
  'empty-answer': (socket) => socket.end(),
  reset: (socket) => socket.resetAndDestroy(),
  'too-short': (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\n${htmlType}\r\nContent-Length: 100000\r\n\r\n<title>cut</title>`),
  'two-lengths': (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 30\r\n\r\nabcdef`),
  'not-gzip': (socket) => socket.end(answer('<title>plain</title>', [htmlType, 'Content-Encoding: gzip'])),
  bomb: (socket) => socket.end(answer(bomb, [htmlType, 'Content-Encoding: gzip'])),
  'bad-chunks': (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\n${htmlType}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nnope`),
  huge(socket) {
    socket.write(
      `HTTP/1.1 200 OK\r\n${htmlType}\r\nContent-Length: ${twoGigabytes}\r\n\r\n<title>huge</title>`,
    );
    forever(socket, Buffer.alloc(65_536, 'z '));
  },
  'deep-nesting': (socket) =>
    socket.end(answer(`<title>deep</title>${'<div>'.repeat(300_000)}deep`, [htmlType])),
  'many-links': (socket) =>
    socket.end(answer(`<title>links</title>${'<a href="ftp://x/">x</a>'.repeat(50_000)}`, [htmlType])),
  'odd-status': (socket) => socket.end(answer('odd', [], 999)),
  'nul-type': (socket) => socket.end(answer('odd', ['Content-Type: \x7f;;;=;'])),
};
const bomb = gzipSync(Buffer.alloc(100_000_000, ' '));
/** No two hosts share an answer on purpose; these bring a page all the same. */
const pagesAllTheSame: Readonly<Record<string, string>> = {
  bomb: 'stored',
  huge: 'stored',
  'deep-nesting': 'stored',
  'many-links': 'stored',
};

const names = Object.keys(behaviours);
let server: HostileServer;
let report: CrawlReport;
let collection: Collection;
let peakMb: number;

const urlOf = (name: string, path = '/page') => server.url(path, `${name}.localhost:${server.port}`);

beforeAll(async () => {
  let redirects = 0;
  server = await hostileServer((socket, { head }) => {
    const [, path = '/', name = ''] = /^GET (\S+)[\s\S]*?\r\nhost: ([\w-]+)/i.exec(head) ?? [];
    const behave = behaviours[name];
    if (path === '/robots.txt') {
      const tricks: Readonly<Record<string, (() => void) | undefined>> = {
        'robots-silent': () => {},
        'robots-endless': () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nUser-agent: *\nDisallow: /no\n');
          forever(socket, '# and on it goes\n'.repeat(1_000));
        },
        'robots-circle': () =>
          socket.write(answer('', ['Location: /robots.txt?', 'Connection: keep-alive'], 302)),
      };
      const trick = tricks[name];
      if (trick) return trick();
      return void socket.write(answer('', [], 404));
    }
    if (path === '/robots.txt?') return void socket.write(answer('', ['Location: /robots.txt'], 302));
    if (name === 'endless-redirects') {
      redirects += 1;
      return void socket.write(answer('', [`Location: /page${redirects}`], 302));
    }
    if (path === '/page' && behave) return behave(socket);
    return void socket.write(answer(`<title>${name} ${path}</title>`, [htmlType]));
  });
  const seeds = [...names, 'robots-silent', 'robots-endless', 'robots-circle'].flatMap((name) => [
    urlOf(name),
    urlOf(name, '/other'),
  ]);
  const directory = jobDirectory('hostile', {
    seeds: [...seeds, urlOf('endless-redirects', '/page'), 'http://does-not-exist.invalid/'],
    scope: { hosts: ['localhost', 'does-not-exist.invalid'], maxDepth: 3 },
    userAgent: { contact: 'crawl@example.org' },
    // Else they would be held after two or three.
    traps: { hold: false },
    fetch: { timeout: 2, maxBytes: 1_000_000, maxTries: 2 },
  });
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const limited = setTimeout(() => server.close(), 40_000);
  report = await crawlHere(directory);
  clearTimeout(limited);
  clearInterval(watch);
  peakMb = (peak - before) / 1e6;
  const data = openData(join(directory, 'data'));
  collection = await data.collection('hostile');
  expect(data.faults()).toEqual([]);
  data.close();
});

afterAll(() => server.close());

describe('a hostile web', () => {
  it.each(names)('that answers with %s has its say on that page alone', (name) => {
    const { outcome, detail } = collection.get(urlOf(name)) ?? {};
    expect({ outcome, detail }).toMatchObject({
      outcome: pagesAllTheSame[name] ?? expect.stringMatching(/failed|gone|unsupported|stored/),
    });
    expect(collection.get(urlOf(name, '/other'))?.outcome).toBe('stored');
  });

  it('is told apart by the reason of its failure', () => {
    const reasons = Object.fromEntries(
      names.map((name) => [
        name,
        collection.get(urlOf(name))?.detail?.split(':')[0] ?? collection.get(urlOf(name))?.outcome,
      ]),
    );
    expect(reasons).toMatchObject({
      silent: 'timeout',
      garbage: 'protocol',
      reset: 'reset',
      'not-gzip': 'decode',
      'bad-chunks': 'protocol',
    });
  });

  it('that answers for robots.txt with what is none', () => {
    expect(collection.get(urlOf('robots-silent'))).toMatchObject({ outcome: 'failed' });
    expect(collection.get(urlOf('robots-endless'))?.outcome).toBe('stored');
    expect(collection.get(urlOf('robots-circle'))?.outcome).toBe('stored');
  });

  it('that redirects without end is left after ten in a row', () => {
    const hops = [...collection.keys()].filter((url) => url.startsWith(urlOf('endless-redirects', '/page')));
    expect(hops).toHaveLength(11);
    const last = [...collection].find(([, { detail }]) =>
      detail?.startsWith('too-many-redirects: 10 in a row'),
    );
    expect(last?.[0]).toBe(urlOf('endless-redirects', '/page10'));
  });

  it('or a name that does not resolve does not keep the crawl from its end', () => {
    expect(report.end).toBe('done');
    expect([...collection].find(([url]) => url.includes('invalid'))?.[1]).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('dns'),
    });
  });

  it('is not held in memory', () => {
    expect(peakMb).toBeLessThan(500);
  });
});

describe('a page that kills the thread that reads it', () => {
  // It takes the thread's whole deadline of 20 s.
  it.runIf(process.env.WINNOW_TEST_FULL)('fails alone', async () => {
    const killer = '<p>'.repeat(4_000_000);
    const trap = await hostileServer((socket, { head }) => {
      const path = head.split(' ')[1] ?? '';
      if (path === '/robots.txt') return void socket.write(answer('', [], 404));
      const links = Array.from(
        { length: 10 },
        (_, i) => `<a href="/${i === 5 ? 'killer' : i}">${i}</a>`,
      ).join('');
      const body = path === '/killer' ? killer : `<title>${path}</title>${path === '/' ? links : ''}`;
      socket.write(answer(body, [htmlType]));
    });
    const url = (path: string) => trap.url(path, `trap.localhost:${trap.port}`);
    const directory = jobDirectory('killer', {
      seeds: [url('/')],
      fetch: { maxBytes: 20_000_000, maxTries: 1 },
      extract: { first: 'p' },
    });
    const { outcomes, end } = await crawlHere(directory);
    await trap.close();
    expect({ outcomes, end }).toEqual({ outcomes: { stored: 10, failed: 1 }, end: 'done' });
    const data = openData(join(directory, 'data'));
    expect((await data.collection('killer')).get(url('/killer'))).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('unreadable'),
    });
    data.close();
  });
});
