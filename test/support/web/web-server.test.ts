import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { UndiciFetcher } from '../../../lib/adapters/web/undici-fetcher.ts';
import { canonicalise } from '../../../lib/base/url/canonicalise.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { generatedSite } from './generated-site.ts';
import { type Access, overlaps, smallestGap, startWeb, type WebOptions } from './web-server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(options: WebOptions) {
  const web = await startWeb(options);
  const fetcher = new UndiciFetcher();
  closing.push(() => fetcher.close(), web.close);
  const get = async (url: CanonicalUrl, headers: Record<string, string> = {}) => {
    const request = {
      url,
      headers,
      userAgent: 'test',
      timeoutMs: 5_000,
      maxBytes: 1 << 20,
      allow: ['localhost'],
    };
    const result = await fetcher.fetch(request);
    if (result.kind === 'error') throw new Error(result.detail);
    return result;
  };
  return { web, get };
}

describe('the test web', () => {
  test('serves hosts side by side, conditionally too, and logs every request', async () => {
    const { web, get } = await start({
      pages: {
        'a.localhost/': '<title>A</title>',
        'b.localhost/x?y': { headers: { etag: '"1"' }, body: 'b' },
      },
    });
    expect(await get(web.url('a.localhost'))).toMatchObject({ status: 200, wireBytes: 16 });
    expect(await get(web.url('b.localhost', '/x?y'), { 'if-none-match': '"1"' })).toMatchObject({
      status: 304,
    });
    expect(await get(web.url('b.localhost', '/'))).toMatchObject({ status: 404 });
    expect(web.log).toMatchObject([
      { host: web.host('a.localhost'), path: '/', status: 200, userAgent: 'test' },
      { host: web.host('b.localhost'), path: '/x?y', status: 304 },
      { host: web.host('b.localhost'), path: '/', status: 404 },
    ]);
    for (const { start, end } of web.log) expect(end).toBeGreaterThanOrEqual(start);
  });

  test('sees two clients at once on one host, and nothing wrong with one on each', async () => {
    const { web, get } = await start({ pages: () => ({}), delayMs: 20 });
    await Promise.all([get(web.url('a.localhost')), get(web.url('b.localhost'))]);
    expect(overlaps(web.log)).toEqual([]);
    const other = new UndiciFetcher();
    closing.push(() => other.close());
    await Promise.all([
      get(web.url('a.localhost')),
      other.fetch({
        url: web.url('a.localhost'),
        userAgent: '',
        timeoutMs: 5_000,
        maxBytes: 1,
        allow: ['localhost'],
      }),
    ]);
    expect(overlaps(web.log).length).toBe(1);
    expect(smallestGap(web.log)).toBeLessThan(0);
    expect(smallestGap(web.log, web.host('b.localhost'))).toBe(Number.POSITIVE_INFINITY);
  });

  test('measures the gap from the end of one request to the start of the next', () => {
    const at = (host: string, start: number, end: number): Access => ({
      host,
      start,
      end,
      method: 'GET',
      path: '',
      userAgent: '',
      status: 200,
      bytes: 0,
    });
    const log = [at('a', 0, 100), at('b', 50, 60), at('a', 350, 400), at('b', 500, 510)];
    expect(smallestGap(log)).toBe(250);
    expect(smallestGap(log, 'b')).toBe(440);
  });
});

describe('a generated site', () => {
  const options = { hosts: 5, pages: 300, seed: 3 };

  test('is the same each time, and another with another seed', () => {
    const digest = (seed: number): string => {
      const hash = createHash('sha256');
      for (const { name, path, page } of generatedSite({ ...options, seed }).entries(80)) {
        hash
          .update(name + path)
          .update(page.body ?? '')
          .update(JSON.stringify(page.headers));
      }
      return hash.digest('hex');
    };
    expect(digest(3)).toBe(digest(3));
    expect(digest(3)).not.toBe(digest(4));
  });

  test('is found whole from its seeds, and is what it says it is', async () => {
    const site = generatedSite(options);
    const { web, get } = await start({ pages: site.page });
    const expected = site.expected(web.port);
    expect(expected.size).toBe(options.pages);
    const groups = new Map<number, string>();
    const found = new Set(site.seeds(web.port));
    for (const url of found) {
      const want = expected.get(url);
      const { status, headers, body } = await get(url);
      const text = Buffer.from(body).toString();
      if (want?.kind === 'denied') expect(new URL(url).pathname).toMatch(/^\/private\//);
      else if (want?.kind === 'gone') expect(status).toBe(404);
      else if (want?.kind === 'unsupported') expect(headers['content-type']).toBe(want.mediaType);
      else if (want?.kind === 'redirected') {
        expect([status, headers.location]).toEqual([301, want.to]);
        found.add(want.to);
      } else {
        expect(want?.kind).toBe('content');
        if (want?.kind === 'content') expect(groups.get(want.group) ?? text).toBe(text);
        if (want?.kind === 'content') groups.set(want.group, text);
        for (const [, href = ''] of text.matchAll(/href="([^"]*)"/g)) {
          const link = canonicalise(href, url);
          if (link.ok) found.add(link.url);
        }
      }
    }
    expect([...found].sort()).toEqual([...expected.keys()].sort());
    expect(new Set(groups.values()).size).toBe(groups.size);
  });

  test('keeps to the sizes and numbers of links that were asked for', () => {
    const site = generatedSite({ hosts: 10, pages: 200, seed: 1, linksPerPage: 50, bytes: [30_000, 60_000] });
    for (const { page } of site.entries(8000)) {
      if (page.headers?.['content-type'] !== 'text/html; charset=utf-8') continue;
      const html = String(page.body);
      expect(html.length).toBeGreaterThan(29_000);
      expect(html.length).toBeLessThan(62_000);
    }
  });
});
