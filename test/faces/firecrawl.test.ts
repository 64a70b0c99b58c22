import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Firecrawl } from 'firecrawl';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../bin/main.ts';
import { testIo, winnow } from '../bin/test-io.ts';
import { jobDirectory } from '../e2e/support/job-directory.ts';
import { send } from '../support/rest/kept-server.ts';
import { startWeb, type TestWeb } from '../support/web/web-server.ts';

let web: TestWeb;
let directory: string;
let port = 0;
let served: Promise<number>;
let sdk: Firecrawl;
const interrupt = new AbortController();
const { io, said } = testIo({ interrupt: interrupt.signal });

const birds = ['wren', 'robin', 'heron', 'kite', 'swift'];

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path }) => {
      if (path === '/robots.txt')
        return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /secret\n' };
      if (path === '/away') return { status: 302, headers: { location: 'http://127.0.0.2:8080/metadata' } };
      if (path === '/never') return { delayMs: 60_000 };
      const name = path.split('/').at(-1);
      const links = [...birds.map((bird) => `/birds/${bird}`), '/secret', '/missing', '/other/page'];
      if (path !== '/' && path !== '/other/page' && !birds.includes(name ?? '')) return undefined;
      return {
        headers: { 'content-type': 'text/html' },
        body: `<html lang="en"><title>The ${name || 'birds'}</title><meta name="description" content="About ${name}">
<meta property="og:site_name" content="Birds"><nav>Menu</nav><main><h1>The ${name}</h1><p>A long enough text about the ${name}, which
flies over <b>hills</b> and ${name} sings in the morning. ${links.map((to) => `<a href="${to}">${to}</a>`).join(' ')}</main>`,
      };
    },
  });
  directory = jobDirectory('birds', { seeds: [web.url('localhost')], userAgent: { contact: 'a@b.example' } });
  served = main(['serve', '--job', directory, '--listen', '127.0.0.1:0'], io);
  await vi.waitFor(() => expect(said.out).toMatch(/^winnow_.*\n$/), { timeout: 60_000 });
  port = Number(/127\.0\.0\.1:(\d+)/.exec(said.err)?.[1]);
  sdk = new Firecrawl({ apiKey: said.out.trim(), apiUrl: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  interrupt.abort();
  expect(await served).toBe(0);
  await web.close();
});

async function ask(method: string, path: string, body?: unknown, token = said.out.trim()) {
  const reply = await send(port, path, { method, body, headers: { authorization: `Bearer ${token}` } });
  return { status: reply.status, data: JSON.parse(reply.text) as Record<string, unknown> };
}

describe('Firecrawl’s own SDK', () => {
  it('scrapes a page', async () => {
    const url = web.url('localhost', '/birds/wren');
    const page = await sdk.scrape(url, { formats: ['markdown', 'rawHtml', 'links'] });
    expect(page.markdown).toContain('A long enough text about the wren');
    expect(page.markdown).not.toContain('Menu');
    expect(page.rawHtml).toContain('<title>The wren</title>');
    expect(page.links).toContain(web.url('localhost', '/birds/kite'));
    expect(page.metadata).toMatchObject({
      ...{ title: 'The wren', description: 'About wren', ogSiteName: 'Birds', language: 'en' },
      ...{ sourceURL: url, url, statusCode: 200 },
    });
    const whole = await sdk.scrape(url, { formats: [{ type: 'markdown' }], onlyMainContent: false });
    expect(whole.markdown).toContain('Menu');
    expect(whole.links).toBeUndefined();
  });

  it('crawls a site, page by page of the answer', async () => {
    const job = await sdk.crawl(web.url('localhost'), {
      ...{ limit: 50, excludePaths: ['^/other/'], scrapeOptions: { formats: ['markdown', 'html'] } },
      pollInterval: 1,
    });
    expect(job).toMatchObject({ status: 'completed', total: 6, completed: 6 });
    expect(job.data.map(({ metadata }) => metadata?.sourceURL).toSorted()).toEqual(
      ['/', ...birds.map((bird) => `/birds/${bird}`)].map((path) => web.url('localhost', path)).toSorted(),
    );
    for (const { markdown, html } of job.data) {
      expect(markdown).toContain('A long enough text');
      expect(html).toContain('<title>');
    }
    const { errors, robotsBlocked } = await sdk.getCrawlErrors(job.id);
    expect(errors).toMatchObject([
      { url: web.url('localhost', '/missing'), error: expect.stringContaining('404') },
    ]);
    expect(robotsBlocked).toEqual([web.url('localhost', '/secret')]);
    const { out } = await winnow(['jobs', '--job', directory, '--json']);
    expect(JSON.parse(out)).toContainEqual(
      expect.objectContaining({ name: `fc-${job.id}`, state: 'stopped' }),
    );
  });

  it('crawls below a path, and what patterns include', async () => {
    const below = await sdk.crawl(web.url('localhost', '/birds/wren'), { limit: 10, pollInterval: 1 });
    expect(below.data).toHaveLength(1);
    const some = await sdk.crawl(web.url('localhost'), {
      ...{ includePaths: ['birds/(kite|swift)$'], maxDiscoveryDepth: 1, limit: 10, pollInterval: 1 },
    });
    expect(some.data).toHaveLength(3);
  });

  it('fetches no more than the limit', async () => {
    const job = await sdk.crawl(web.url('localhost'), { limit: 2, pollInterval: 1 });
    expect(job).toMatchObject({ status: 'completed', completed: 2 });
  });

  it('maps a site', async () => {
    const { links } = await sdk.map(web.url('localhost'), { search: 'birds' });
    expect(links.map(({ url }) => url)).toEqual(birds.map((bird) => web.url('localhost', `/birds/${bird}`)));
  });

  it('cancels a crawl', async () => {
    const { id } = await sdk.startCrawl(web.url('localhost'), { delay: 5, limit: 100 });
    expect((await sdk.getActiveCrawls()).crawls).toMatchObject([{ id }]);
    expect(await sdk.cancelCrawl(id)).toBe(true);
    expect((await sdk.getCrawlStatus(id)).status).toBe('cancelled');
    await vi.waitFor(async () => expect((await sdk.getActiveCrawls()).crawls).toEqual([]), 20_000);
  });

  it('is told in its own form what cannot be had', async () => {
    await expect(sdk.scrape(web.url('localhost'), { formats: ['screenshot'] })).rejects.toMatchObject({
      ...{ status: 400, code: 'BAD_REQUEST' },
      message: expect.stringContaining('formats.0: must be one of markdown, html, rawHtml, links'),
    });
    await expect(sdk.scrape(web.url('localhost', '/secret'))).rejects.toMatchObject({
      ...{ status: 422, code: 'SCRAPE_FAILED', message: expect.stringContaining('robots.txt forbids it') },
    });
    await expect(sdk.search('birds')).rejects.toMatchObject({ status: 404 });
    const stranger = new Firecrawl({ apiKey: 'fc-none', apiUrl: `http://127.0.0.1:${port}` });
    await expect(stranger.scrape(web.url('localhost'))).rejects.toMatchObject({ status: 401 });
  });
});

describe('what breaks others', () => {
  it.each([
    ['an unknown key', { bogus: 1 }, 'bogus is not offered'],
    ['a webhook', { webhook: 'http://169.254.169.254/' }, 'webhook is not offered: GET /v2/crawl/ID tells'],
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a negative depth', { maxDiscoveryDepth: -1 }, 'maxDiscoveryDepth'],
    ['ten thousand patterns', { includePaths: Array.from({ length: 10_000 }, () => 'a') }, 'includePaths'],
    ['a pattern that goes back', { includePaths: ['(a)\\1'] }, 'scope.allow'],
    ['a file', { url: 'file:///etc/passwd' }, 'must be an http or https URL'],
    ['a huge URL', { url: `http://a.example/${'a'.repeat(9_000)}` }, 'must be an http or https URL'],
    ['an address of another kind', { url: ['http://a.example/'] }, 'must be an http or https URL'],
    ['a name of the object', JSON.parse('{"__proto__": {"limit": 1}}') as object, '__proto__ is not offered'],
  ])('is refused: %s', async (_, body, why) => {
    const { status, data } = await ask('POST', '/v2/crawl', { url: web.url('localhost'), ...body });
    expect({ status, ...data }).toEqual({
      ...{ status: 400, success: false, code: 'BAD_REQUEST' },
      error: expect.stringContaining(why),
    });
  });

  it.each([
    ['a private address', 'http://10.0.0.1/'],
    ['a service of the cloud', 'http://169.254.169.254/latest/meta-data/'],
    ['a loopback address that the job does not allow', 'http://127.0.0.2:8080/'],
    ['a redirect to one', ''],
  ])('is not fetched: %s', async (_, url) => {
    const { status, data } = await ask('POST', '/v2/scrape', { url: url || web.url('localhost', '/away') });
    expect({ status, ...data }).toEqual({
      ...{ status: 422, success: false, code: 'SCRAPE_FAILED' },
      error: expect.stringContaining('is not on the public internet'),
    });
  });

  it('is no crawl', async () => {
    const ids = ['../jobs', '..%2f..%2ftokens.json', 'birds', 'x'.repeat(5_000)];
    for (const id of [...ids, '00000000-0000-0000-0000-000000000000', 'crawl/active'])
      for (const method of ['GET', 'DELETE']) expect((await ask(method, `/v2/crawl/${id}`)).status).toBe(404);
  });

  it('holds up nobody: a host that never answers, and clients that leave', async () => {
    const url = web.url('slow.localhost', '/never');
    const { status, data } = await ask('POST', '/v2/scrape', { url, timeout: 1_000 });
    expect({ status, code: data.code }).toEqual({ status: 408, code: 'SCRAPE_TIMEOUT' });
    const body = JSON.stringify({ url });
    const headers = { authorization: `Bearer ${said.out.trim()}`, 'content-type': 'application/json' };
    const left = new AbortController();
    const asked = { method: 'POST', body, headers, signal: left.signal };
    const statuses: number[] = [];
    const all = Array.from({ length: 30 }, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/v2/scrape`, asked).catch(() => undefined);
      if (answer !== undefined) statuses.push(answer.status);
    });
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThanOrEqual(22), 20_000);
    left.abort();
    await Promise.all(all);
    expect(new Set(statuses)).toEqual(new Set([429]));
    const { out } = await winnow(['serve', '--token', 'bob', '--scope', 'operate', '--job', directory]);
    const others = await ask('POST', '/v2/scrape', { url: 'http://10.0.0.1/' }, out.trim());
    expect(others.data.error).toContain('is not on the public internet');
  });

  it('is removed after a day, and so is what its client may ask of it', async () => {
    const { id } = await sdk.startCrawl(web.url('localhost'), { limit: 1 });
    await vi.waitFor(async () => expect((await sdk.getCrawlStatus(id)).status).toBe('completed'), 20_000);
    const database = new DatabaseSync(join(directory, 'data', 'winnow.db'));
    database.exec(`UPDATE job SET created_at = created_at - 86400001 WHERE name = 'fc-${id}'`);
    database.close();
    await expect(sdk.getCrawlStatus(id)).rejects.toMatchObject({ status: 404, message: 'Job not found' });
    const status = async () => (await ask('GET', `/v1/jobs/fc-${id}/status`)).data;
    const removed = { state: 'stopped', pause: { by: 'removal' } };
    await vi.waitFor(async () => expect(await status()).toMatchObject(removed), 20_000);
  });

  it('is not changed by who may only look', async () => {
    await winnow(['serve', '--token', 'ann', '--job', directory]).then(async ({ out }) => {
      const token = out.trim();
      expect((await ask('POST', '/v2/scrape', { url: web.url('localhost') }, token)).status).toBe(403);
      expect((await ask('GET', '/v2/crawl/active', undefined, token)).status).toBe(200);
    });
  });
});

it('a crawl that may not begin, for want of an address of who asks, leaves no job behind', async () => {
  const stop = new AbortController();
  const other = testIo({ interrupt: stop.signal });
  const unnamed = jobDirectory('unnamed', {});
  const running = main(['serve', '--job', unnamed, '--listen', '127.0.0.1:0'], other.io);
  await vi.waitFor(() => expect(other.said.out).toMatch(/^winnow_.*\n$/), { timeout: 60_000 });
  const at = /http:\/\/127\.0\.0\.1:\d+/.exec(other.said.err)?.[0];
  const headers = { authorization: `Bearer ${other.said.out.trim()}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: 'http://herons.example/' });
  const refused = await fetch(`${at}/v2/crawl`, { method: 'POST', headers, body });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('userAgent.contact')]);
  const jobs = await (await fetch(`${at}/v1/jobs`, { headers })).json();
  expect(jobs).toMatchObject([{ name: 'unnamed' }]);
  stop.abort();
  expect(await running).toBe(0);
});
