import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { holdOf } from '../../../lib/domain/frontier/held.ts';
import { explainHold } from '../../../lib/pipeline/why/explain-hold.ts';
import { type FetchShares, fetchShares, quantile } from '../../support/random-web/fetch-shares.ts';
import { failureWeb, namedFailures } from '../../support/random-web/named-failures.ts';
import { randomWeb } from '../../support/random-web/random-web.ts';
import { dice } from '../../support/trap-web/text/prose.ts';
import { webNamed } from '../../support/trap-web/webs.ts';
import { crawlByYield } from './simulated-crawl.ts';

const isFull = process.env.WINNOW_TEST_FULL === '1';
const seeds = Array.from({ length: isFull ? 60 : 2 }, (_, i) => i + 1);
const orders = isFull ? [1, 2, 3, 4, 5] : [1];
const maxFetches = 4_000;

/** Fetches URLs of neighbouring depths in a drawn order, another one for each number. */
function drawnOrder(order: number): (url: CanonicalUrl, depth: number) => number {
  return (url, depth) => depth + 3 * dice('order', String(order), url).next();
}
describe('a crawl by yield of webs drawn at random', () => {
  it('spends few fetches in traps and loses no honest page', async () => {
    const shares: FetchShares[] = [];
    for (const seed of seeds) {
      const { score, later } = await crawlByYield(randomWeb(seed), { maxFetches });
      expect(later.missed, `random/${seed}`).toEqual([]);
      expect(score.missed.length, `late in random/${seed}`).toBeLessThanOrEqual(0.02 * score.total);
      shares.push(fetchShares(score));
    }
    expect(
      quantile(
        shares.map(({ share }) => share),
        0.5,
      ),
    ).toBeLessThanOrEqual(0.06);
    expect(Math.max(...shares.map(({ share }) => share))).toBeLessThanOrEqual(0.15);
    expect(Math.max(0, ...shares.flatMap(({ endless }) => endless))).toBeLessThanOrEqual(300);
  }, 600_000);

  it.each(orders)(
    'loses no honest page in another order of fetches, either: %i',
    async (order) => {
      for (const seed of seeds.slice(0, isFull ? 6 : 1)) {
        const { later } = await crawlByYield(randomWeb(seed), { maxFetches, rank: drawnOrder(order) });
        expect(later.missed, `random/${seed}`).toEqual([]);
      }
    },
    600_000,
  );

  it.each([
    ['a wiki whose first pages lead to most of it', 7, 19],
    ['an archive of pages that tell nothing themselves, beside errors that as many links lead to', 37, 3],
  ])('loses none of %s', async (_, seed, order) => {
    const { later } = await crawlByYield(randomWeb(seed), { maxFetches, rank: drawnOrder(order) });
    expect(later.missed).toEqual([]);
  });

  it.each(isFull ? [2, 5, 6, 7] : [2])(
    'finds the lists by one filter among those by two, in another order: %i',
    async (order) => {
      const rank = (url: CanonicalUrl, depth: number) => depth + dice('order', String(order), url).next();
      const { score } = await crawlByYield(webNamed('standard'), { maxFetches, rank });
      expect(score.missed).toEqual([]);
    },
  );
});

describe('a crawl by yield of a trap that nothing ended once', () => {
  it.each(Object.keys(namedFailures))(
    'costs under 50 fetches, 300 where it says something new, some 200 where it has an end: %s',
    async (name) => {
      const { score, bodies } = await crawlByYield(failureWeb(name), { maxFetches });
      const { trapped, endless, finite } = fetchShares(score);
      expect(score.missed).toEqual([]);
      expect(trapped).toBeLessThan(50);
      expect(finite).toBeLessThan(210);
      expect(Math.max(0, ...endless)).toBeLessThanOrEqual(300);
      // What `winnow why` says of a URL of the trap.
      for (const body of bodies.values()) {
        for (const entry of body.held.values()) {
          expect(entry.url).toContain('/trap');
          const hold = holdOf(body, entry);
          expect(hold && explainHold(hold)).toMatch(
            /^its region \S+ \(URLs of this form\) (bring next to nothing new: \d+ of \d+ fetches did|have no end: \d+ of \d+ fetches brought something new|come to an end, but brought nothing new in the last \d+ of \d+ fetches), .*\(next at \d+ fetches of the host\)\. /,
          );
        }
      }
    },
  );
});

describe('a crawl by yield of an honest site that looks like a trap', () => {
  it.each([
    'archive/folders',
    'archive/dashed',
    'listing/folder-next',
    'honest/forum',
    'honest/wiki',
    'honest/photos',
    'honest/comments',
    'honest/categories',
    'honest/moved',
    'honest/numbers',
    'honest/versions',
  ])('finds all of it, and nearly all before the days of tries: %s', async (name) => {
    const { score, later } = await crawlByYield(webNamed(name), { maxFetches });
    expect(later.missed).toEqual([]);
    expect(score.missed.length).toBeLessThanOrEqual(0.02 * score.total);
  });
});
