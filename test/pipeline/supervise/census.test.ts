import { afterEach, expect, test } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { countEntry } from '../../../lib/domain/revisit/count-entry.ts';
import { dayMs, type FreshnessSettings } from '../../../lib/domain/revisit/freshness-settings.ts';
import { eachVisit } from '../../../lib/pipeline/frontier/each-visit.ts';
import { changesSheet } from '../../../lib/pipeline/supervise/count-changes.ts';
import { jobName, page, reharvest, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

const freshness: FreshnessSettings = {
  ...{ everyMs: 10 * dayMs, minMs: dayMs, maxMs: 100 * dayMs, per: 'page' },
  ...{ relevance: 1, popularity: 1, popularityBy: 'sites', share: 0.25, maintenanceShare: 0.9 },
};
let crawl: SmallCrawl;
afterEach(() => crawl.close());

test('a census has each page as its entry is now: changed, failing, gone and back', async () => {
  const home = 'https://a.example/';
  const web: Web = {
    [home]: page('home', '/still', '/news', '/shaky', '/going'),
    [`${home}still`]: page('still'),
    [`${home}news`]: page('news 0'),
    [`${home}shaky`]: page('shaky'),
    [`${home}going`]: page('going'),
  };
  crawl = await smallCrawl(web, { seeds: [home], settings: { freshness } });
  await crawl.run();
  for (let round = 1; round <= 6; round += 1) {
    web[`${home}news`] = page(`news ${round}`);
    web[`${home}shaky`] = round % 2 === 0 ? page('shaky') : { status: 500 };
    if (round === 4) web[`${home}going`] = { status: 410 };
    await crawl.stores.clock.advance(2 * dayMs);
    await reharvest(crawl);
    await crawl.run();
    const wanted: Record<string, number> = {};
    await eachVisit(crawl.ports, await crawl.job(), 'a.example' as HostName, async (entry) => {
      countEntry(wanted, entry, 1, { freshness });
    });
    const { first, again, ...pages } = await crawl.ports.jobs.tally(jobName, changesSheet, {});
    const counted = Object.fromEntries(Object.entries(pages).filter(([, count]) => count !== 0));
    expect(counted).toEqual(wanted);
    expect([first, (again ?? 0) >= 5 * round]).toEqual([5, true]);
  }
});
