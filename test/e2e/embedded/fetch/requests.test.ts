import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrawlReport } from '../../../../lib/runtime/shared/installation.ts';
import {
  type Access,
  smallestGap,
  startWeb,
  type TestWeb,
  type WebPage,
} from '../../../support/web/web-server.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere, reharvestAll, withInstallation } from '../../support/process/in-process.ts';
import { changeThird, versionedSite } from '../../support/web/versioned-site.ts';

const html = (body: string, headers: Readonly<Record<string, string>> = {}): WebPage => ({
  headers: { 'content-type': 'text/html', ...headers },
  body,
});

describe('a site that is crawled again', () => {
  const site = versionedSite(30);
  const { count } = site;
  let web: TestWeb;
  let directory: string;

  async function crawlAgain(): Promise<{ readonly report: CrawlReport; readonly log: readonly Access[] }> {
    const from = web.log.length;
    await withInstallation(directory, reharvestAll);
    const report = await crawlHere(directory);
    return { report, log: web.log.slice(from) };
  }

  beforeAll(async () => {
    web = await startWeb({ pages: ({ path }) => site.page(path) });
    directory = jobDirectory('again', { seeds: [web.url('s.localhost')] });
    expect((await crawlHere(directory)).outcomes).toEqual({ stored: count });
  });

  afterAll(() => web.close());

  it('fetches no body when nothing changed', async () => {
    for (let round = 0; round < 2; round++) {
      const { report, log } = await crawlAgain();
      expect(report.outcomes).toEqual({ unchanged: count });
      expect(log.map(({ status }) => status)).toEqual(new Array(count).fill(304));
      expect(log.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(0);
    }
  });

  it('fetches what changed, and nothing else', async () => {
    const changed = changeThird(site);
    const { report, log } = await crawlAgain();
    expect(report.outcomes).toEqual({ stored: changed.length, unchanged: count - changed.length });
    expect(log).toHaveLength(count);
    const fetched = log.filter(({ bytes }) => bytes > 0).map(({ path }) => path);
    expect(fetched.sort()).toEqual(changed);
  });
});

describe('a page that', () => {
  let answer: (headers: Readonly<Record<string, string | readonly string[] | undefined>>) => WebPage;
  let web: TestWeb;
  let directory: string;
  const conditions: (string | undefined)[] = [];

  beforeAll(async () => {
    web = await startWeb({
      pages: ({ path, headers }) => {
        if (path === '/robots.txt') return undefined;
        conditions.push(headers['if-none-match'] as string | undefined);
        return answer(headers);
      },
    });
    directory = jobDirectory('odd', { seeds: [web.url('o.localhost')], fetch: { maxTries: 20 } });
  });

  afterAll(() => web.close());

  async function visit(how: typeof answer): Promise<string> {
    answer = how;
    conditions.length = 0;
    await withInstallation(directory, reharvestAll);
    await crawlHere(directory);
    const data = openData(join(directory, 'data'));
    const found = (await data.collection('odd')).get(web.url('o.localhost'));
    data.close();
    return `${found?.outcome} ${found?.status}`;
  }

  const page = (etag: string): WebPage => html('The page.', { etag });

  it('failed in between is still asked for by what is known of it', async () => {
    expect(await visit(() => page('"1"'))).toBe('stored 200');
    expect(await visit(() => ({ status: 500, headers: { etag: '"of the error"' } }))).toBe('failed 500');
    expect(await visit(() => ({ status: 304 }))).toBe('unchanged 304');
    expect(conditions).toEqual(['"1"']);
  });

  it('is not modified keeps its validators, or takes up new ones', async () => {
    await visit(() => ({ status: 304, headers: { etag: 'W/"1"' } }));
    expect(conditions).toEqual(['"1"']);
    expect(await visit(() => page('"2"'))).toBe('unchanged 200');
    expect(conditions).toEqual(['W/"1"']);
  });

  it('is asked for anew after a 412, and after a 304 of another version', async () => {
    expect(await visit(() => ({ status: 412 }))).toBe('failed 412');
    expect(conditions).toEqual(['"2"']);
    expect(await visit(() => page('"3"'))).toBe('unchanged 200');
    expect(conditions).toEqual([undefined]);
    await visit(() => ({ status: 304, headers: { etag: '"4"' } }));
    await visit(() => page('"4"'));
    expect(conditions).toEqual([undefined]);
  });

  it('was not modified, when nobody asked whether it was, is a mistake', async () => {
    expect(await visit(() => html('The page.'))).toBe('unchanged 200');
    expect(await visit(() => ({ status: 304 }))).toBe('failed 304');
    expect(conditions).toEqual([undefined]);
  });

  it('comes in part is taken when it is the beginning', async () => {
    const part = (range: string): WebPage => ({
      ...html('Half of a page'),
      status: 206,
      headers: { 'content-type': 'text/html', 'content-range': range },
    });
    expect(await visit(() => part('bytes 10-23/100'))).toBe('failed 206');
    expect(await visit(() => part('bytes 0-13/100'))).toBe('stored 206');
    expect(await visit(() => ({ status: 416 }))).toBe('failed 416');
  });
});

describe('a page that comes as gzip', () => {
  const text = '<p>A page of many words, and of the same words again.</p>'.repeat(20);
  const coded: Readonly<Record<string, readonly [string, Buffer]>> = {
    '/plain': ['gzip', gzipSync(`plain ${text}`, { level: 9, memLevel: 1 })],
    '/in-two': ['gzip', Buffer.concat([gzipSync('two '), gzipSync(text)])],
    '/twice': ['gzip, gzip', gzipSync(gzipSync(`twice ${text}`))],
  };
  let web: TestWeb;

  afterAll(() => web.close());

  it('is stored as it came where that is one gzip file of it, and read like any other', async () => {
    web = await startWeb({
      pages({ path }) {
        if (path === '/')
          return html(
            Object.keys(coded)
              .map((to) => `<a href="${to}">x</a>`)
              .join(' '),
          );
        const [coding, body] = coded[path] ?? [];
        if (coding === undefined || body === undefined) return undefined;
        return { headers: { 'content-type': 'text/html', 'content-encoding': coding }, body };
      },
    });
    const directory = jobDirectory('gzip', { seeds: [web.url('g.localhost')] });
    expect((await crawlHere(directory)).outcomes).toEqual({ stored: 4 });
    const data = openData(join(directory, 'data'));
    const stored = (await data.records('gzip')).map(({ document = '' }) => data.document(document));
    data.close();
    const of = (start: string) => stored.find(({ body }) => body.toString().startsWith(start));
    expect(of('plain')?.payload).toEqual(coded['/plain']?.[1]);
    expect(of('two')?.body.toString()).toBe(`two ${text}`);
    expect(of('two')?.payload).toEqual(of('two')?.body);
    expect(of('twice')?.body.toString()).toBe(`twice ${text}`);
  });
});

describe('what probably cannot be read', () => {
  let web: TestWeb;
  const big = Buffer.alloc(200_000);

  beforeAll(async () => {
    web = await startWeb({
      pages: ({ path, method }) => {
        const head = method === 'HEAD';
        switch (path) {
          case '/':
            return html(
              ['data.exe', 'page.exe', 'no-head.exe', 'moved.exe', 'nameless.exe', 'film', 'plain.html']
                .map((name) => `<a href="/${name}">x</a>`)
                .join(''),
            );
          case '/data.exe':
            return { headers: { 'content-type': 'application/x-msdownload' }, body: big };
          case '/page.exe':
            return html('A page by the name of a program.');
          case '/no-head.exe':
            return head ? { status: 405 } : html('Some servers know no HEAD.');
          case '/moved.exe':
            return { status: 302, headers: { location: '/plain.html' } };
          case '/nameless.exe':
            return { body: head ? '' : 'Without a type.' };
          case '/film':
            return { headers: { 'content-type': 'video/mp4' }, body: big };
          default:
            return path === '/robots.txt' ? undefined : html(`Page ${path}`);
        }
      },
    });
  });

  afterAll(() => web.close());

  async function crawl(tree: object) {
    const from = web.log.length;
    const directory = jobDirectory('heads', {
      seeds: [web.url('h.localhost')],
      scope: { hosts: ['localhost'], rules: [{ accept: { extensions: ['exe'] } }] },
      ...tree,
    });
    const { outcomes } = await crawlHere(directory);
    const asked = (path: string): readonly string[] =>
      web.log
        .slice(from)
        .filter((access) => access.path === path)
        .map(({ method }) => method);
    return { outcomes, asked, log: web.log.slice(from) };
  }

  it('is asked for by HEAD, and by GET when it can be read after all', async () => {
    const gap = 0.03;
    const { outcomes, asked, log } = await crawl({ politeness: { waitIntervalHost: gap } });
    expect(asked('/data.exe')).toEqual(['HEAD']);
    expect(asked('/page.exe')).toEqual(['HEAD', 'GET']);
    expect(asked('/no-head.exe')).toEqual(['HEAD', 'GET']);
    expect(asked('/moved.exe')).toEqual(['HEAD']);
    expect(asked('/nameless.exe')).toEqual(['HEAD', 'GET']);
    expect(asked('/film')).toEqual(['GET']);
    expect(asked('/plain.html')).toEqual(['GET']);
    expect(outcomes).toEqual({ stored: 5, unsupported: 2, redirected: 1 });
    expect(log.find(({ path }) => path === '/data.exe')?.bytes).toBe(0);
    expect(smallestGap(log)).toBeGreaterThanOrEqual(gap * 1_000);
  });

  it('is asked for by GET where a HEAD would cost it its turn', async () => {
    const { asked, outcomes } = await crawl({
      politeness: { waitIntervalHost: 0.02 },
      turn: { maxWait: 0.01 },
    });
    expect(asked('/data.exe')).toEqual(['GET']);
    expect(outcomes.unsupported).toBe(2);
  });
});
