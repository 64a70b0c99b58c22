import { hash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startWeb, type TestWeb, type WebPage, type WebRequest } from '../../../support/web/web-server.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';

const webs: TestWeb[] = [];
afterAll(async () => {
  await Promise.all(webs.map((web) => web.close()));
});

const xml = (body: string): WebPage => ({ headers: { 'content-type': 'application/xml' }, body });

/** A page that says something of its own. */
function html(title: string): WebPage {
  const words = Array.from({ length: 40 }, (_, i) =>
    hash('md5', `${title} ${i}`).replace(/\d/g, '').slice(0, 8),
  );
  return { headers: { 'content-type': 'text/html' }, body: `<title>${title}</title><p>${words.join(' ')}` };
}

function urlset(urls: readonly string[], more: (url: string) => string = () => ''): string {
  const entries = urls.map((url) => `<url><loc>${url}</loc>${more(url)}</url>`);
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</urlset>`;
}

async function web(
  pages: (request: WebRequest & { readonly base: string }) => WebPage | undefined,
): Promise<TestWeb> {
  const started = await startWeb({
    pages: (request) => pages({ ...request, base: `http://${request.name}:${request.port}` }),
  });
  webs.push(started);
  return started;
}

async function crawl(name: string, site: TestWeb, settings: object = {}) {
  const directory = jobDirectory(name, {
    seeds: [site.url('a.localhost')],
    politeness: { waitIntervalHost: 0 },
    ...settings,
  });
  const report = await crawlHere(directory);
  const data = openData(join(directory, 'data'));
  try {
    const { job } = report.status;
    return { report, collection: await data.collection(job), links: data.links(job) };
  } finally {
    data.close();
  }
}

const paths = (site: TestWeb, from = 0) => site.log.slice(from).map(({ path }) => path);

describe.concurrent('sitemaps', { timeout: 120_000 }, () => {
  it('lead to every page of a site that links to none of them', async () => {
    const site = await web(({ path, base }) => {
      if (path === '/robots.txt') return { body: `Sitemap: ${base}/index.xml\n` };
      if (path === '/index.xml') {
        const maps = [0, 1, 2].map((i) => `<sitemap><loc>${base}/maps/${i}.xml.gz</loc></sitemap>`);
        return xml(
          `<sitemapindex>${maps.join('')}<sitemap><loc>${base}/more.txt</loc></sitemap></sitemapindex>`,
        );
      }
      const map = /^\/maps\/(\d)\.xml\.gz$/.exec(path)?.[1];
      if (map !== undefined) {
        const urls = Array.from({ length: 40 }, (_, i) => `${base}/page/${map}-${i}`);
        return { headers: { 'content-type': 'application/gzip' }, body: gzipSync(urlset(urls)) };
      }
      if (path === '/more.txt')
        return { headers: { 'content-type': 'text/plain' }, body: `${base}/page/text\n` };
      if (path === '/' || path.startsWith('/page/')) return html(`nothing but ${path}`);
      return undefined;
    });
    const { report, links } = await crawl('whole', site);
    expect(report.status.outcomes).toEqual({ stored: 122, listed: 5 });
    expect(new Set(paths(site)).size).toBe(site.log.length);
    const elements = links.flatMap((line) => line.links.map(({ element }) => element));
    const count = (wanted: string) => elements.filter((element) => element === wanted).length;
    expect({ robots: count('robots'), index: count('index'), sitemap: count('sitemap') }).toEqual({
      robots: 1,
      index: 4,
      sitemap: 121,
    });
  });

  it('on another host are read there, and speak for this one', async () => {
    const site = await web(({ name, path, port }) => {
      const base = `http://a.localhost:${port}`;
      if (path === '/robots.txt')
        return name === 'a.localhost' ? { body: `Sitemap: http://b.localhost:${port}/of-a.xml` } : undefined;
      if (path === '/of-a.xml') return xml(urlset([`${base}/one`, `${base}/two`]));
      return html(`${name} ${path}`);
    });
    const { collection } = await crawl('elsewhere', site);
    expect([...collection.keys()].map((url) => new URL(url).pathname).sort()).toEqual([
      '/',
      '/of-a.xml',
      '/one',
      '/two',
    ]);
  });

  it('are left alone where the job says so', async () => {
    const site = await web(({ path, base }) => {
      if (path === '/robots.txt') return { body: `Sitemap: ${base}/sitemap.xml` };
      return html(`page ${path}`);
    });
    await crawl('ignored', site, { sitemaps: { follow: false } });
    expect(paths(site)).toEqual(['/robots.txt', '/']);
  });

  it('are looked for in well-known places where the job says so, on the hosts of seeds', async () => {
    const site = await web(({ name, path, base, port }) => {
      if (path === '/robots.txt') return undefined;
      if (path === '/sitemap.xml') return xml(urlset([`${base}/listed`, `http://b.localhost:${port}/there`]));
      return html(`${name} ${path}`);
    });
    const { collection } = await crawl('known', site, { sitemaps: { wellKnown: ['/sitemap.xml'] } });
    expect([...collection.keys()].map((url) => url.slice(7)).sort()).toEqual([
      `a.localhost:${site.port}/`,
      `a.localhost:${site.port}/listed`,
      `a.localhost:${site.port}/sitemap.xml`,
      `b.localhost:${site.port}/there`,
    ]);
  });

  it('may be feeds that a page names', async () => {
    const site = await web(({ path, base }) => {
      if (path === '/robots.txt') return undefined;
      if (path === '/')
        return {
          headers: { 'content-type': 'text/html' },
          body: '<link rel="alternate" type="application/rss+xml" href="/feed.rss"><link rel=alternate href=/feed.json type="application/feed+json"><p>home',
        };
      if (path === '/feed.rss')
        return {
          headers: { 'content-type': 'application/rss+xml' },
          body: `<rss version="2.0"><channel><link>${base}/</link><item><title>A post</title><link>${base}/post</link></item></channel></rss>`,
        };
      if (path === '/feed.json')
        return {
          headers: { 'content-type': 'application/feed+json' },
          body: JSON.stringify({
            version: 'https://jsonfeed.org/version/1.1',
            title: 'x',
            items: [{ id: '1', url: '/note' }],
          }),
        };
      return html(`page ${path}`);
    });
    const { report, links } = await crawl('feeds', site);
    expect(report.status.outcomes).toEqual({ stored: 3, listed: 2 });
    expect(links.flatMap((line) => line.links).filter(({ element }) => element === 'feed')).toMatchObject([
      { anchor: 'A post', url: `http://a.localhost:${site.port}/post` },
      { url: `http://a.localhost:${site.port}/note` },
    ]);
  });
});

describe('hostile sitemaps', { timeout: 240_000 }, () => {
  it('cost what the protocol allows, and no more', async () => {
    const bomb = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`);
    const site = await web(({ path, base }) => {
      if (path === '/robots.txt') {
        const all = ['bomb', 'loop', 'many', 'zip', 'deep', 'quiet', 'page'];
        return { body: all.map((one) => `Sitemap: ${base}/${one}.xml`).join('\n') };
      }
      if (path === '/bomb.xml')
        return xml(
          `<!DOCTYPE urlset [<!ENTITY e0 "x">${bomb.join('')}]><urlset><url><loc>&e12;</loc></url><url><loc>${base}/safe</loc></url></urlset>`,
        );
      if (path.startsWith('/loop')) {
        const next = `${base}/loop${(Number(/\d+/.exec(path)?.[0] ?? 0) + 1) % 50}.xml`;
        return xml(
          `<sitemapindex><sitemap><loc>${base}/loop.xml</loc></sitemap><sitemap><loc>${next}</loc></sitemap></sitemapindex>`,
        );
      }
      if (path === '/many.xml') {
        const urls = Array.from({ length: 100_000 }, (_, i) => `${base}/secret/${i}`);
        return xml(urlset(urls));
      }
      if (path === '/zip.xml') return { body: gzipSync(Buffer.alloc(60_000_000, ' ')) };
      if (path === '/deep.xml') return xml(`<urlset>${'<a>'.repeat(300_000)}`);
      if (path === '/quiet.xml')
        return xml(`<urlset><url><loc>${base}/before</loc></url><!-- ${'-'.repeat(5_000_000)}`);
      if (path === '/page.xml') return html('no sitemap at all');
      return html(`page ${path}`);
    });
    const { report, collection } = await crawl('hostile', site, {
      scope: { hosts: ['localhost'], exclude: ['URL /secret/'] },
      sitemaps: { maxUrls: 20_000 },
    });
    const at = (path: string) => {
      const { outcome, detail } = collection.get(site.url('a.localhost', path)) ?? {};
      return `${outcome} ${detail ?? ''}`.trim();
    };
    expect(at('/bomb.xml')).toBe('listed sitemap, 2 entries');
    expect(at('/safe')).toBe('stored');
    expect(at('/loop.xml')).toBe('listed sitemap-index, 2 entries');
    expect(at('/many.xml')).toBe('listed sitemap, 20000 entries, cut off');
    expect(at('/zip.xml')).toBe('stored');
    expect(at('/deep.xml')).toBe('listed sitemap, 0 entries, cut off');
    expect(at('/before')).toBe('stored');
    expect(at('/page.xml')).toBe('stored');
    expect(report.status.pending).toBe(0);
  });
});
