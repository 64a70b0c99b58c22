import { describe, expect, it } from 'vitest';
import {
  countingWrites,
  farmPages,
  farmSeed,
  farms,
  farmWeb,
  greeting,
  madeUp,
} from '../../support/made-up-hosts.ts';
import { ownWords } from '../../support/own-words.ts';
import { type Answer, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

const dayMs = 86_400_000;
/** As many as a page may link to; with `WINNOW_TEST_FULL` a hundred thousand. */
const perPage = process.env.WINNOW_TEST_FULL === '1' ? 10_000 : 120;
const made = farmPages * perPage;
const most = 200;

async function crawled(web: Web, seed: string, days = 1): Promise<SmallCrawl> {
  const crawl = await smallCrawl(web, { seeds: [seed] });
  await crawl.run(days * dayMs - 1);
  return crawl;
}

describe(`${made} hosts that a site makes up`, () => {
  it.each(Object.entries(farms))(
    'cost fewer than 200 requests, a handful of accounts, and ten writes each: %s',
    async (_, farm) => {
      const counted = countingWrites();
      const crawl = await smallCrawl(farmWeb(farm, perPage), {
        seeds: [farmSeed],
        through: counted.through,
      });
      await crawl.run(dayMs - 1);
      expect(crawl.requests.length).toBeLessThan(most);
      expect(counted.accounts.size).toBeLessThan(most);
      expect(counted.ofAccounts).toBeLessThan(2 * most);
      // Three to make a host known, and six when it asks and is refused.
      expect(counted.ofHosts).toBeLessThan(10 * made);
      crawl.close();
    },
    600_000,
  );

  it('cost one more a day, and are found to be there when they say something', async () => {
    let isOpen = false;
    const text = (host: string): string => (isOpen ? ownWords(host) : greeting);
    const web = farmWeb({ hostNamed: (n) => `made${n}up.seed.example`, text }, 8);
    const crawl = await crawled(web, farmSeed);
    const before = crawl.requests.length;
    await crawl.run(6 * dayMs);
    expect(crawl.requests.length - before).toBeLessThanOrEqual(6 * 3);
    isOpen = true;
    const enough = (): boolean => crawl.requests.length - before > 80;
    for (let days = 0; days < 40 && !enough(); days += 1) await crawl.run(dayMs);
    expect(enough()).toBe(true);
    crawl.close();
  }, 600_000);
});

describe('a platform of many hosts', () => {
  const number = process.env.WINNOW_TEST_FULL === '1' ? 2_000 : 100;
  const names = Array.from({ length: number }, (_, i) => `blog${i}.platform.example`);
  const posts = ['/', '/first', '/second'];
  const blog = (hostname: string, pathname: string, ...links: string[]): Answer | undefined =>
    posts.includes(pathname) ? page(`${hostname}${pathname}`, ...posts, ...links) : undefined;

  it.each<[string, (i: number) => string[]]>([
    ['that one list leads to', () => []],
    [
      'of which each leads to three others',
      (i) => [1, 7, 13].map((step) => names[(i + step) % number] as string),
    ],
  ])(
    'is crawled whole: %s',
    async (_, others) => {
      const web = madeUp(({ hostname, pathname }) => {
        const links = (some: readonly string[]) => some.map((name) => `http://${name}/`);
        if (hostname === 'seed.example') return page('seed', ...links(['www.platform.example']));
        if (hostname === 'www.platform.example')
          return pathname === '/' ? page('list', ...links(names)) : undefined;
        const at = names.indexOf(hostname);
        return at < 0 ? undefined : blog(hostname, pathname, ...links(others(at)));
      });
      const crawl = await crawled(web, 'http://seed.example/');
      const asked = new Set(crawl.requests.map(({ url }) => url));
      const missed = names
        .flatMap((name) => posts.map((post) => `http://${name}${post}`))
        .filter((url) => !asked.has(url));
      expect(missed).toEqual([]);
      crawl.close();
    },
    600_000,
  );

  it('is crawled whole when each page of its own leads to forty of it', async () => {
    const links = (from: number, count: number) =>
      names.slice(from, from + count).map((name) => `http://${name}/`);
    const web = madeUp(({ hostname, pathname }) => {
      const list = Number(/^\/(\d+)$/.exec(pathname)?.[1] ?? 0);
      if (hostname === 'www.platform.example')
        return list * 40 < number ? page(`list ${list}`, `/${list + 1}`, ...links(list * 40, 40)) : undefined;
      return names.includes(hostname) ? blog(hostname, pathname) : undefined;
    });
    const crawl = await crawled(web, 'http://www.platform.example/');
    const asked = new Set(crawl.requests.map(({ url }) => url));
    expect(names.filter((name) => !asked.has(`http://${name}/second`))).toEqual([]);
    crawl.close();
  }, 600_000);
});

describe('many domains that one page leads to', () => {
  it('are crawled whole when some are gone, parked or moved', async () => {
    const number = process.env.WINNOW_TEST_FULL === '1' ? 2_000 : 100;
    const names = Array.from({ length: number }, (_, i) => `site${i}.example`);
    const web = madeUp(({ hostname, pathname }) => {
      if (hostname === 'directory.example') return page('list', ...names.map((name) => `http://${name}/`));
      const at = names.indexOf(hostname);
      if (at % 6 === 1) return undefined;
      if (at % 6 === 2) return page('this domain is for sale');
      return pathname === '/' ? page(hostname) : undefined;
    });
    const crawl = await crawled(web, 'http://directory.example/');
    const asked = new Set(crawl.requests.map(({ url }) => url));
    expect(names.filter((name) => !asked.has(`http://${name}/`))).toEqual([]);
    crawl.close();
  }, 600_000);
});
