import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCrawl } from '../../lib/api/open-crawl.ts';
import { startWeb, type TestWeb } from '../support/web/web-server.ts';

const place = mkdtempSync(join(tmpdir(), 'winnow-reader-'));
const hosts = Array.from({ length: 30 }, (_, at) => `h${at}.localhost`);
/** Far more pages in all than may be ahead of the reader. */
const pagesOfHost = process.env.WINNOW_TEST_FULL === '1' ? 40 : 30;
let web: TestWeb;

beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path }) => {
      const links = Array.from({ length: pagesOfHost - 1 }, (_, at) => `<a href="/${at + 1}">${at}</a>`);
      if (path === '/') return { body: `<title>${name}</title>${links.join(' ')}` };
      return /^\/\d+$/.test(path) ? { body: `<title>${name}</title>Page ${path} of ${name}` } : undefined;
    },
  });
});

afterAll(async () => {
  await web.close();
  rmSync(place, { recursive: true, force: true });
});

const settings = (data: string, names: readonly string[]) => ({
  name: 'many',
  data: join(place, data),
  seeds: names.map((name) => web.url(name)),
  contact: 'you@example.org',
  scope: { hosts: names.map((name) => web.host(name)) },
  politeness: { waitIntervalHost: 0 },
  crawl: { hosts: 10 },
  turn: { maxPages: 10 },
  network: { allow: ['localhost', '127.0.0.1'] },
});

interface Read {
  readonly host: string;
  readonly turn: number;
  readonly ordinal: number;
  readonly url: string;
  /** Bytes in memory that are still used. */
  readonly used?: number;
}

describe('a reader that is slower than the crawl', () => {
  it('slows the crawl: what was fetched and not read stays within a bound, and all is read in order', async () => {
    const crawl = await openCrawl(settings('slow', hosts));
    const asked = web.log.length;
    let mostAhead = 0;
    const read: Read[] = [];
    for await (const { host, turn, ordinal, url } of crawl.run()) {
      read.push({ host, turn, ordinal, url });
      if (read.length < 60) await setTimeout(50);
      mostAhead = Math.max(mostAhead, web.log.length - asked - read.length);
    }
    await crawl.close();
    expect(read).toHaveLength(hosts.length * pagesOfHost);
    // 500 pages, what 10 running turns fetch, and 30 times robots.txt; without a bound it would be all pages.
    expect(mostAhead).toBeLessThan(500 + 100 + 30);
    expect(mostAhead).toBeGreaterThan(200);
    expectOrdered(read);
  });

  it('has memory that stays flat, and goes on where it was after it was killed: nothing is lost, at most a turn is read again', async () => {
    const file = join(place, 'killed.json');
    writeFileSync(file, JSON.stringify(settings('killed', hosts)));
    const before = await linesOf(file, 10, 400);
    const after = await linesOf(file, 0);
    const used = before.flatMap((one) => one.used ?? []);
    const [first, last] = [used.slice(5, 15), used.slice(-10)].map((list) => Math.max(...list));
    expect(last).toBeLessThan(1.25 * (first ?? 0));

    const key = ({ host, turn, ordinal }: Read) => `${host} ${turn} ${ordinal}`;
    const wanted = hosts.length * pagesOfHost;
    expect(new Set([...before, ...after].map(key)).size).toBe(wanted);
    expect(before.length).toBeGreaterThanOrEqual(400);
    expect(before.length + after.length - wanted).toBeLessThanOrEqual(10);
    for (const read of [before, after]) expectOrdered(read);
  }, 240_000);
});

/** Changes of a host come in the order of its turns. */
function expectOrdered(read: readonly Read[]): void {
  for (const host of hosts) {
    const places = read
      .filter((one) => one.host.startsWith(`${host}:`))
      .map(({ turn, ordinal }) => turn * 1_000 + ordinal);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
}

/** The changes that a program printed, which is killed after `killAfter` of them. */
async function linesOf(file: string, pauseMs: number, killAfter = Number.POSITIVE_INFINITY) {
  const script = join(import.meta.dirname, 'support', 'slow-reader.ts');
  const child = spawn(process.execPath, ['--expose-gc', script, file, String(pauseMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const read: Read[] = [];
  for await (const line of createInterface(child.stdout)) {
    read.push(JSON.parse(line) as Read);
    if (read.length === killAfter) child.kill('SIGKILL');
  }
  return read;
}
