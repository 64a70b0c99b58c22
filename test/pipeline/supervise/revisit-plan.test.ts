import { afterEach, describe, expect, test } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { monthOf } from '../../../lib/domain/cost/month.ts';
import { dayMs, type FreshnessSettings } from '../../../lib/domain/revisit/freshness-settings.ts';
import { status as statusOperation } from '../../../lib/operations/look/status.ts';
import { utcDay } from '../../../lib/pipeline/base/utc-day.ts';
import { addToSheet } from '../../../lib/pipeline/cost/sheet.ts';
import { eachVisit } from '../../../lib/pipeline/frontier/each-visit.ts';
import { statusOf } from '../../../lib/pipeline/report/status.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import { countChanges } from '../../../lib/pipeline/supervise/count-changes.ts';
import { planRevisits } from '../../../lib/pipeline/supervise/revisit-plan.ts';
import { emptyReport } from '../../../lib/pipeline/turn/turn-report.ts';
import { shownBy } from '../../support/viewed.ts';
import { jobName, page, reharvest, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

const freshness: FreshnessSettings = {
  ...{ everyMs: 10 * dayMs, minMs: dayMs, maxMs: 100 * dayMs, per: 'page' },
  ...{ relevance: 1, popularity: 1, popularityBy: 'sites', share: 0.25, maintenanceShare: 0.9 },
};

let crawl: SmallCrawl;
afterEach(() => crawl.close());

describe('how popular a page is', () => {
  const sites = ['www.one.example', 'two.example', 'three.example', 'shop.one.example'];
  const target = 'https://a.example/wanted';
  const web: Web = {
    'https://a.example/': page('a', '/wanted', '/other', '/wanted', '/more'),
    [target]: page('wanted', '/'),
    'https://a.example/other': page('other'),
    'https://a.example/more': page('more', target),
    ...Object.fromEntries(sites.map((host) => [`https://${host}/`, page(host, target, target)])),
  };
  const seeds = ['https://a.example/', ...sites.map((host) => `https://${host}/`)];
  const sitesOf = async () => {
    const found = new Map<CanonicalUrl, number | undefined>();
    const job = await crawl.job();
    await eachVisit(crawl.ports, job, 'a.example' as HostName, async ({ url, sites: some }) => {
      found.set(url, some);
    });
    return found;
  };

  test('is told by the sites that link to it, each once, and not by its own', async () => {
    crawl = await smallCrawl(web, { seeds, settings: { freshness } });
    await crawl.run();
    await crawl.stores.clock.advance(1_000);
    await reharvest(crawl);
    await crawl.run();
    expect(await sitesOf()).toEqual(
      new Map([
        ['https://a.example/', undefined],
        [target, 3],
        ['https://a.example/other', undefined],
        ['https://a.example/more', undefined],
      ]),
    );
  });

  test('does not count where the job does not want it', async () => {
    crawl = await smallCrawl(web, { seeds, settings: { freshness: { ...freshness, popularity: 0 } } });
    await crawl.run();
    await reharvest(crawl);
    await crawl.run();
    expect((await sitesOf()).get(target as CanonicalUrl)).toBeUndefined();
  });
});

describe('how many pages change how often', () => {
  const flaws = async () => {
    const found: string[] = [];
    for await (const { code, detail } of sanity(crawl.ports, await crawl.job(), {}))
      found.push(`${code}: ${detail}`);
    return found;
  };

  test('may lack what a worker that died did not count, which is no flaw; visits below nothing are one', async () => {
    crawl = await smallCrawl({ 'https://a.example/': page('a') }, { seeds: ['https://a.example/'] });
    await crawl.run();
    await crawl.ports.jobs.tally(jobName, 'revisits', { n16: -1, r16: -1_041_000, again: 1 });
    expect(await flaws()).toEqual([]);
    await crawl.ports.jobs.tally(jobName, 'revisits', { again: -5 });
    expect(await flaws()).toEqual(['figures-wrong: the sums of revisits: again -4']);
  });
});

describe('a job that looks after what it has', () => {
  const plan = async () => planRevisits(crawl.ports, await crawl.job());
  const status = async () => {
    const job = await crawl.job();
    return await statusOf(crawl.ports, job, await summarise(crawl.ports, jobName), { lack: () => undefined });
  };

  test('says so in its status, and the log has when it began and ended', async () => {
    const settings = { freshness, limits: { pagesPerDay: 100 } };
    crawl = await smallCrawl(
      { 'https://a.example/': page('a') },
      { seeds: ['https://a.example/'], settings },
    );
    await crawl.run();
    await plan();
    expect((await status()).revisits).toMatchObject({ share: 0.25 });
    const now = crawl.ports.clock.now();
    await crawl.ports.jobs.addPages(jobName, utcDay(now), 95);
    await plan();
    await plan();
    expect((await status()).revisits).toMatchObject({ share: 0.9, maintains: { since: now } });
    expect(shownBy(statusOperation, await status(), { now: now })).toMatch(
      /revisits +90 % of the fetches .* since .* before new pages: its pages of the day are nearly spent/,
    );
    await crawl.stores.clock.advance(dayMs);
    await plan();
    expect((await status()).revisits?.maintains).toBeUndefined();
    expect((await crawl.ports.commands.commands(10)).commands).toMatchObject([
      { by: 'winnow', state: 'done', command: { command: 'discover', job: jobName } },
      { reason: 'its pages of the day are nearly spent', command: { command: 'maintain', job: jobName } },
    ]);
  });

  test('is one whose budget of the month is nearly spent', async () => {
    const settings = { freshness, limits: { dollarsPerMonth: 1 } };
    crawl = await smallCrawl(
      { 'https://a.example/': page('a') },
      { seeds: ['https://a.example/'], settings },
    );
    await crawl.run();
    await plan();
    expect((await status()).revisits?.maintains).toBeUndefined();
    // At $0.625 a million of write units.
    await addToSheet(crawl.ports.jobs, jobName, monthOf(crawl.ports.clock.now()), { writeUnits: 1_500_000 });
    await plan();
    expect((await status()).revisits?.maintains?.reason).toBe('its budget is nearly spent');
  });

  test('is one that finds hardly any new pages', async () => {
    const web: Web = { 'https://a.example/': page('a', '/b'), 'https://a.example/b': page('b') };
    crawl = await smallCrawl(web, { seeds: ['https://a.example/'], settings: { freshness } });
    await crawl.run();
    await plan();
    const again = { ...emptyReport({ job: jobName, host: 'a.example' as HostName, turn: 9 }, 'committed') };
    await countChanges(crawl.ports, jobName, [{ ...again, census: { again: 300 } }]);
    await plan();
    expect((await status()).revisits?.maintains?.reason).toBe('it finds hardly any new pages');
    expect(await crawl.ports.jobs.tally(jobName, 'revisits', {})).toMatchObject({ first: 2, again: 300 });
  });
});
