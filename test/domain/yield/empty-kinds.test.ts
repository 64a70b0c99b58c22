import { describe, expect, it } from 'vitest';
import { emptyKinds } from '../../support/honest-web/empty-kinds.ts';
import { crawlByYield } from './simulated-crawl.ts';

const isFull = process.env.WINNOW_TEST_FULL === '1';
const seeds = Array.from({ length: isFull ? 12 : 2 }, (_, i) => i + 1);
const maxFetches = 1_000;

describe('a crawl by yield of a trap that looks like an honest site', () => {
  const cases = Object.entries(emptyKinds).flatMap(([kind, make]) =>
    seeds.map((seed) => [kind, seed, make] as const),
  );

  it.each(cases)('costs 50 fetches at most, and hides no honest page: %s %i', async (_, seed, make) => {
    const { score } = await crawlByYield(make(seed), { maxFetches });
    expect(score.trapped).toBeLessThanOrEqual(50);
    expect(score.missed).toEqual([]);
  });
});
