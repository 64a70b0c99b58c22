import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { why } from '../../../lib/capabilities/why.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { lookUp } from '../../../lib/pipeline/frontier/find-page.ts';
import { askAgain, ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import { listOf } from '../../../lib/rules/scope/scope-list.ts';
import type { ScopeSettings } from '../../../lib/rules/scope/scope-settings.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, page, reharvest, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

function settingsWith(scope: Partial<ScopeSettings>): JobSettings {
  const settings = testSettings(jobName);
  return { ...settings, scope: { ...settings.scope, ...scope } };
}

const crawlOf = (web: Web, seeds: readonly string[], scope: Partial<ScopeSettings>) =>
  smallCrawl(web, { seeds, settings: settingsWith(scope) });

async function hostHops(url: string): Promise<number> {
  return (await lookUp(crawl.ports, await crawl.job(), url as CanonicalUrl)).hostHops;
}

describe('host hops', () => {
  const chain: Web = {
    'http://a.org/': page('a', '/1', 'http://b.org/'),
    'http://a.org/1': page('a 1', '/2'),
    'http://a.org/2': page('a 2'),
    'http://b.org/': page('b', '/1', 'http://c.org/'),
    'http://b.org/1': page('b 1', 'http://c.org/1'),
    'http://c.org/': page('c', 'http://d.org/'),
    'http://c.org/1': page('c 1'),
    'http://d.org/': page('d'),
  };

  it('count links from host to host, from the hosts of the seeds, however deep a page is on its host', async () => {
    crawl = await crawlOf(chain, ['http://a.org/'], { maxHostHops: 2 });
    await crawl.run(1_000);
    expect(await crawl.outcome('http://c.org/1')).toBe('stored');
    expect(await crawl.outcome('http://d.org/')).toBeUndefined();
    const urls = ['http://a.org/2', 'http://b.org/1', 'http://c.org/'];
    expect(await Promise.all(urls.map(hostHops))).toEqual([0, 1, 2]);
  });

  it('of none keep to the hosts of the seeds, redirects included', async () => {
    const web = { ...chain, 'http://a.org/2': { status: 301, headers: { location: 'http://b.org/1' } } };
    crawl = await crawlOf(web, ['http://a.org/', 'http://c.org/'], { maxHostHops: 0 });
    await crawl.run(1_000);
    expect(await crawl.outcome('http://a.org/2')).toBe('redirected');
    expect(await crawl.outcome('http://c.org/')).toBe('stored');
    expect(await crawl.outcome('http://b.org/')).toBeUndefined();
    expect(await crawl.outcome('http://b.org/1')).toBeUndefined();
  });

  it('are the least of all ways, and those of a seed none', async () => {
    const web = { ...chain, 'http://a.org/2': page('a 2', 'http://c.org/1') };
    crawl = await crawlOf(web, ['http://a.org/'], { maxHostHops: 2 });
    await crawl.run(1_000);
    expect(await hostHops('http://c.org/')).toBe(1);
    expect(await crawl.outcome('http://d.org/')).toBe('stored');
    await seed(crawl.ports, await crawl.job(), ['http://c.org/new']);
    await crawl.run(1_000);
    expect(await hostHops('http://c.org/')).toBe(0);
  });
});

describe('links that were refused as too far', () => {
  it('come back with the next pass over the link log when their host has turned out to be nearer', async () => {
    const web: Web = {
      'http://a.org/': page('a', 'http://b.org/'),
      'http://b.org/': page('b', 'http://c.org/'),
      'http://c.org/': page('c', 'http://d.org/'),
      'http://d.org/': page('d', 'http://e.org/'),
      'http://e.org/': page('e'),
    };
    crawl = await crawlOf(web, ['http://a.org/'], { maxHostHops: 2 });
    await crawl.run(1_000);
    expect(await crawl.outcome('http://d.org/')).toBeUndefined();
    await seed(crawl.ports, await crawl.job(), ['http://b.org/new']);
    await crawl.run(1_000);
    expect(await hostHops('http://b.org/')).toBe(0);
    expect(await crawl.outcome('http://d.org/')).toBeUndefined();

    const recycledAgain = async () => {
      await askAgain(crawl.ports, jobName);
      await crawl.tick();
      await crawl.run(1_000);
    };
    await recycledAgain();
    expect(await hostHops('http://c.org/')).toBe(1);
    await recycledAgain();
    expect(await crawl.outcome('http://d.org/')).toBe('stored');
    expect(await crawl.outcome('http://e.org/')).toBeUndefined();
  });
});

describe('a rule that changed', () => {
  it('reaches what is pending, which ends as denied by it, with file and line', async () => {
    const links = Array.from({ length: 12 }, (_, n) => `/${n % 2 ? 'old' : 'new'}/${n}`);
    const web: Web = { 'http://a.org/': page('a', ...links) };
    for (const link of links) web[`http://a.org${link}`] = page(link);
    crawl = await crawlOf(web, ['http://a.org/'], {});
    await crawl.tick();
    expect(await crawl.outcome('http://a.org/old/11')).toBe('pending');
    const exclude = [{ file: 'exclude.txt', line: 88, entries: ['URL /old/'] }];
    await ensureJob(crawl.ports, settingsWith({ exclude }));
    await crawl.run(1_000);
    expect(await crawl.outcome('http://a.org/new/10')).toBe('stored');
    const { page: denied } = await lookUp(
      crawl.ports,
      await crawl.job(),
      'http://a.org/old/11' as CanonicalUrl,
    );
    expect(denied).toMatchObject({
      state: 'visited',
      outcome: 'denied',
      detail: 'scope: scope.exclude (exclude.txt:88): matches URL /old/',
    });
    expect(crawl.requests.map(({ url }) => url)).not.toContain('http://a.org/old/11');
  });

  it('reaches what was stored when it is due again', async () => {
    crawl = await crawlOf({ 'http://a.org/': page('a') }, ['http://a.org/'], {});
    await crawl.run(1_000);
    await ensureJob(crawl.ports, { ...settingsWith({}), deny: listOf(['a.org'], 'installation.yaml:3') });
    await crawl.stores.clock.advance(60_000);
    await reharvest(crawl);
    await crawl.run(1_000);
    expect(await crawl.outcome('http://a.org/')).toBe('denied');
  });
});

describe('why', () => {
  const scope: Partial<ScopeSettings> = {
    hosts: [{ file: 'hosts.txt', line: 1, entries: ['a.org', 'b.org'] }],
    exclude: [{ file: 'job.yaml', line: 7, entries: ['URL \\?', 'URL q='] }],
    rules: [
      {
        word: 'accept',
        source: 'job.yaml:9',
        test: { kind: 'surts', list: [{ file: 'job.yaml', line: 9, entries: ['(org,a,)/search'] }] },
      },
    ],
  };

  it.each([
    ['http://b.org/', ['✓ scope would be accepted as a seed: scope.hosts (hosts.txt:2): host b.org']],
    ['http://c.org/', ['✗ scope scope.hosts (default): c.org is not one of scope.hosts']],
    [
      'http://a.org/x?q=1',
      [
        '✗ scope scope.exclude (job.yaml:8): matches URL q=',
        '· rule accept, scope.hosts (hosts.txt:1): host a.org',
        '· rule reject, scope.exclude (job.yaml:7): matches URL \\?',
        '· rule reject, scope.exclude (job.yaml:8): matches URL q=',
      ],
    ],
    [
      'http://a.org/search?x',
      [
        '✓ scope would be accepted as a seed: scope.rules (job.yaml:9): SURT prefix (org,a,)/search',
        '· rule accept, scope.hosts (hosts.txt:1): host a.org',
        '· rule reject, scope.exclude (job.yaml:7): matches URL \\?',
        '· rule accept, scope.rules (job.yaml:9): SURT prefix (org,a,)/search',
      ],
    ],
    ['http://a.org/x.ZIP', ['✗ scope scope.excludeExtensions (default): extension zip']],
    [
      `http://a.org/${'x'.repeat(300)}`,
      ['✗ scope scope.maxUrlLength (default): 313 characters, more than 250'],
    ],
  ])('names each rule that spoke about %s, and the one that decides', async (url, expected) => {
    crawl = await crawlOf({}, [], scope);
    const { lines } = await why(crawl.ports, await crawl.job(), url);
    const said = lines
      .filter(({ step }) => step === 'scope' || step === 'rule')
      .map(
        ({ step, verdict, detail }) =>
          `${{ yes: '✓', no: '✗', info: '·' }[verdict as string]} ${step} ${detail}`,
      );
    const isAbout = (line: string) => expected.length > 1 || !line.startsWith('·');
    expect(said.filter(isAbout)).toEqual(expected);
  });
});
