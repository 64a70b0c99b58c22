import { afterEach, describe, expect, it } from 'vitest';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { defaultRobotsSettings } from '../../../lib/rules/robots/robots-settings.ts';
import { override } from '../../model/override.ts';
import { type Answer, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

let crawl: SmallCrawl | undefined;
afterEach(() => crawl?.close());

const home = 'http://a.example/';
const file = 'http://a.example/robots.txt';
const day = 86_400_000;

/** Comes back to each page every day, and wakes its host for as long. */
const daily = {
  successMs: day,
  movedMs: day,
  notModifiedMs: day,
  notFoundMs: day,
  unavailableMs: day,
  robotsDeniedMs: day,
  orphans: 'keep' as const,
  orphanMs: day,
  byMediaTypeMs: {},
};

async function crawled(web: Web, settings: Partial<JobSettings>, withinMs = 0): Promise<SmallCrawl> {
  crawl = await smallCrawl(web, { seeds: [home], settings });
  await crawl.run(withinMs);
  return crawl;
}

/** When a URL was asked for, in days since the start. */
function daysOf({ requests }: SmallCrawl, url: string): readonly number[] {
  return requests.filter((request) => request.url === url).map(({ at }) => at / day);
}

describe('robots.txt that fails', () => {
  it('gives its last copy back after a long outage, and not before', async () => {
    let asked = 0;
    const web: Web = {
      [file]: (): Answer => (asked++ === 0 ? { body: 'User-agent: *\nDisallow: /secret' } : { status: 500 }),
      [home]: page('home', '/secret'),
      'http://a.example/secret': page('secret'),
    };
    const robots = { ...defaultRobotsSettings, maxAgeMs: day / 2, outageMs: 10 * day };
    const one = await crawled(web, { robots, revisit: daily }, 20 * day);
    expect(await one.outcome('http://a.example/secret')).toBe('denied');
    expect(daysOf(one, 'http://a.example/secret')).toEqual([]);
    const visits = daysOf(one, home);
    expect(visits[0]).toBeLessThan(1);
    expect(visits.length).toBeGreaterThan(2);
    expect(visits[1]).toBeGreaterThanOrEqual(11);
    // Growing pauses: in the first day of the outage it is asked for more than once, in later days about once.
    expect(daysOf(one, file).length).toBeLessThan(25);
  });

  it.each([
    ['deny', false],
    ['allow', true],
  ] as const)('and was never had, means %s after a long outage', async (afterOutage, fetched) => {
    const web: Web = { [file]: { status: 503 }, [home]: page('home') };
    const robots = { ...defaultRobotsSettings, outageMs: 5 * day, afterOutage };
    const one = await crawled(web, { robots, revisit: daily }, 8 * day);
    expect(daysOf(one, home).length > 0).toBe(fetched);
    for (const at of daysOf(one, home)) expect(at).toBeGreaterThanOrEqual(5);
  });
});

describe('robots.txt that cannot be read, because reading it ended a thread', () => {
  it('counts as one that cannot be had: nothing of its host is fetched', async () => {
    const web: Web = { [file]: { body: 'User-agent: *\nCrawl-delay: 1' }, [home]: page('home') };
    crawl = await smallCrawl(web, {
      seeds: [home],
      through: (ports) => ({
        ...ports,
        reader: override(ports.reader, { readHere: () => ({ unreadable: 'it took too long' }) }),
      }),
    });
    await crawl.run(3_600_000);
    expect(daysOf(crawl, file).length).toBeGreaterThan(0);
    expect(daysOf(crawl, home)).toEqual([]);
  });
});

describe('a Crawl-delay beyond the cap', () => {
  const web: Web = {
    [file]: { body: 'User-agent: *\nCrawl-delay: 7200' },
    [home]: page('home', '/2'),
    'http://a.example/2': page('two'),
  };

  it('is obeyed up to the cap', async () => {
    const one = await crawled(web, {}, day);
    const [first = 0, second = 0] = [...daysOf(one, home), ...daysOf(one, 'http://a.example/2')];
    expect((second - first) * day).toBeGreaterThanOrEqual(300_000);
    expect((second - first) * day).toBeLessThan(600_000);
  });

  it('keeps the host from being crawled where the job says so, and why names the line', async () => {
    const robots = { ...defaultRobotsSettings, longCrawlDelay: 'deny' } as const;
    const one = await crawled(web, { robots }, day);
    expect(await one.outcome(home)).toBe('denied');
    expect(daysOf(one, home)).toEqual([]);
  });
});

describe('robots.txt and how long it is kept', () => {
  it('is asked for again as soon as its max-age is over', async () => {
    const headers = { 'cache-control': 'max-age=7200' };
    const web: Web = {
      [file]: { body: '', headers },
      [home]: page('home'),
    };
    const revisit = { ...daily, successMs: day / 8, notModifiedMs: day / 8 };
    const one = await crawled(web, { revisit }, day / 2);
    expect(daysOf(one, file).length).toBe(daysOf(one, home).length);
  });
});
