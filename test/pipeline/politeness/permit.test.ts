import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { askRobots } from '../../../lib/pipeline/robots/ask-robots.ts';
import { askSearch } from '../../../lib/pipeline/seeds/ask-search.ts';
import { readPages } from '../../../lib/pipeline/seeds/read-pages.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

const rules = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow:\n' };
const toOther = { status: 301, headers: { location: 'http://b.example/robots.txt' } };
const web: Web = {
  'http://a.example/robots.txt': toOther,
  'http://b.example/robots.txt': rules,
  'http://a.example/': page('a'),
  'http://b.example/': page('b'),
  'http://c.example/': { status: 302, headers: { location: 'http://b.example/' } },
};
const denied: Partial<JobSettings> = {
  deny: [{ file: 'installation.yaml', line: 1, entries: ['b.example'] }],
};

let crawl: SmallCrawl;
afterEach(() => crawl.close());

/** A crawl whose host b.example is denied by the installation, or blocked by a person. */
async function refusing(how: 'denied' | 'blocked', seeds: readonly string[]): Promise<JobSettings> {
  crawl = await smallCrawl(web, { seeds, ...(how === 'denied' ? { settings: denied } : {}) });
  if (how === 'blocked') {
    const head = { requestId: 'x', by: 'a test', reason: 'its owner asks', dryRun: false };
    await runCommand(crawl.ports, { ...head, command: 'block', host: 'b.example', purge: false });
  }
  return { ...testSettings(jobName), ...(how === 'denied' ? denied : {}) };
}

async function collect<T>(some: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const one of some) all.push(one);
  return all;
}

const asked = (): readonly string[] => crawl.requests.map(({ url }) => url);
const ofOther = (): readonly string[] => asked().filter((url) => url.startsWith('http://b.example'));

describe.each(['denied', 'blocked'] as const)('a host that is %s is asked for nothing', (how) => {
  it('where the robots.txt of another host leads to it', async () => {
    await refusing(how, ['http://a.example/']);
    await crawl.run();
    expect(asked()).toEqual(['http://a.example/robots.txt']);
    expect(await crawl.outcome('http://a.example/')).toBe('failed');
  });

  it('by whoever reads pages to train or to classify by them', async () => {
    const settings = await refusing(how, []);
    const reads = readPages(crawl.ports, settings, ['http://b.example/'], { patienceMs: 1_000 });
    const said = await collect(reads);
    expect(said).toEqual([
      { input: 'http://b.example/', problem: expect.stringMatching(/deny list|on hold/) },
    ]);
    expect(asked()).toEqual([]);
  });

  it('by a search service at it', async () => {
    const settings = await refusing(how, []);
    const api = { url: 'http://b.example/search?q={query}', headers: {}, results: 'urls' };
    const answers = askSearch(crawl.ports, settings, api as never, 'key', ['birds'], { patienceMs: 1_000 });
    expect(await collect(answers)).toEqual([
      { query: 'birds', problem: expect.stringMatching(/deny list|on hold/) },
    ]);
    expect(asked()).toEqual([]);
  });

  it('by doctor, for its robots.txt', async () => {
    const settings = await refusing(how, []);
    const url = 'http://b.example/' as CanonicalUrl;
    expect(await askRobots(crawl.ports, settings, timing(60_000), url)).toMatchObject({ kind: 'refused' });
    expect(ofOther()).toEqual([]);
  });
});

describe('a host that our own settings kept from being asked', () => {
  it('is asked as soon as they let us, its seeds when they are named again', async () => {
    let allowed = false;
    const refused = { kind: 'error', reason: 'address-refused', detail: 'private', elapsedMs: 0 } as const;
    crawl = await smallCrawl(web, {
      seeds: ['http://b.example/'],
      through: (ports) => ({
        ...ports,
        fetcher: {
          ...ports.fetcher,
          fetch: async (request) => (allowed ? await ports.fetcher.fetch(request) : refused),
        },
      }),
    });
    await crawl.run();
    expect(await crawl.outcome('http://b.example/')).toBe('failed');
    const { robots, gates, clock } = crawl.stores;
    expect(await robots.robots('http://b.example')).toBeUndefined();
    expect((await gates.gate('b.example' as never))?.notBefore ?? 0).toBeLessThanOrEqual(clock.now());
    allowed = true;
    await seed(crawl.ports, await crawl.job(), ['http://b.example/']);
    await crawl.run(1_000);
    expect(await crawl.outcome('http://b.example/')).toBe('stored');
  });
});

describe('a host that answers 503', () => {
  it('and names no time to speak of is backed off from, and its page has tries left after hours', async () => {
    const hour = 3_600_000;
    crawl = await smallCrawl(
      { 'http://a.example/': { status: 503, headers: { 'retry-after': '0' } } },
      { seeds: ['http://a.example/'] },
    );
    await crawl.run(6 * hour);
    const tries = crawl.requests.filter(({ url }) => url === 'http://a.example/').map(({ at }) => at);
    expect(tries).toHaveLength(4);
    expect((tries[1] ?? 0) - (tries[0] ?? 0)).toBeGreaterThanOrEqual(60_000);
    await crawl.run(30 * hour);
    expect(crawl.requests.filter(({ url }) => url === 'http://a.example/').length).toBeGreaterThan(4);
  });

  it('for its robots.txt, too, is crawled as soon as that may be asked for again', async () => {
    const since = (): number => crawl.stores.clock.monotonic();
    let began: number | undefined;
    const down = { status: 503, headers: { 'retry-after': '3' } };
    crawl = await smallCrawl(
      {
        'http://a.example/robots.txt': () => {
          began ??= since();
          return since() - began < 300_000 ? down : { status: 404 };
        },
        'http://a.example/': page('a', '/1'),
        'http://a.example/1': page('one'),
      },
      { seeds: ['http://a.example/'] },
    );
    await crawl.run(15 * 60_000);
    expect(await crawl.outcome('http://a.example/')).toBe('stored');
    expect(await crawl.outcome('http://a.example/1')).toBe('stored');
  });
});
