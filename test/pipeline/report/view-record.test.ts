import { afterEach, expect, test } from 'vitest';
import { record as recordOperation } from '../../../lib/operations/collection/record.ts';
import { viewRecord } from '../../../lib/pipeline/report/view-record.ts';
import { testSettings } from '../../support/settings.ts';
import { shownBy } from '../../support/viewed.ts';
import { jobName, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

test.each([
  [100, undefined, /^urls +100 URLs$/m],
  [101, true, /^urls +more than 100 URLs, of which these are$/m],
])('a record to which %i URLs lead says whether they are all', async (count, moreUrls, line) => {
  const urls = Array.from({ length: count }, (_, n) => `https://a.example/${n}`);
  const same = {
    headers: { 'content-type': 'text/html' },
    body: '<title>same</title><p>the same everywhere',
  };
  const web: Web = Object.fromEntries(urls.map((url) => [url, same]));
  const base = testSettings(jobName);
  const settings = { yield: { ...base.yield, hold: false }, turn: { ...base.turn, maxPages: 50 } };
  crawl = await smallCrawl(web, { seeds: urls, settings });
  await crawl.run();
  const view = await viewRecord(crawl.ports, await crawl.job(), urls[0] ?? '');
  expect(view?.urls).toHaveLength(100);
  expect(view?.moreUrls).toBe(moreUrls);
  expect(view && shownBy(recordOperation, view)).toMatch(line);
});
