import { describe, expect, test } from 'vitest';
import { dayMs, type FreshnessSettings } from '../../../lib/domain/revisit/freshness-settings.ts';
import { freshness } from '../../../lib/domain/revisit/ideal-interval.ts';
import { popularityOf } from '../../../lib/domain/revisit/popularity.ts';
import { idealFreshness } from '../../support/long-crawl/ideal-freshness.ts';
import {
  freshnessOf,
  type SimulatedPage,
  simulateRevisits,
} from '../../support/long-crawl/revisit-simulation.ts';

const settings: FreshnessSettings = {
  ...{ everyMs: 10 * dayMs, minMs: dayMs, maxMs: 120 * dayMs },
  ...{ per: 'page', relevance: 0, popularity: 0, popularityBy: 'sites', share: 0.25, maintenanceShare: 0.9 },
};
const size = { seed: 11, hosts: 20, pagesPerHost: 30 };

describe.each([
  ['pages that change each in its own way', true],
  ['hosts whose pages change alike', false],
])('a year of revisits of %s', (_, ownRates) => {
  const { pages, perDay, wanted } = simulateRevisits({ ...size, ownRates, settings });
  const rates = pages.map(({ rate }) => rate);
  const fresh = freshnessOf(pages);
  const ideal = idealFreshness(rates, perDay);
  const even = rates.reduce((sum, rate) => sum + freshness((rate * pages.length) / perDay), 0) / pages.length;

  test('keeps the collection within a tenth as fresh as who knows all rates would, for the same visits', () => {
    expect(fresh).toBeGreaterThan(0.9 * ideal);
    expect(fresh).toBeLessThan(1.05 * ideal);
  });

  test('keeps it fresher than visits at even intervals', () => {
    expect(fresh).toBeGreaterThan(even);
  });

  test('makes about as many visits as are planned for', () => {
    expect(perDay).toBeGreaterThan(0.85 * wanted);
    expect(perDay).toBeLessThan(1.15 * wanted);
  });
});

// With figures: `node bench/freshness.ts`.
describe.each([
  ['popularity', ({ sites }: SimulatedPage) => popularityOf(sites)],
  ['relevance', ({ relevance }: SimulatedPage) => relevance],
] as const)('a year of revisits in which %s counts', (setting, worth) => {
  const plain = simulateRevisits({ ...size, ownRates: true, settings });
  const weighted = simulateRevisits({ ...size, ownRates: true, settings: { ...settings, [setting]: 4 } });

  test('keeps what has more of it fresher than one in which it does not, for as many visits', () => {
    expect(weighted.perDay / plain.perDay).toBeCloseTo(1, 1);
    expect(freshnessOf(weighted.pages, worth)).toBeGreaterThan(freshnessOf(plain.pages, worth) + 0.01);
  });
});
