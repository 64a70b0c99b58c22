import { afterEach, describe, expect, it } from 'vitest';
import type { FetchRequest } from '../../../lib/ports/web.ts';
import { testSettings } from '../../support/settings.ts';
import { type Answer, jobName, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

const root = 'https://fruit.test';
const dayMs = 86_400_000;
let crawl: SmallCrawl;
afterEach(() => crawl.close());

const to = (location: string, cookie?: string): Answer => ({
  status: 302,
  headers: { location, ...(cookie === undefined ? {} : { 'set-cookie': cookie }) },
});
const has = (cookie: string, { headers }: FetchRequest): boolean =>
  headers?.cookie?.split('; ').includes(cookie) === true;

async function crawled(web: Web, fetch: object): Promise<readonly string[]> {
  const base = testSettings(jobName);
  crawl = await smallCrawl(web, {
    seeds: [`${root}/`],
    settings: {
      fetch: { ...base.fetch, ...fetch },
      revisit: { ...base.revisit, successMs: 10 * dayMs },
    },
  });
  await crawl.run();
  return crawl.requests.map(({ url }) => url.slice(root.length)).filter((path) => path !== '/robots.txt');
}

/** Its pages want a cookie that another URL sets, which sends back. */
const wanting: Web = {
  [`${root}/`]: (request) => (has('s=1', request) ? page('home', '/more') : to('/set?back=/')),
  [`${root}/more`]: (request) => (has('s=1', request) ? page('more') : to('/set?back=/more')),
  [`${root}/set?back=/`]: () => to('/', 's=1; path=/'),
  [`${root}/set?back=/more`]: () => to('/more', 's=1; path=/'),
};

describe('a page that wants a cookie, and redirects to where it is set', () => {
  it('is asked for again with the cookie, as browsers do, and stored', async () => {
    expect(await crawled(wanting, { cookies: true })).toEqual(['/', '/set?back=/', '/', '/more']);
    expect(await crawl.outcome(`${root}/`)).toBe('stored');
    expect(await crawl.outcome(`${root}/more`)).toBe('stored');
  });

  it('is asked for once where cookies are thrown away', async () => {
    expect(await crawled(wanting, { cookies: false })).toEqual(['/', '/set?back=/']);
    expect(await crawl.outcome(`${root}/`)).toBe('redirected');
  });

  it('stays in the collection when it is visited again', async () => {
    await crawled(wanting, { cookies: true });
    await crawl.run(11 * dayMs);
    expect(await crawl.outcome(`${root}/`)).toBe('unchanged');
    expect(await crawl.outcome(`${root}/more`)).toBe('unchanged');
    const kinds = (await crawl.changes()).map(({ change }) => change);
    expect(kinds).not.toContain('deleted');
  });
});

describe('redirects that come back with nothing new', () => {
  it('end after one round, though cookies are kept', async () => {
    const web: Web = { [`${root}/`]: () => to('/b', 'a=1'), [`${root}/b`]: () => to('/', 'a=1') };
    expect((await crawled(web, { cookies: true })).length).toBeLessThanOrEqual(4);
  });

  it('end after the redirects that are permitted, though each sets another cookie', async () => {
    let count = 0;
    const web: Web = {
      [`${root}/`]: () => to('/b', `n=${++count}`),
      [`${root}/b`]: () => to('/', `n=${++count}`),
    };
    expect((await crawled(web, { cookies: true, maxRedirects: 6 })).length).toBeLessThanOrEqual(7);
  });
});
