import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { type ExampleWeb, serveExample } from '../../examples/serve.ts';
import { UndiciFetcher } from '../../lib/adapters/web/undici-fetcher.ts';
import { canonicalise } from '../../lib/base/url/canonicalise.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { listen } from '../support/web/hostile-server.ts';

const folder = fileURLToPath(new URL('../../examples/web', import.meta.url));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(port = 0): Promise<ExampleWeb> {
  const web = await serveExample(port);
  closing.push(web.close);
  return web;
}

function client() {
  const fetcher = new UndiciFetcher();
  closing.push(() => fetcher.close());
  return async (url: string, headers: Record<string, string> = {}) => {
    const result = await fetcher.fetch({
      url: url as CanonicalUrl,
      userAgent: 'test',
      headers,
      timeoutMs: 5_000,
      maxBytes: 1 << 20,
      allow: ['localhost'],
    });
    if (result.kind === 'error') throw new Error(result.detail);
    return result;
  };
}

/** Every URL that can be reached from the first host, robots.txt not asked, with its status. */
async function walk({ hosts }: ExampleWeb): Promise<ReadonlyMap<string, number>> {
  const get = client();
  const found = new Map<string, number>([[`http://${hosts[0]}/`, 0]]);
  for (const url of found.keys()) {
    const { status, headers, body } = await get(url);
    found.set(url, status);
    const text = Buffer.from(body).toString('latin1');
    const links = [...text.matchAll(/(?:href\s*=\s*"?|url=|https?:(?=\/\/))([^"'\s>{}]+)/gi)].map(
      ([all, href = '']) => (all.startsWith('http') ? all.replace(/[:.]$/, '') : href),
    );
    for (const link of [...links, headers.location ?? '']) {
      if (link === '' || text.includes(`document.write("<a href='${link}`)) continue;
      const target = canonicalise(link, url);
      if (target.ok && target.host.includes('localhost') && !found.has(target.url)) found.set(target.url, 0);
    }
  }
  return found;
}

test('every link of the example leads to what it should', async () => {
  const web = await serve();
  const found = await walk(web);
  const of = (status: number) =>
    [...found]
      .filter((entry) => entry[1] === status)
      .map(([url]) => url.replace(`.localhost:${web.port}`, ''));
  expect(of(404).sort()).toEqual(['http://bog/walks-2019.html']);
  expect(of(500)).toEqual(['http://bog/seed-exchange.html']);
  expect(of(301).concat(of(302)).sort()).toEqual([
    'http://bog/herbarium',
    'http://bog/start',
    'http://bog/traps',
    'http://herbarium/sundews',
    'http://library/catalogue',
    'http://library/new/catalogue',
    'http://library/round',
    'http://library/round/again',
    'http://nursery/flytrap',
  ]);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(robots\.txt|site\.json|seed-exchange\.html)$/.test(entry.name))
    .map(
      (entry) => `http://${relative(folder, join(entry.parentPath, entry.name)).replace(/index\.html$/, '')}`,
    );
  expect(of(200).sort()).toEqual([...files, 'http://bog/five-traps.html?print=1'].sort());
  expect(new Set([...found.keys()].map((url) => new URL(url).host))).toEqual(new Set(web.hosts));
});

test('pages say their encodings in different ways', async () => {
  const { hosts } = await serve();
  const herbarium = hosts.find((host) => host.startsWith('herbarium'));
  const get = client();
  const french = await get(`http://${herbarium}/rossolis.html`);
  expect(french.headers['content-type']).toBe('text/html');
  expect(Buffer.from(french.body).toString('latin1')).toContain('protégée');
  const japanese = await get(`http://${herbarium}/mujinamo.html`);
  expect(japanese.headers['content-type']).toBe('text/html; charset=Shift_JIS');
});

test('a page that has not changed is not sent again', async () => {
  const { hosts } = await serve();
  const get = client();
  const { headers } = await get(`http://${hosts[0]}/`);
  const { etag = '', 'last-modified': modified = '' } = headers;
  expect(await get(`http://${hosts[0]}/`, { 'if-none-match': etag })).toMatchObject({ status: 304 });
  expect(await get(`http://${hosts[0]}/`, { 'if-modified-since': modified })).toMatchObject({ status: 304 });
  expect(await get(`http://${hosts[0]}/`, { 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
});

test('the copy in the library is exact', async () => {
  const { hosts } = await serve();
  const get = client();
  const original = await get(`http://${hosts[0]}/five-traps.html`);
  const library = hosts.find((host) => host.startsWith('library'));
  const copy = await get(`http://${library}/mirror/five-traps.html`);
  expect(Buffer.from(copy.body).equals(original.body)).toBe(true);
});

test('another port is taken when the usual one is in use', async () => {
  const other = createServer();
  const port = await listen(other);
  closing.push(() => new Promise((resolve) => other.close(resolve)));
  const web = await serve(port);
  expect(web.port).not.toBe(port);
  expect(web.hosts[0]).toBe(`bog.localhost:${web.port}`);
});
