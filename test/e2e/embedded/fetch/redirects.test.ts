import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeLine } from '../../../../lib/domain/collection/record.ts';
import { startWeb, type TestWeb, type WebPage } from '../../../support/web/web-server.ts';
import type { Collection } from '../../support/collection.ts';
import { openData } from '../../support/data-directory.ts';
import { type JobTree, jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';

const html = (body: string): WebPage => ({ headers: { 'content-type': 'text/html' }, body });
const page = (title: string): WebPage => html(`<title>${title}</title><p>About ${title}.`);
const redirect = (status: number, location: string): WebPage => ({ status, headers: { location } });
const chainLength = 14;

function answer(name: string, path: string, port: number): WebPage | undefined {
  if (name !== 'r.localhost') return path === '/' ? page('another host') : undefined;
  const pages: Readonly<Record<string, WebPage>> = {
    '/': html(
      ['/old', '/temp', '/away', '/known', '/secret', '/out', '/chain/0', '/later']
        .map((link) => `<a href="${link}">${link}</a>`)
        .join(' '),
    ),
    '/old': redirect(301, '/new'),
    '/new': page('new'),
    '/temp': redirect(302, '/now'),
    '/now': page('now'),
    '/away': redirect(308, `http://other.localhost:${port}/`),
    '/known': redirect(302, '/'),
    '/secret': redirect(302, '/private/x'),
    '/out': redirect(302, '/excluded'),
    '/later': page('later'),
    '/private/x': page('private'),
    '/excluded': page('excluded'),
    '/robots.txt': { body: 'User-agent: *\nDisallow: /private/\n' },
  };
  const step = Number(/^\/chain\/(\d+)$/.exec(path)?.[1]);
  if (step < chainLength) return redirect(302, `/chain/${step + 1}`);
  return step === chainLength ? page('the end') : pages[path];
}

interface Crawled {
  readonly asked: readonly string[];
  readonly at: (path: string) => ReturnType<Collection['get']>;
  readonly data: ReturnType<typeof openData>;
  readonly records: readonly ChangeLine[];
}

let web: TestWeb;
const opened: Crawled[] = [];

async function crawl(name: string, tree: JobTree): Promise<Crawled> {
  const from = web.log.length;
  const directory = jobDirectory(name, {
    seeds: [web.url('r.localhost')],
    yield: { hold: false },
    ...tree,
  });
  await crawlHere(directory);
  const data = openData(join(directory, 'data'));
  const collection = await data.collection(name);
  const crawled: Crawled = {
    asked: web.log
      .slice(from)
      .filter(({ host, path }) => host === web.host('r.localhost') && path !== '/robots.txt')
      .map(({ path }) => path),
    at: (path) => collection.get(web.url('r.localhost', path)),
    data,
    records: [...(await data.published(name)).records.values()],
  };
  opened.push(crawled);
  return crawled;
}

const chain = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, step) => `/chain/${first + step}`);
const scope = { hosts: ['localhost'], exclude: ['URL /excluded'] };
const turn = { maxPages: 100 };
const day = 86_400_000;

beforeAll(async () => {
  web = await startWeb({ pages: ({ name, path, port }) => answer(name, path, port) });
});

afterAll(async () => {
  for (const { data } of opened) data.close();
  await web.close();
});

describe('redirects that are followed', () => {
  let crawled: Crawled;
  beforeAll(async () => {
    crawled = await crawl('follow', { scope, turn });
  });

  it('lead to their target at once, within the host', () => {
    const links = ['/', '/old', '/temp', '/away', '/known', '/secret', '/out', '/later'];
    expect(crawled.asked.toSorted()).toEqual([...links, '/new', '/now', ...chain(0, 10)].toSorted());
    for (const way of [['/old', '/new'], ['/temp', '/now'], chain(0, 10)]) {
      const from = crawled.asked.indexOf(way[0] as string);
      expect(crawled.asked.slice(from, from + way.length)).toEqual(way);
    }
  });

  it('end after ten in a row', () => {
    expect(crawled.at('/chain/9')).toMatchObject({ outcome: 'redirected' });
    expect(crawled.at('/chain/10')).toMatchObject({
      outcome: 'failed',
      detail: 'too-many-redirects: 10 redirects in a row led here',
    });
    expect(crawled.at('/chain/11')).toBeUndefined();
  });

  it('lead to nothing that robots.txt or the scope keeps us from', () => {
    expect(crawled.at('/private/x')?.outcome).toBe('denied');
    expect(crawled.at('/excluded')).toBeUndefined();
  });

  it('move a page for good with 301 and 308 only: the old URL is looked at again much later', () => {
    const next = (path: string): number => Math.round(((crawled.at(path)?.next ?? 0) - Date.now()) / day);
    expect([next('/old'), next('/away'), next('/temp'), next('/new'), next('/now')]).toEqual([
      180, 180, 12, 12, 12,
    ]);
  });

  it('leave the record with the URL that has the content', () => {
    const found = crawled.records.find(({ record }) => record?.title === 'new')?.record;
    expect(found).toMatchObject({
      finalUrl: web.url('r.localhost', '/new'),
      urls: [web.url('r.localhost', '/new')],
    });
  });

  it('to another host are links of that host, with the reason', () => {
    const line = crawled.data.links('follow').find(({ url }) => url === web.url('r.localhost', '/away'));
    expect(line).toMatchObject({
      outcome: 'redirected',
      status: 308,
      links: [{ url: web.url('other.localhost'), element: 'redirect', rel: [] }],
    });
    expect(
      web.log.filter(({ host }) => host === web.host('other.localhost')).map(({ path }) => path),
    ).toEqual(['/robots.txt', '/']);
  });
});

describe('redirects that are links', () => {
  it('wait for their turn behind the links of their page', async () => {
    const crawled = await crawl('link', { scope, turn, redirects: 'link', fetch: { maxRedirects: 2 } });
    const links = ['/', '/old', '/temp', '/away', '/known', '/secret', '/out', '/chain/0', '/later'];
    const behind = ['/new', '/now', '/chain/1', '/chain/2'];
    expect(crawled.asked.slice(0, links.length).toSorted()).toEqual(links.toSorted());
    expect(crawled.asked.slice(links.length).toSorted()).toEqual(behind.toSorted());
    expect(crawled.at('/chain/2')?.outcome).toBe('failed');
    expect(crawled.at('/new')?.outcome).toBe('stored');
  });
});

describe('a redirect whose turn is over', () => {
  it('is a link, and comes in a later one', async () => {
    const crawled = await crawl('short', { scope, turn: { maxPages: 1 } });
    expect(crawled.at('/new')?.outcome).toBe('stored');
    expect(crawled.at('/chain/10')?.outcome).toBe('failed');
  });
});
