import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type LinkSource, linkSources } from '../../../lib/base/links/link-source.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { type RecycleAsked, recycleOnRequest } from '../../../lib/pipeline/recycle/recycle-on-request.ts';
import { type Answer, jobName, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const site = 'http://a.example';
const html = (body: string): Answer => ({ headers: { 'content-type': 'text/html' }, body });

/** A page for each source that URLs may come from, on the host and on others. */
const web: Web = {
  [`${site}/robots.txt`]: {
    body: `User-agent: *\nDisallow:\nSitemap: ${site}/sitemap.xml`,
    headers: { 'content-type': 'text/plain' },
  },
  [`${site}/`]: html(
    `<p>home <a href="/linked">a link</a> <a href="http://linked.example/">away</a> and ${site}/written, http://written.example/</p>`,
  ),
  [`${site}/moved`]: { status: 301, headers: { location: '/moved-to' } },
  [`${site}/sitemap.xml`]: {
    headers: { 'content-type': 'text/xml' },
    body: `<urlset><url><loc>${site}/listed</loc></url></urlset>`,
  },
  ...Object.fromEntries(
    ['/linked', '/written', '/moved-to', '/listed'].map((path) => [`${site}${path}`, page(path)]),
  ),
  'http://linked.example/': page('linked elsewhere'),
  'http://written.example/': page('written elsewhere'),
};
/** What each source alone leads to. A sitemap is named by robots.txt, which is one of that source itself. */
const ledTo: Readonly<Record<LinkSource, readonly string[]>> = {
  links: [`${site}/linked`, 'http://linked.example/'],
  redirects: [`${site}/moved-to`],
  text: [`${site}/written`, 'http://written.example/'],
  sitemaps: [`${site}/listed`, `${site}/sitemap.xml`],
};

const onRequest = (asked: RecycleAsked = {}) =>
  recycleOnRequest(crawl.ports, jobName, asked, Number.POSITIVE_INFINITY);
const fetched = (from = 0): readonly string[] =>
  crawl.requests
    .slice(from)
    .map(({ url }) => url)
    .filter((url) => !url.endsWith('/robots.txt'))
    .toSorted();

async function begun(settings: Partial<JobSettings> = {}): Promise<number> {
  crawl = await smallCrawl(web, {
    seeds: [`${site}/`, `${site}/moved`],
    settings: { autoRecycleLinks: false, redirects: 'link', ...settings },
  });
  await crawl.run();
  expect(fetched()).toEqual([`${site}/`, `${site}/moved`]);
  return crawl.requests.length;
}

/** Recycles some sources until they bring nothing new. */
async function followed(sources: readonly LinkSource[]): Promise<void> {
  for (let before = -1; before < crawl.requests.length; ) {
    before = crawl.requests.length;
    await onRequest({ sources });
    await crawl.run();
  }
}

describe('recycling by hand', () => {
  it.each(linkSources)('of %s alone follows these, and holds the others back', async (source) => {
    const before = await begun();
    expect(await onRequest({ sources: [source] })).toMatchObject({ heldBack: expect.any(Number) });
    await crawl.run();
    await followed([source]);
    expect(fetched(before)).toEqual(ledTo[source].toSorted());
  });

  it('of some sources, then of the others, in any order, loses nothing and fetches nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...linkSources], { minLength: 1 }),
        fc.boolean(),
        async (order, restsBetween) => {
          const before = await begun();
          for (const source of order) {
            await onRequest({ sources: [source] });
            if (restsBetween) await crawl.run();
          }
          await crawl.run();
          await followed(order);
          const wanted = order.flatMap((source) => ledTo[source]);
          expect(fetched(before)).toEqual(wanted.toSorted());
          await onRequest();
          await crawl.run();
          await onRequest();
          await crawl.run();
          expect(fetched(before)).toEqual(Object.values(ledTo).flat().toSorted());
          // Pages without links are in the log as well.
          await onRequest();
          expect(await crawl.ports.links.open(jobName, 10)).toEqual([]);
          crawl.close();
        },
      ),
      { numRuns: process.env.WINNOW_TEST_FULL ? 60 : 12 },
    );
  });

  it('can be tried first, which delivers nothing', async () => {
    const before = await begun();
    expect(await onRequest({ dryRun: true, sources: ['text'] })).toMatchObject({ delivered: 2, hosts: 2 });
    const all = await onRequest({ dryRun: true });
    await crawl.run();
    expect(crawl.requests.length).toBe(before);
    expect(await onRequest()).toEqual(all);
  });

  it('tells no sources apart where nothing is held back, nor in what was recycled before', async () => {
    crawl = await smallCrawl(web, { seeds: [] });
    await expect(onRequest({ sources: ['text'] })).rejects.toThrow(/with autoRecycleLinks: false/);
    await expect(onRequest({ sources: ['text'], again: true })).rejects.toThrow(/of every source/);
    await expect(onRequest({ dryRun: true, again: true })).rejects.toThrow(/has no dry run/);
  });

  it('that runs out of time says that more is left', async () => {
    await begun();
    expect(await recycleOnRequest(crawl.ports, jobName, {}, 0)).toMatchObject({
      segments: 0,
      unfinished: true,
    });
  });
});

describe('a crawl that is limited in depth', () => {
  const chain: Web = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [
      `http://h${at % 3}.example/${at}`,
      page(`page ${at}`, `http://h${(at + 1) % 3}.example/${at + 1}`, `/side-${at}`),
    ]),
  );
  const deepest = (): number => Math.max(...fetched().map((url) => Number(/\/(\d+)$/.exec(url)?.[1] ?? 0)));

  it('goes one link further each time that somebody recycles', async () => {
    crawl = await smallCrawl(chain, {
      seeds: ['http://h0.example/0'],
      settings: { autoRecycleLinks: false },
    });
    for (let depth = 0; depth < 5; depth += 1) {
      await crawl.run();
      expect(deepest()).toBe(depth);
      await onRequest();
    }
  });
});
