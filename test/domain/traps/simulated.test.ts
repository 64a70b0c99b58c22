import { describe, expect, it } from 'vitest';
import { type Score, scored } from '../../support/trap-web/score.ts';
import {
  fabricators,
  furtherTraps,
  growingTraps,
  honestSites,
  singleTraps,
  webNamed,
} from '../../support/trap-web/webs.ts';
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
/** Pairs of facets are honest in one site and the trap in the next. Where each page says something else, more are tried. */
const undecidable = /^directories\/maze$|^facets\/pairs$|teaser$/;
/** Of numbers that cannot exist no host is asked. */
const fresh = [
  ...growingTraps.filter((name) =>
    /soft-404\/(?!.*numbers$)|calendar\/sentence$|sessions\/(?:comma|tilde)$/.test(name),
  ),
  ...['further/soft-404/teaser', 'further/soft-404/host-teaser', 'directories/maze'],
];
/** One and the same page for a URL, and no words that others have: nothing tells it from a real one. */
const hosts = Object.keys(fabricators).filter((name) => name !== 'any-words-fixed');
const isFull = process.env.WINNOW_TEST_FULL === '1';
const besides = isFull
  ? honestSites.filter((name) => !/members$|every-day$|flat-items$/.test(name))
  : ['honest/wiki', 'honest/categories', 'archive/folders', 'listing/folder-next'];

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

describe('a trap that says something else on each page', () => {
  it.each(fresh)('is found out by URLs that cannot exist, or by visiting one again: %s', async (name) => {
    const { missed, trapped } = await score(name, { maxFetches: 1_000 });
    expect(missed).toEqual([]);
    expect(trapped).toBeLessThanOrEqual(45);
  });

  it.each(hosts)('is found out where a whole host makes up its pages: %s', async (name) => {
    const { missed, trapped } = await score(`made-up/${name}`, { maxFetches: 1_000 });
    expect(missed).toEqual([]);
    expect(trapped).toBeLessThanOrEqual(35);
  });

  it.each(besides)('costs no page of an honest site on that host: %s', async (name) => {
    for (const host of ['any-words', 'error-words']) {
      const { missed, trapped } = await score(`made-up/${host}/${name}`, { maxFetches: 3_000 });
      expect(missed).toEqual([]);
      expect(trapped).toBeLessThanOrEqual(35);
    }
  });

  it.each(['error-words', 'any-words'])('is found out in a body that spills early, too: %s', async (name) => {
    const { missed, trapped } = await score(`made-up/${name}`, { maxFetches: 1_000, headBytes: 2_000 });
    expect(missed).toEqual([]);
    expect(trapped).toBeLessThanOrEqual(35);
  });
});

describe('an honest site that looks like a trap', () => {
  it.each(honestSites.filter((name) => !acrossHosts.test(name)))(
    'is fetched to its last page: %s',
    async (name) => {
      expect((await score(name)).missed).toEqual([]);
    },
    120_000,
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
