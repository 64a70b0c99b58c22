import { afterEach, expect, test } from 'vitest';
import { raise } from '../../../lib/operations/control/raise.ts';
import type { JobPlace } from '../../../lib/pipeline/operation/place.ts';
import { page, type SmallCrawl, smallCrawl } from '../../pipeline/small-crawl.ts';
import { testSettings } from '../../support/settings.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const pages = Array.from({ length: 9 }, (_, at) => `/${at}`);
const last = 'http://a.example/8';

async function raised(urls: readonly string[], dryRun = false) {
  const place = { ports: crawl.ports, of: await crawl.job() } as unknown as JobPlace;
  const asked = { requestId: 'one', by: 'ann', reason: '', dryRun } as unknown as Parameters<
    typeof raise.run
  >[2];
  return await raise.run(place as Parameters<typeof raise.run>[0], { urls: [...urls] }, asked);
}

test('a URL that waits is visited before others of its host, and others stay as they are', async () => {
  const web = Object.fromEntries(pages.map((path) => [`http://a.example${path}`, page(`page ${path}`)]));
  crawl = await smallCrawl(
    { ...web, 'http://a.example/': page('home', ...pages) },
    {
      seeds: ['http://a.example/'],
      settings: { turn: { ...testSettings('birds').turn, maxPages: 2 } },
    },
  );
  await crawl.tick();
  const given = [last, 'http://a.example/', 'http://nobody.example/', 'no URL'];
  const told = { job: 'birds', hosts: 1, urls: 1, others: 3 };
  expect(await raised(given, true)).toEqual(told);
  expect(await crawl.ports.hosts.inbox({ job: 'birds', host: 'a.example' as never }, 10)).toEqual([]);
  expect(await raised(given)).toEqual(told);
  const before = crawl.requests.length;
  await crawl.tick();
  expect(crawl.requests.slice(before).map(({ url }) => url)[0]).toBe(last);
});
