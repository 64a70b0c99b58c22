import { describe, expect, it } from 'vitest';
import { type Score, scored } from '../../support/trap-web/score.ts';
import { furtherTraps, honestSites, singleTraps, webNamed } from '../../support/trap-web/webs.ts';
import { type SimulationOptions, simulateCrawl } from './simulated-crawl.ts';

async function score(name: string, options?: SimulationOptions): Promise<Score> {
  return (await simulateCrawl(webNamed(name), { maxFetches: 6_000, ...options })).score;
}

/** Of all fetches. */
const mostTrapped = 0.05;
/** The short run keeps to those that cost most. */
const seeds =
  process.env.WINNOW_TEST_FULL === '1'
    ? Array.from({ length: 30 }, (_, i) => String(i + 1))
    : ['2', '5', '10', '11', '12', '14', '17', '20'];
/** Subdomains are the business of the ledgers of registered domains. */
const acrossHosts = /^subdomains\/|^honest\/members$/;
/**
 * Without another opinion every page of a maze has a text of its own, pairs of facets are honest in one site and the
 * trap in the next; and where every page that is not there says something else in its text, it is a page.
 */
const undecidable = /^directories\/maze$|^facets\/pairs$|teaser$/;

describe('a web of 500 honest pages with a trap of each kind beside them', () => {
  it.each([
    ['as bodies are', {}],
    ['a page a turn', { pagesPerTurn: 1 }],
    ['many pages a turn', { pagesPerTurn: 100 }],
    ['bodies that spill early', { headBytes: 2_000 }],
  ])('is fetched to its last honest page, with one fetch in twenty in traps: %s', async (_, options) => {
    const { missed, trapShare } = await score('standard', options);
    expect(missed).toEqual([]);
    expect(trapShare).toBeLessThanOrEqual(mostTrapped);
  });

  it.each(seeds)('is so in other shapes, too: %s', async (name) => {
    const { missed, trapShare } = await score(name);
    expect(missed).toEqual([]);
    expect(trapShare).toBeLessThanOrEqual(mostTrapped);
  });
});

describe('one trap beside 150 honest pages', () => {
  it.each(
    [...singleTraps, ...furtherTraps].filter((name) => !acrossHosts.test(name) && !undecidable.test(name)),
  )('costs few fetches and no honest page: %s', async (name) => {
    const { missed, trapped } = await score(name);
    expect(missed).toEqual([]);
    expect(trapped).toBeLessThanOrEqual(12);
  });
});

describe('an honest site that looks like a trap', () => {
  it.each(honestSites.filter((name) => !acrossHosts.test(name)))(
    'is fetched to its last page: %s',
    async (name) => {
      expect((await score(name)).missed).toEqual([]);
    },
    30_000,
  );
});

describe('where nothing is held', () => {
  it('a trap is walked into for ever', async () => {
    const { score: lost } = await simulateCrawl(webNamed('calendar/folders'), {
      maxFetches: 500,
      traps: { hold: false },
    });
    expect(lost.trapped).toBeGreaterThan(200);
  });

  it('a pattern that is accepted is none', async () => {
    const accept = ['/events/Y/#/', '/events/Y/#/#/'];
    const { log } = await simulateCrawl(webNamed('calendar/folders'), { maxFetches: 500, traps: { accept } });
    expect(scored(webNamed('calendar/folders'), log).trapped).toBeGreaterThan(200);
  });
});
