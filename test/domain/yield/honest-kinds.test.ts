import { describe, expect, it } from 'vitest';
import { honestKinds } from '../../support/honest-web/honest-kinds.ts';
import { crawlByYield } from './simulated-crawl.ts';

const isFull = process.env.WINNOW_TEST_FULL === '1';
const seeds = Array.from({ length: isFull ? 12 : 1 }, (_, i) => i + 1);
const maxFetches = 4_000;

describe('a crawl by yield of an honest site that looks poor', () => {
  const cases = Object.entries(honestKinds).flatMap(([kind, make]) =>
    seeds.map((seed) => [kind, seed, make] as const),
  );

  it.each(cases)('finds nearly all of it at once, and all of it in time: %s %i', async (_, seed, make) => {
    const { score, later } = await crawlByYield(make(seed), { maxFetches });
    expect(score.missed.length).toBeLessThanOrEqual(0.01 * score.total);
    expect(later.missed).toEqual([]);
  });
});
