import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../../bin/test-io.ts';
import type { Score } from '../../../support/trap-web/score.ts';
import { standardWeb, webNamed } from '../../../support/trap-web/webs.ts';
import { crawlTrapWeb, type TrapCrawl } from '../../support/web/crawl-trap-web.ts';
import { unnamedTraps } from '../../support/web/named-traps.ts';

/** Of all fetches, robots.txt not counted. */
const mostTrapped = 0.05;
/** In webs made at random all traps may be of the costlier shapes: `node bench/traps.ts --seeds 20` shows how much. */
const mostInAnyShape = 0.055;

/** Ten years of days are 4,200 fetches, which a busy machine takes its time for; the crawl has a limit of its own. */
const longestMs = 250_000;

function expectHonest(score: Score, most: number): void {
  expect(score.missed).toEqual([]);
  expect(score.trapUrls.length, score.trapUrls.join('\n')).toBeLessThanOrEqual(score.fetches * most);
}

describe('a web of 500 honest pages with a trap of each kind, crawled with the default settings', () => {
  const web = standardWeb();
  let crawl: TrapCrawl;

  beforeAll(async () => {
    crawl = await crawlTrapWeb(web);
  });

  afterAll(() => {
    if (crawl !== undefined) rmSync(crawl.directory, { recursive: true });
  });

  it('is fetched to its last honest page, with at most a fetch in twenty in its traps', () => {
    expectHonest(crawl.score, mostTrapped);
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
  it.each(['every-day', '1', '2', '3', '4'])('has all of its honest pages found: %s', async (name) => {
    const { score, report, directory } = await crawlTrapWeb(webNamed(name));
    expect(report.end).toBe('done');
    expectHonest(score, mostInAnyShape);
    rmSync(directory, { recursive: true });
  });
});

describe('a host that has a page for every URL, with new text and links in each answer', () => {
  it.each(['made-up/error-words/honest/categories', 'made-up/any-words/honest/wiki'])(
    'is left when a URL that cannot exist has one, too: %s',
    async (name) => {
      const { score, report, directory } = await crawlTrapWeb(webNamed(name));
      expect(report.end).toBe('done');
      expect(score.missed).toEqual([]);
      expect(score.trapped).toBeLessThanOrEqual(35);
      const { out } = await winnow(['status', '--job', directory]);
      expect(out).toContain('made-up');
      rmSync(directory, { recursive: true });
    },
  );
});

describe('two hosts whose redirects lead to each other, each to a URL of its own', () => {
  it('are left after a few', async () => {
    const { score, report, directory } = await crawlTrapWeb(webNamed('redirects/between-hosts'));
    expect(report.end).toBe('done');
    expectHonest(score, mostTrapped);
    rmSync(directory, { recursive: true });
  });
});

describe('sites that look like traps', () => {
  it.each([
    'honest/forum',
    'honest/wiki',
    'honest/tracked-shop',
    'honest/numbers',
    'honest/photos',
    'honest/comments',
    'honest/versions',
    'honest/members',
    'honest/categories',
    'honest/moved',
  ])('are fetched to their last page: %s', async (name) => {
    const { score, report, directory } = await crawlTrapWeb(webNamed(name));
    expect(report.end).toBe('done');
    expect(score.missed).toEqual([]);
    rmSync(directory, { recursive: true });
  });
});
