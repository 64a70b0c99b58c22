import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../../bin/test-io.ts';
import { standardWeb, webNamed } from '../../../support/trap-web/webs.ts';
import { crawlTrapWeb, type TrapCrawl } from '../../support/web/crawl-trap-web.ts';
import { expectHonest, mostWaiting } from '../../support/web/expect-honest.ts';
import { unnamedTraps } from '../../support/web/named-traps.ts';

/** Fetches in what says something new on every page, each of which leads to more that nothing else leads to. */
const mostNew = 100;

/** Commits crawl one web of a kind; the others, which guard breadth, stand in the full tests. */
const isFull = process.env.WINNOW_TEST_FULL === '1';

/** Ten years of days are 4,200 fetches, which a busy machine takes its time for; the crawl has a limit of its own. */
const longestMs = 250_000;

describe('a web of 500 honest pages with a trap of each kind, crawled with the default settings', () => {
  const web = standardWeb();
  let crawl: TrapCrawl;

  beforeAll(async () => {
    crawl = await crawlTrapWeb(web);
  });

  afterAll(() => {
    if (crawl !== undefined) rmSync(crawl.directory, { recursive: true });
  });

  it('has its honest pages fetched, with few fetches in each of its traps', () => {
    expectHonest(crawl.score, web);
  });

  it('lets the crawl end', () => {
    expect(crawl.report.end).toBe('done');
  });

  it('has all of its traps named by status', async () => {
    const { out } = await winnow(['status', '--job', crawl.directory]);
    expect(unnamedTraps(web, crawl.score, out), out).toEqual([]);
  });
});

describe('the same in other shapes', { timeout: longestMs }, () => {
  // The simulated crawl by yield has webs drawn at random at every commit.
  it.skipIf(!isFull).each(['every-day', '1', '2', '3', '4'])(
    'has its honest pages found: %s',
    async (name) => {
      const web = webNamed(name);
      const { score, report, directory } = await crawlTrapWeb(web);
      expect(report.end).toBe('done');
      expectHonest(score, web);
      rmSync(directory, { recursive: true });
    },
  );
});

describe('a host that has a page for every URL, with new text and links in each answer', () => {
  it.each(
    isFull
      ? ['made-up/error-words/honest/categories', 'made-up/any-words/honest/wiki']
      : ['made-up/any-words/honest/wiki'],
  )('is left when its pages say nothing new, and nearly all that is honest is found: %s', async (name) => {
    const { score, report, directory } = await crawlTrapWeb(webNamed(name));
    expect(report.end).toBe('done');
    expect(score.missed.length).toBeLessThanOrEqual(score.total * 0.07);
    expect(score.trapped).toBeLessThanOrEqual(mostNew);
    rmSync(directory, { recursive: true });
  });
});

describe('two hosts whose redirects lead to each other, each to a URL of its own', () => {
  it('are left after a few', async () => {
    const web = webNamed('redirects/between-hosts');
    const { score, report, directory } = await crawlTrapWeb(web);
    expect(report.end).toBe('done');
    expectHonest(score, web);
    rmSync(directory, { recursive: true });
  });
});

describe('sites that look like traps', () => {
  it.each([
    // The simulated crawl by yield finds these at every commit.
    ...(isFull ? ['honest/forum', 'honest/wiki', 'honest/photos', 'honest/comments'] : []),
    ...(isFull ? ['honest/categories', 'honest/moved', 'honest/numbers', 'honest/versions'] : []),
    'honest/members',
  ])('are fetched to their last page: %s', async (name) => {
    const { score, report, directory } = await crawlTrapWeb(webNamed(name));
    expect(report.end).toBe('done');
    expect(score.missed).toEqual([]);
    rmSync(directory, { recursive: true });
  });

  it('are fetched but for some pages that wait for the next try: honest/tracked-shop', async () => {
    const { score, report, directory } = await crawlTrapWeb(webNamed('honest/tracked-shop'));
    expect(report.end).toBe('done');
    expect(score.missed.length).toBeLessThanOrEqual(score.total * mostWaiting);
    rmSync(directory, { recursive: true });
  });
});
