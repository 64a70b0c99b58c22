import { afterEach, describe, expect, it } from 'vitest';
import { defaultsOf } from '../../../lib/base/setting-kinds/section.ts';
import { why } from '../../../lib/capabilities/why.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { recycle } from '../../../lib/pipeline/recycle/recycle.ts';
import { listOf } from '../../../lib/rules/scope/scope-list.ts';
import { sitemapsSection } from '../../../lib/rules/sitemaps/sitemap-settings.ts';
import { override } from '../../model/override.ts';
import { testSettings } from '../../support/settings.ts';
import { type Answer, jobName, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const day = 86_400_000;
const site = 'http://a.example';
const robots = (path = '/sitemap.xml'): Answer => ({
  body: `User-agent: *\nDisallow:\nSitemap: ${site}${path}`,
  headers: { 'content-type': 'text/plain' },
});
const urlset = (...entries: readonly string[]): Answer => ({
  body: `<urlset>${entries.map((entry) => `<url>${entry}</url>`).join('')}</urlset>`,
  headers: { 'content-type': 'text/xml' },
});
const loc = (path: string, more = '') => `<loc>${site}${path}</loc>${more}`;
const paths = (from = 0) => crawl.requests.slice(from).map(({ url }) => url.slice(site.length));

function pages(...names: readonly string[]): Web {
  return Object.fromEntries(names.map((name) => [`${site}${name}`, page(`${name} says ${name}`)]));
}

async function start(web: Web, settings: Parameters<typeof smallCrawl>[1]['settings'] = {}): Promise<void> {
  crawl = await smallCrawl(web, { seeds: [`${site}/`], settings });
}

describe('a sitemap', () => {
  it('is read right after the seed, and its pages by their priority', async () => {
    await start({
      ...pages('/linked', '/low', '/high', '/plain'),
      [`${site}/robots.txt`]: robots(),
      [`${site}/`]: page('home', '/linked'),
      [`${site}/sitemap.xml`]: urlset(
        loc('/low', '<priority>0.1</priority>'),
        loc('/plain'),
        loc('/high', '<priority>1.0</priority>'),
      ),
    });
    await crawl.run(60_000);
    expect(paths()).toEqual(['/robots.txt', '/', '/sitemap.xml', '/high', '/linked', '/plain', '/low']);
    expect(await crawl.outcome(`${site}/sitemap.xml`)).toBe('listed');
    expect((await crawl.changes()).map(({ url }) => url)).not.toContain(`${site}/sitemap.xml`);
  });

  it.each<[string, JobSettings['purpose'], readonly string[]]>([
    ['a page', ['search'], []],
    ['a file beside it', ['ai-input'], ['/.well-known/tdmrep.json']],
  ])(
    'that a robots.txt names later on is read, though the turn that fetched it has no time for %s',
    async (_, purpose, more) => {
      let robotsNow: Answer = { body: 'User-agent: *', headers: { 'content-type': 'text/plain' } };
      const { politeness, robots: kept, revisit } = testSettings(jobName);
      await start(
        {
          ...pages('/1'),
          [`${site}/robots.txt`]: () => robotsNow,
          [`${site}/`]: page('home'),
          [`${site}/sitemap.xml`]: urlset(loc('/1')),
        },
        {
          purpose,
          politeness: { ...politeness, gapMs: 60_000 },
          robots: { ...kept, maxAgeMs: 3_600_000 },
          revisit: { ...revisit, successMs: day },
        },
      );
      await crawl.run(3_600_000);
      expect(paths()).toEqual(['/robots.txt', ...more, '/']);
      robotsNow = robots();
      await crawl.run(day + 3_600_000);
      expect(paths(2 + more.length)).toEqual(
        expect.arrayContaining(['/robots.txt', ...more, '/sitemap.xml', '/1']),
      );
    },
  );

  it('that says of one page that it changed has that page visited again, and no other', async () => {
    const old = '<lastmod>2020-01-01</lastmod>';
    let lastmod = old;
    await start(
      {
        ...pages('/1', '/2', '/3'),
        [`${site}/robots.txt`]: robots(),
        [`${site}/`]: page('home'),
        [`${site}/sitemap.xml`]: () => urlset(loc('/1', old), loc('/2', lastmod), loc('/3', old)),
      },
      { robots: { ...testSettings(jobName).robots, maxAgeMs: 7 * day } },
    );
    await crawl.run();
    const before = crawl.requests.length;
    expect(before).toBe(6);
    lastmod = `<lastmod>${new Date(crawl.stores.clock.now() + day / 2).toISOString()}</lastmod>`;
    await crawl.run(1.5 * day);
    expect(paths(before)).toEqual(['/sitemap.xml', '/2']);
    await crawl.run(2 * day);
    expect(paths(before + 2)).toEqual(['/sitemap.xml', '/sitemap.xml']);
  });

  it('is asked for only if it has changed', async () => {
    await start(
      {
        ...pages('/1'),
        [`${site}/robots.txt`]: robots(),
        [`${site}/`]: page('home'),
        [`${site}/sitemap.xml`]: ({ headers }) =>
          headers?.['if-none-match'] === '"x"'
            ? { status: 304 }
            : { ...urlset(loc('/1')), headers: { 'content-type': 'text/xml', etag: '"x"' } },
      },
      { robots: { ...testSettings(jobName).robots, maxAgeMs: 7 * day } },
    );
    await crawl.run(2.5 * day);
    const asked = crawl.requests.filter(({ url }) => url.endsWith('.xml'));
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"x"', '"x"']);
    expect(await crawl.outcome(`${site}/sitemap.xml`)).toBe('listed');
  });

  it('that gives the present day for everything is not believed, and asked for whole each time', async () => {
    const today = () => `<lastmod>${new Date(crawl.stores.clock.now()).toISOString().slice(0, 10)}</lastmod>`;
    await start(
      {
        ...pages('/1'),
        [`${site}/robots.txt`]: robots(),
        [`${site}/`]: page('home'),
        [`${site}/sitemap.xml`]: () => ({
          ...urlset(loc('/1', today())),
          headers: { 'content-type': 'text/xml', etag: '"x"' },
        }),
      },
      { robots: { ...testSettings(jobName).robots, maxAgeMs: 7 * day } },
    );
    await crawl.run(3.5 * day);
    expect(paths().filter((path) => path === '/1')).toHaveLength(1);
    const asked = crawl.requests.filter(({ url }) => url.endsWith('.xml'));
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual(asked.map(() => undefined));
    expect(asked.length).toBeGreaterThanOrEqual(3);
  });

  it('stays one behind redirects and in indexes, as plain text too', async () => {
    await start({
      ...pages('/1', '/2'),
      [`${site}/robots.txt`]: robots('/old.xml'),
      [`${site}/`]: page('home'),
      [`${site}/old.xml`]: { status: 301, headers: { location: '/index.xml' } },
      [`${site}/index.xml`]: {
        body: `<sitemapindex><sitemap>${loc('/a.txt')}</sitemap><sitemap>${loc('/b.txt')}</sitemap></sitemapindex>`,
        headers: { 'content-type': 'text/xml' },
      },
      [`${site}/a.txt`]: { body: `${site}/1\n`, headers: { 'content-type': 'text/plain' } },
      [`${site}/b.txt`]: { status: 302, headers: { location: '/c.txt' } },
      [`${site}/c.txt`]: { body: `${site}/2\n`, headers: { 'content-type': 'text/plain' } },
    });
    await crawl.run(60_000);
    const outcomes = await Promise.all(
      ['/old.xml', '/index.xml', '/a.txt', '/b.txt', '/c.txt', '/1', '/2'].map((path) =>
        crawl.outcome(site + path),
      ),
    );
    expect(outcomes).toEqual(['redirected', 'listed', 'listed', 'redirected', 'listed', 'stored', 'stored']);
  });

  it('is read whatever the scope says of its path, and its pages only within it', async () => {
    const { scope } = testSettings(jobName);
    await start(
      {
        ...pages('/1', '/private/2'),
        [`${site}/robots.txt`]: robots('/private/sitemap.xml'),
        [`${site}/`]: page('home'),
        [`${site}/private/sitemap.xml`]: urlset(loc('/1'), loc('/private/2')),
      },
      { scope: { ...scope, exclude: listOf(['URL /private/'], 'job.yaml') } },
    );
    await crawl.run(60_000);
    expect(paths()).toEqual(['/robots.txt', '/', '/private/sitemap.xml', '/1']);
    const ofScope = async (path: string): Promise<string> => {
      const { lines } = await why(crawl.ports, await crawl.job(), `${site}${path}`);
      return lines
        .flatMap(({ step, verdict, detail }) => (step === 'scope' ? [`${verdict} ${detail}`] : []))
        .join();
    };
    expect(await ofScope('/private/sitemap.xml')).toMatch(/^yes named as a sitemap .* \(.*URL \/private\//);
    expect(await ofScope('/private/2')).toMatch(/^no .*URL \/private\//);
  });

  it('is read where it has moved to, whatever the scope says of that path, and no other redirect is', async () => {
    const { scope } = testSettings(jobName);
    const moved = (path: string) => ({ status: 301, headers: { location: path } });
    await start(
      {
        ...pages('/1'),
        [`${site}/robots.txt`]: robots('/sitemap.xml'),
        [`${site}/`]: page('home', '/moved'),
        [`${site}/moved`]: moved('/private/page'),
        [`${site}/sitemap.xml`]: moved('/private/a.xml'),
        [`${site}/private/a.xml`]: moved('/private/b.xml'),
        [`${site}/private/b.xml`]: urlset(loc('/1')),
      },
      { scope: { ...scope, exclude: listOf(['URL /private/'], 'job.yaml') } },
    );
    await crawl.run(60_000);
    expect(paths().sort()).toEqual([
      ...['/', '/1', '/moved', '/private/a.xml', '/private/b.xml', '/robots.txt', '/sitemap.xml'],
    ]);
  });

  it.each(['text/html', 'text/plain; charset=utf-8', 'application/octet-stream'])(
    'or a feed that a page links to is told by its first bytes where its server says %s',
    async (type) => {
      await start({
        ...pages('/1', '/2'),
        [`${site}/robots.txt`]: { body: '', headers: { 'content-type': 'text/plain' } },
        [`${site}/`]: page('home', '/feed', '/map'),
        [`${site}/feed`]: {
          body: `<rss version="2.0"><channel><item><link>${site}/1</link></item></channel></rss>`,
          headers: { 'content-type': type },
        },
        [`${site}/map`]: { ...urlset(loc('/2')), headers: { 'content-type': type } },
      });
      await crawl.run(60_000);
      expect(paths().sort()).toEqual(['/', '/1', '/2', '/feed', '/map', '/robots.txt']);
      expect([await crawl.outcome(`${site}/feed`), await crawl.outcome(`${site}/map`)]).toEqual([
        'listed',
        'listed',
      ]);
    },
  );

  it('whose reading ended a thread is not read again: it fails as a page that cannot be read', async () => {
    const hidden = `${site}/sitemap.xml`;
    const web = {
      ...pages('/1'),
      [`${site}/robots.txt`]: robots(),
      [`${site}/`]: page('home'),
      [hidden]: urlset(loc('/1')),
    };
    crawl = await smallCrawl(web, {
      seeds: [`${site}/`],
      through: ({ reader, ...ports }) => ({
        ...ports,
        reader: override(reader, {
          read: (request) =>
            request.url === hidden
              ? Promise.resolve({ kind: 'unreadable', detail: 'it took too long' })
              : reader.read(request),
          readHere: (url, read) =>
            url === hidden ? { unreadable: 'it took too long' } : reader.readHere(url, read),
        }),
      }),
    });
    await crawl.run(60_000);
    expect(paths()).toEqual(['/robots.txt', '/', '/sitemap.xml']);
    expect(await crawl.outcome(hidden)).toBe('failed');
  });

  it('that robots.txt forbids is not read', async () => {
    await start({
      ...pages('/1'),
      [`${site}/robots.txt`]: {
        body: `User-agent: *\nDisallow: /sitemap\nSitemap: ${site}/sitemap.xml`,
        headers: { 'content-type': 'text/plain' },
      },
      [`${site}/`]: page('home'),
      [`${site}/sitemap.xml`]: urlset(loc('/1')),
    });
    await crawl.run(60_000);
    expect(paths()).toEqual(['/robots.txt', '/']);
    expect(await crawl.outcome(`${site}/sitemap.xml`)).toBe('denied');
  });

  it('speaks only for its own directory where the job holds it to the protocol', async () => {
    await start(
      {
        ...pages('/1', '/maps/2'),
        [`${site}/robots.txt`]: robots('/index.xml'),
        [`${site}/`]: page('home'),
        [`${site}/index.xml`]: {
          body: `<sitemapindex><sitemap>${loc('/maps/sitemap.xml')}</sitemap></sitemapindex>`,
          headers: { 'content-type': 'text/xml' },
        },
        [`${site}/maps/sitemap.xml`]: urlset(loc('/1'), loc('/maps/2')),
      },
      { sitemaps: { ...defaultsOf(sitemapsSection), location: 'protocol' } },
    );
    await crawl.run(60_000);
    expect(paths().slice(2)).toEqual(['/index.xml', '/maps/sitemap.xml', '/maps/2']);
    const { lines } = await why(crawl.ports, await crawl.job(), `${site}/1`);
    expect(lines).toContainEqual(
      expect.objectContaining({ detail: expect.stringContaining('(sitemaps.location: protocol)') }),
    );
  });

  it('waits, with its pages, until somebody recycles, where the job holds new links back', async () => {
    await start(
      {
        ...pages('/1'),
        [`${site}/robots.txt`]: robots(),
        [`${site}/`]: page('home'),
        [`${site}/sitemap.xml`]: urlset(loc('/1')),
      },
      { autoRecycleLinks: false },
    );
    for (const seen of [['/robots.txt', '/'], ['/sitemap.xml'], ['/1']]) {
      const before = crawl.requests.length;
      await crawl.run(60_000);
      expect(paths(before)).toEqual(seen);
      await recycle(crawl.ports, await crawl.job(), { endBy: Number.POSITIVE_INFINITY, onRequest: true });
    }
  });
});
