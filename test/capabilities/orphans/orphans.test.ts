import { afterEach, describe, expect, test } from 'vitest';
import { findOrphans, tellOrphans } from '../../../lib/capabilities/orphans/find-orphans.ts';
import { why } from '../../../lib/capabilities/why.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { page, reharvest, type SmallCrawl, smallCrawl, type Web } from '../../pipeline/small-crawl.ts';
import { testSettings } from '../../support/settings.ts';

const home = 'https://a.example/';
const dayMs = 86_400_000;
let crawl: SmallCrawl;
afterEach(() => crawl.close());

/** A home page that links to `/a` and `/b`; `/a` to itself and to a page of another host, which links back to `/c`. */
const webOf = (): Web => ({
  [home]: page('home', '/a', '/b'),
  'https://a.example/a': page('a', '/a', 'https://b.example/'),
  'https://a.example/b': page('b'),
  'https://b.example/': page('other', 'https://a.example/c'),
  'https://a.example/c': page('c'),
});

async function crawled(orphans: JobSettings['revisit']['orphans'], web = webOf()): Promise<void> {
  const { revisit } = testSettings('any');
  crawl = await smallCrawl(web, { seeds: [home], settings: { revisit: { ...revisit, orphans } } });
  await crawl.run();
  await crawl.stores.clock.advance(dayMs);
}

async function again(change: Web): Promise<void> {
  Object.assign(crawl.web, change);
  await reharvest(crawl);
  await crawl.run();
  await crawl.stores.clock.advance(dayMs);
}

const find = async () => findOrphans(crawl.ports, await crawl.job());
async function apply(): Promise<void> {
  const job = await crawl.job();
  await tellOrphans(crawl.ports, job, await findOrphans(crawl.ports, job));
  await crawl.run();
}

describe('an orphan', () => {
  test('is no page that something links to, nor a seed', async () => {
    await crawled('keep');
    expect(await find()).toEqual({ pages: 5, orphans: [], again: [] });
  });

  test('is a page that no other page links to any more; that it links to itself does not count', async () => {
    await crawled('keep');
    await again({ [home]: page('home anew', '/b') });
    expect((await find()).orphans).toEqual(['https://a.example/a']);
  });

  test('is one that only pages linked to which are gone', async () => {
    await crawled('keep');
    await again({ 'https://b.example/': { status: 410 } });
    expect((await find()).orphans).toEqual(['https://a.example/c']);
  });

  test('is one whose linking page has no link at all any more', async () => {
    await crawled('keep');
    await again({ 'https://b.example/': page('other, without links') });
    expect((await find()).orphans).toEqual(['https://a.example/c']);
  });

  test('is none as long as an unchanged page links to it, however old that link is', async () => {
    await crawled('keep');
    for (let round = 0; round < 3; round += 1) await again({});
    expect((await find()).orphans).toEqual([]);
  });

  test('is none that a sitemap lists', async () => {
    const web = webOf();
    web['https://a.example/robots.txt'] = { body: 'Sitemap: https://a.example/sitemap.xml' };
    web['https://a.example/sitemap.xml'] = {
      headers: { 'content-type': 'application/xml' },
      body: '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.example/a</loc></url></urlset>',
    };
    await crawled('keep', web);
    await again({ [home]: page('home anew', '/b') });
    expect((await find()).orphans).toEqual([]);
  });
});

describe('an orphan of a host whose pages have several spellings', () => {
  const visit = 'visit';
  /** Pages that are what they are under whatever visit, and links that carry another one in each answer. */
  function spelled(isLinked: () => boolean): Web {
    let visits = 0;
    const names = Array.from({ length: 12 }, (_, at) => `item${at}`);
    const link = (name: string) => `/${name}?${visit}=${(0x5a09c1d2e3f4 + 7919 * ++visits).toString(16)}`;
    const other = (url: string) => {
      const { pathname, searchParams } = new URL(url);
      if (!searchParams.has(visit) || !names.includes(pathname.slice(1))) return { status: 404 };
      return page(`what there is to say of ${pathname.slice(1)}, whoever asks for it`, '/');
    };
    return new Proxy<Web>(
      {},
      {
        get: (_, url: string) => (): ReturnType<typeof page> => {
          if (url !== home) return other(url);
          const linked = names.filter((name) => name !== 'item3' || isLinked());
          return page(`home ${isLinked()}`, ...linked.map(link), ...linked.map(link));
        },
      },
    );
  }

  test('is a page that is linked to under no spelling any more, and no page that is under another one', async () => {
    let isLinked = true;
    crawl = await smallCrawl(
      spelled(() => isLinked),
      { seeds: [home] },
    );
    await crawl.run();
    await crawl.stores.clock.advance(dayMs);
    expect((await find()).orphans).toEqual([]);
    isLinked = false;
    await reharvest(crawl);
    await crawl.run();
    const { orphans } = await find();
    expect(orphans.length).toBeGreaterThan(0);
    expect(orphans.filter((url) => !url.includes('/item3?'))).toEqual([]);
  });
});

describe('what becomes of it', () => {
  const orphan = 'https://a.example/a';
  const fetches = () => crawl.requests.filter(({ url }) => url === orphan).length;

  test('is nothing, where it is to be kept', async () => {
    await crawled('keep');
    await again({ [home]: page('home anew', '/b') });
    await apply();
    expect(await crawl.outcome(orphan)).toMatch(/^(?:stored|unchanged)$/);
  });

  test('is that it is released, with a tombstone that says why, and without a fetch', async () => {
    await crawled('release');
    await again({ [home]: page('home anew', '/b') });
    const before = fetches();
    await apply();
    expect(fetches()).toBe(before);
    expect(await crawl.outcome(orphan)).toBe('gone');
    const told = (await crawl.changes()).filter(({ url }) => url === orphan);
    expect(told.at(-1)).toMatchObject({ change: 'deleted', cause: 'orphaned' });
    // The page that it alone linked to is the next one.
    expect((await find()).orphans).toEqual(['https://b.example/']);
  });

  test('is that it is visited rarely, however often it would be else, as `winnow why` says', async () => {
    await crawled('rarer');
    await again({ [home]: page('home anew', '/b') });
    await apply();
    const { lines } = await why(crawl.ports, await crawl.job(), orphan);
    expect(lines.find(({ step }) => step === 'orphan')).toMatchObject({
      verdict: 'wait',
      detail: expect.stringMatching(/^an orphan, found .* no page links to it .* rests for 180 days/),
    });
    const before = fetches();
    await crawl.run(100 * dayMs);
    expect(fetches()).toBe(before);
    await crawl.run(100 * dayMs);
    expect(fetches()).toBe(before + 1);
    await crawl.run(100 * dayMs);
    expect(fetches()).toBe(before + 1);
  });

  test.each(['rarer', 'release'] as const)(
    'ends when something links to it again, at once or with the next search (%s)',
    async (policy) => {
      await crawled(policy);
      await again({ [home]: page('home anew', '/b') });
      await apply();
      await again({ [home]: page('home once more', '/a', '/b') });
      await apply();
      expect(await crawl.outcome(orphan)).toMatch(/^(?:stored|unchanged)$/);
      expect(await find()).toMatchObject({ orphans: [], again: [] });
    },
  );
});
