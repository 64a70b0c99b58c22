import { afterEach, describe, expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { tellRanks } from '../../../lib/capabilities/ranks/tell-ranks.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { dayMs, type FreshnessSettings } from '../../../lib/domain/revisit/freshness-settings.ts';
import { eachVisit } from '../../../lib/pipeline/frontier/each-visit.ts';
import { planRevisits } from '../../../lib/pipeline/supervise/revisit-plan.ts';
import { page, reharvest, type SmallCrawl, smallCrawl, type Web } from '../../pipeline/small-crawl.ts';

const freshness: FreshnessSettings = {
  ...{ everyMs: 10 * dayMs, minMs: dayMs, maxMs: 1_000 * dayMs, per: 'page' },
  ...{ relevance: 0, popularity: 4, popularityBy: 'rank', share: 0.25, maintenanceShare: 0.9 },
};

const [popular, other] = ['https://a.example/popular', 'https://a.example/other'] as const;
const links = Array.from({ length: 8 }, (_, at) => `https://site${at}.example/`);
const seeds = ['https://a.example/', ...links];
const web: Web = {
  'https://a.example/': page('a', '/popular', '/other'),
  [popular]: page('popular'),
  [other]: page('other'),
  ...Object.fromEntries(links.map((url, at) => [url, page(`site ${at}`, popular)])),
};

let crawl: SmallCrawl;
afterEach(() => crawl.close());

/** Crawls the web, has its ranks told, and visits all again after ten days: how each page of the host waits then. */
async function visitedAgain(settings: FreshnessSettings) {
  crawl = await smallCrawl({ ...web }, { seeds, settings: { freshness: settings } });
  await crawl.run(20_000_000);
  await tellRanks(crawl.ports, await crawl.job(), {});
  await crawl.run(20_000_000);
  for (let round = 0; round < 2; round += 1) {
    await planRevisits(crawl.ports, await crawl.job());
    await crawl.stores.clock.advance(10 * dayMs);
    await reharvest(crawl);
    await crawl.run(20_000_000);
  }
  const waits = new Map<string, { readonly popularity: number; readonly days: number }>();
  await eachVisit(
    crawl.ports,
    await crawl.job(),
    'a.example' as HostName,
    async ({ url, sites, at, next }) => {
      waits.set(url, { popularity: sites ?? 0, days: ((next ?? at) - at) / dayMs });
    },
  );
  return { popular: waits.get(popular), other: waits.get(other) };
}

describe('revisits weighted by rank', () => {
  it('come sooner to a page that ranks high than to one that changes as often and ranks low', async () => {
    const waits = await visitedAgain(freshness);
    expect(waits.popular?.popularity).toBeGreaterThanOrEqual(2);
    expect(waits.other?.popularity).toBe(0);
    expect(waits.popular?.days).toBeLessThan(0.8 * (waits.other?.days ?? 0));
    const flaws: string[] = [];
    for await (const { code } of sanity(crawl.ports, await crawl.job(), {})) flaws.push(code);
    expect(flaws).toEqual([]);
  });

  it('are planned by linking sites where the job says so, whatever ranks say', async () => {
    const waits = await visitedAgain({ ...freshness, popularityBy: 'sites' });
    expect(waits.popular?.popularity).toBeGreaterThanOrEqual(3);
    expect(waits.popular?.days).toBeLessThan(0.8 * (waits.other?.days ?? 0));
  });

  it('are alike where popularity does not count', async () => {
    const waits = await visitedAgain({ ...freshness, popularity: 0 });
    expect(waits.popular?.popularity).toBe(0);
    expect(waits.popular?.days).toBeGreaterThan(0.9 * (waits.other?.days ?? 0));
  });
});
