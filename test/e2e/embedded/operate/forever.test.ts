import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../../bin/test-io.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { openData } from '../../support/data-directory.ts';
import { type JobTree, jobDirectory, writeJob } from '../../support/job-directory.ts';

const script = join(import.meta.dirname, '../../support/process/crawl-for-days.ts');
const dayMs = 86_400_000;
/** Long ago, so that the checks of today find no time that is yet to come. */
const begun = Date.UTC(2026, 9, 1);
const pages = [1, 2, 3, 4];
/** How long it runs. */
const days = process.env.WINNOW_TEST_FULL === '1' ? 10 : 7;

/** What time it is for the crawl and so for the web, epoch ms. */
let now = begun;
let web: TestWeb;

const day = (): number => Math.floor((now - begun) / dayMs);
/** Each page says something else every second day, each on its day. */
const version = (page: number, at = day()): number => Math.floor((at + page) / 2);
const saying = (name: string, page: number, at?: number): string =>
  `${name} page ${page} version ${version(page, at)}.`;

beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path }) => {
      if (path === '/robots.txt') return undefined;
      const page = Number(path.slice(1));
      const links = pages.map((to) => `<a href="/${to}">${to}</a>`).join(' ');
      const text = page === 0 ? links : saying(name.replace('.localhost', ''), page);
      return { headers: { 'content-type': 'text/html' }, body: `<title>t</title><p>${text}` };
    },
  });
});
afterAll(() => web.close());

interface Running {
  readonly child: ChildProcess;
  /** What it has said on standard error. */
  said(): string;
  /** Waits for the simulated time. */
  until(at: number): Promise<void>;
  /** Asks it to end, as systemd does; its exit code and what it printed last. */
  stop(): Promise<{ readonly exit: number | null; readonly out: string }>;
}

function start(directory: string): Running {
  const child = spawn(process.execPath, [script, directory, String(now)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  let out = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('now ')) now = Number(line.slice(4));
    else out += `${line}\n`;
  });
  return {
    child,
    said: () => err,
    async until(at) {
      while (now < at) {
        expect({ exit: child.exitCode, err }).toEqual({ exit: null, err: expect.any(String) });
        await setTimeout(5);
      }
    },
    async stop() {
      child.kill('SIGTERM');
      const [exit] = (await once(child, 'close')) as [number | null];
      return { exit, out };
    },
  };
}

/** All that was ever told of this crawl. */
function told(directory: string): string {
  const changes = join(directory, 'data', 'changes');
  const files = readdirSync(changes, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  return files.map((file) => readFileSync(join(file.parentPath, file.name), 'utf8')).join('');
}

async function seen(running: Running, text: RegExp): Promise<void> {
  while (!text.test(running.said())) {
    expect(running.child.exitCode).toBeNull();
    await setTimeout(10);
  }
}

describe('a crawl without an end', () => {
  it('picks up every change for days, through a restart, a changed job.yaml and a full disk', {
    timeout: 240_000,
  }, async () => {
    const tree = (seeds: readonly string[]): JobTree => ({
      seeds: seeds.map((name) => web.url(`${name}.localhost`)),
      revisit: { success: 86_400, notModified: 86_400 },
      politeness: { waitIntervalHost: 0, responseFactor: 0 },
    });
    const directory = jobDirectory('forever', tree(['a', 'b']));

    let crawl = start(directory);
    await crawl.until(begun + 1.3 * dayMs);
    const ended = await crawl.stop();
    expect(ended.exit).toBe(0);
    expect(ended.out).toContain('Interrupted; the running turns were finished.');
    expect(crawl.said()).toMatch(/Watch the crawl at http:\/\/127\.0\.0\.1:\d+\//);

    crawl = start(directory);
    await crawl.until(begun + 2 * dayMs);
    writeJob(directory, 'forever', { ...tree(['a', 'b']), turn: { maxPages: 'many' } });
    await seen(crawl, /job\.yaml:\d+:\d+: turn\.maxPages.*\nthe previous settings stay in force/s);
    writeJob(directory, 'forever', tree(['a', 'b', 'c']));
    await seen(crawl, /job\.yaml was read again/);
    const since = Math.ceil((now - begun) / dayMs) + 1;

    await crawl.until(begun + (days - 3) * dayMs);
    // No file may grow: as near to a full disk as one comes without being root.
    const size = statSync(join(directory, 'data', 'winnow.db')).size;
    const limit = (bytes: string): unknown =>
      execFileSync('prlimit', ['--pid', String(crawl.child.pid), `--fsize=${bytes}:`]);
    limit(String(Math.min(size, 4_096)));
    await seen(crawl, /(no room left|disk reports an error|cannot be written).*the next try is in/s);
    limit('unlimited');
    await seen(crawl, /the next try is in.*Watch the crawl at/s);
    await crawl.until(Math.max(begun + days * dayMs, now + 2 * dayMs));
    expect((await crawl.stop()).exit).toBe(0);

    const all = told(directory);
    const expected = ['a', 'b', 'c'].flatMap((name) =>
      pages.flatMap((page) =>
        Array.from({ length: days - 1 }, (_, at) => at)
          .filter((at) => name !== 'c' || at >= since)
          .map((at) => saying(name, page, at)),
      ),
    );
    expect(expected.filter((text) => !all.includes(text))).toEqual([]);
    const data = openData(join(directory, 'data'));
    expect(data.faults()).toEqual([]);
    expect((await data.published('forever')).faults).toEqual([]);
    data.close();
    const { exit, out } = await winnow(['sanity', '--job', directory]);
    expect({ exit, out }).toEqual({ exit: 0, out: 'Everything that is stored agrees with itself.\n' });
  });

  it.each([
    ['a time', ['--for', '1m']],
    ['a number of pages', ['--max-pages', '5']],
    ['a stack', ['--stack', 'winnow']],
  ])('takes no %s that would end it', async (_, options) => {
    const { exit, err } = await winnow(['crawl', '--forever', '--job', jobDirectory('ends', {}), ...options]);
    expect({ exit, err }).toMatchObject({
      exit: 2,
      err: expect.stringContaining('give --forever without'),
    });
  });
});
