import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { parseJob } from '../../../lib/config/job/load-job.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { denyHosts } from '../../../lib/pipeline/control/deny-hosts.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { findPage } from '../../../lib/pipeline/frontier/find-page.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { FetchRequest } from '../../../lib/ports/web.ts';
import { testSettings } from '../../support/settings.ts';
import { memoryPorts } from '../../support/stores.ts';
import { page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

const crawls: SmallCrawl[] = [];
afterEach(() => {
  for (const crawl of crawls.splice(0)) crawl.close();
});

/** A small crawl under overrides as they stand in a job.yaml. */
async function crawlWith(
  web: Web,
  seeds: readonly string[],
  overrides: string,
  more: Partial<JobSettings> = {},
) {
  const parsed = parseJob(`overrides:\n${overrides}`, '/jobs/birds/job.yaml').settings;
  const crawl = await smallCrawl(web, { seeds, settings: { ...more, overrides: parsed.overrides } });
  crawls.push(crawl);
  return crawl;
}

const day = 86_400_000;

describe('an override', () => {
  it('gives one host a longer gap than another', async () => {
    const web = Object.fromEntries(
      ['a', 'b'].flatMap((name) => [
        [`http://${name}.org/`, page(name, '/1', '/2')],
        [`http://${name}.org/1`, page(`${name} 1`)],
        [`http://${name}.org/2`, page(`${name} 2`)],
      ]),
    );
    const crawl = await crawlWith(
      web,
      ['http://a.org/', 'http://b.org/'],
      '- { host: b.org, politeness: { waitIntervalHost: 60 } }',
      { politeness: { ...testSettings('any').politeness, gapMs: 1_000 } },
    );
    await crawl.run(600_000);
    const gaps = (host: string) => {
      const times = crawl.requests.filter(({ url }) => url.startsWith(`http://${host}/`)).map(({ at }) => at);
      return times.slice(1).map((at, index) => at - (times[index] ?? 0) - 100);
    };
    expect(gaps('a.org')).toHaveLength(3);
    for (const gap of gaps('a.org')) expect(gap).toBeLessThan(60_000);
    expect(gaps('b.org')).toHaveLength(3);
    for (const gap of gaps('b.org')) expect(gap).toBeGreaterThanOrEqual(60_000);
  });

  it('sets the bounds of a request, and when to come back, under a path', async () => {
    const bounds: Record<string, readonly number[]> = {};
    const kept = ({ url, maxBytes, timeoutMs }: FetchRequest) => {
      bounds[url] = [maxBytes, timeoutMs];
      return page(url, '/deep/1');
    };
    const crawl = await crawlWith(
      { 'http://a.org/': kept, 'http://a.org/deep/1': kept },
      ['http://a.org/'],
      '- { surt: "(org,a,)/deep/", fetch: { maxBytes: 5000 }, revisit: { success: 86400 } }\n' +
        '- { host: a.org, fetch: { timeout: 3, maxBytes: 9000 } }',
    );
    await crawl.run(1_000);
    expect(bounds).toEqual({ 'http://a.org/': [9_000, 3_000], 'http://a.org/deep/1': [5_000, 3_000] });
    const job = await crawl.job();
    const rests = async (url: string) => {
      const found = await findPage(crawl.ports, job, url as CanonicalUrl);
      return found?.state === 'visited' ? (found.next ?? 0) - found.at : undefined;
    };
    expect(await rests('http://a.org/deep/1')).toBe(day);
    expect(await rests('http://a.org/')).toBe(testSettings('x').revisit.successMs);
  });

  it('keeps no bytes of some pages, and their changes are whole', async () => {
    const crawl = await crawlWith(
      { 'http://a.org/': page('home', '/raw/1'), 'http://a.org/raw/1': page('raw') },
      ['http://a.org/'],
      '- { surt: "(org,a,)/raw/", documents: { keep: false }, extract: { heading: title } }',
    );
    await crawl.run(1_000);
    const changes = await crawl.changes();
    const of = (url: string) => changes.find((change) => 'url' in change && change.url === url);
    expect(of('http://a.org/')).toMatchObject({ record: { title: 'home' } });
    expect(of('http://a.org/')).toHaveProperty('document');
    expect(of('http://a.org/raw/1')).toMatchObject({
      record: { title: 'raw', fields: { heading: 'raw' } },
    });
    expect(of('http://a.org/raw/1')).not.toHaveProperty('document');
  });

  it('bounds the depth of one host, for its own links and for those that lead there', async () => {
    const crawl = await crawlWith(
      {
        'http://a.org/': page('a', 'http://b.org/', '/1'),
        'http://a.org/1': page('a 1', '/2'),
        'http://a.org/2': page('a 2'),
        'http://b.org/': page('b', '/1'),
        'http://b.org/1': page('b 1'),
      },
      ['http://a.org/'],
      '- { host: b.org, scope: { maxDepth: 1 } }',
    );
    await crawl.run(1_000);
    expect(await crawl.outcome('http://a.org/2')).toBe('stored');
    expect(await crawl.outcome('http://b.org/')).toBe('stored');
    expect(await crawl.outcome('http://b.org/1')).toBeUndefined();
  });

  it('gives the turns of a host another number of pages, and the ceiling of the day counts them', async () => {
    const crawl = await crawlWith(
      {},
      ['http://a.org/', 'http://b.org/', 'http://c.org/'],
      '- { host: b.org, turn: { maxPages: 2 } }',
      { limits: { pagesPerDay: 8 } },
    );
    await dispatch(crawl.ports, { timing: timing(60_000), maxOutstanding: 10 });
    const tickets = crawl.stores.tickets.receive(10).map(({ ticket }) => [ticket.host, ticket.pages]);
    expect(Object.fromEntries(tickets)).toMatchObject({ 'b.org': 2 });
    expect(tickets.reduce((sum, [, pages]) => sum + Number(pages), 0)).toBe(8);
  });
});

describe('the deny list of an installation', () => {
  it('goes to all of its jobs at once, and changes nothing else of them', async () => {
    const ports = memoryPorts();
    const deny = [{ file: 'installation.yaml', line: 1, entries: ['x.org'] }];
    for (const name of ['apples', 'pears']) await ensureJob(ports, testSettings(name));
    await ensureJob(ports, { ...testSettings('pears'), deny });
    const before = await ports.jobs.jobs();
    expect(await denyHosts(ports, deny)).toEqual(['apples']);
    expect(await denyHosts(ports, deny)).toEqual([]);
    const [apples, pears] = await ports.jobs.jobs();
    expect(pears).toEqual(before[1]);
    expect(apples).toEqual({ ...before[0], config: apples?.config });
    const settings = await ports.jobs.settings('apples', apples?.config ?? '');
    expect(settings).toEqual({ ...testSettings('apples'), deny });
    expect(await denyHosts(ports, [])).toEqual(['apples', 'pears']);
    expect((await ports.jobs.jobs())[0]).toEqual(before[0]);
    ports.close();
  });
});
