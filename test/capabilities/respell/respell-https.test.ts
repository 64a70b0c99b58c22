import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { defaultUrlSettings } from '../../../lib/base/url/url-settings.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { respellJob } from '../../../lib/pipeline/control/respell-job.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { jobName, key, page, type SmallCrawl, smallCrawl, type Web } from '../../pipeline/small-crawl.ts';
import { testSettings } from '../../support/settings.ts';
import { faults, inTurns, takeIn } from '../alias/mirrors.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const host = key('a.example').host;
const [plain, secure] = ['http://a.example', 'https://a.example'];
const now = { ...testSettings(jobName), url: { ...defaultUrlSettings, https: [host] } };

const redirect = (location: string) => ({ status: 301, headers: { location } });
/** What both schemes have, what one has, and what leads from one to the other. */
const web = (): Web => ({
  [`${plain}/`]: page('home', '/both', '/plain', '/moved', '/closed', '/back', '/to-lost'),
  [`${secure}/`]: page('home', '/both', '/secure', '/closed', '/back'),
  [`${plain}/both`]: page('both'),
  [`${secure}/both`]: page('both'),
  [`${plain}/plain`]: page('plain'),
  [`${secure}/secure`]: page('secure'),
  // Its https page is asked for only once the host is known by one scheme.
  [`${plain}/moved`]: redirect(`${secure}/moved`),
  [`${plain}/closed`]: { error: 'reset' },
  [`${secure}/closed`]: page('closed'),
  [`${plain}/back`]: page('back'),
  [`${secure}/back`]: redirect(`${plain}/back`),
});

const crawled = async (settings: Partial<JobSettings> = {}): Promise<void> => {
  crawl = await smallCrawl(web(), { seeds: [`${plain}/`, `${secure}/`], settings });
  await crawl.run();
};
const respelled = async () =>
  respellJob(crawl.stores, await crawl.job(), now, { dryRun: false, request: 'one' });
const urls = async () => {
  const { records } = await crawl.stores.records.records(jobName, 99);
  const all = await Promise.all(records.map(({ md5 }) => crawl.stores.records.urls(jobName, md5, 9)));
  return all.flat().toSorted();
};

describe('a host that is https from now on', () => {
  it('has each page once, with the record that either scheme had, and nothing is fetched for that', async () => {
    await crawled();
    expect(await urls()).toContain(`${plain}/both`);
    const requests = crawl.requests.length;
    await respelled();
    await inTurns(crawl);
    expect(crawl.requests).toHaveLength(requests);
    expect(await urls()).toEqual(
      ['/', '/back', '/both', '/closed', '/plain', '/secure'].map((path) => `${secure}${path}`),
    );
    expect(await crawl.outcome(`${plain}/both`)).toBeUndefined();
    expect(await crawl.outcome(`${secure}/back`)).toBe('stored');
    expect(await faults(crawl)).toEqual([]);
  });

  it('asks for a page by https that http only led to', async () => {
    await crawled();
    crawl.web[`${secure}/moved`] = page('moved');
    crawl.web[`${secure}/new`] = page('new');
    await respelled();
    await inTurns(crawl);
    await takeIn(crawl, host, [{ url: `${plain}/new` as CanonicalUrl, depth: 1, rank: 1 }]);
    await crawl.run();
    expect(await crawl.outcome(`${plain}/new`)).toBeUndefined();
    expect(await crawl.outcome(`${secure}/new`)).toBe('stored');
    const asked = crawl.requests.filter(({ url }) => url.startsWith(`${plain}/new`));
    expect(asked).toEqual([]);
    expect(await faults(crawl)).toEqual([]);
  });

  it('asks again for pages of which http told only that it is not where they are', async () => {
    const before = testSettings(jobName);
    await crawled({ scope: { ...before.scope, schemes: ['http'] } });
    expect(await crawl.outcome(`${plain}/moved`)).toBe('redirected');
    expect(await crawl.outcome(`${plain}/closed`)).toBe('failed');
    crawl.web[`${secure}/moved`] = page('moved');
    await ensureJob(crawl.ports, before);
    await respelled();
    await inTurns(crawl);
    await crawl.run();
    for (const path of ['/moved', '/closed']) expect(await crawl.outcome(`${secure}${path}`)).toBe('stored');
    expect(await urls()).toEqual(
      ['/', '/back', '/both', '/closed', '/moved', '/plain'].map((path) => `${secure}${path}`),
    );
    expect(await faults(crawl)).toEqual([]);
  });
});
