import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  freshness,
  intervalAt,
  type PageGroup,
  priceFor,
  visitsAt,
} from '../../../lib/domain/revisit/ideal-interval.ts';

const any = { min: 1e-3, max: 1e6 };
const total = (groups: readonly PageGroup[], price: number): number =>
  groups.reduce((sum, { count, rate, weight }) => {
    return sum + count * weight * freshness(rate * intervalAt(rate, weight, price, any));
  }, 0);

describe('the ideal schedule', () => {
  test('of five pages that change 1 to 5 times a day, for five visits, is that of Cho and Garcia-Molina (2003)', () => {
    const pages = [1, 2, 3, 4, 5].map((rate) => ({ count: 1, rate, weight: 1 }));
    const price = priceFor(pages, 5, any);
    const visits = pages.map(({ rate }) => 1 / intervalAt(rate, 1, price, any));
    for (const [index, expected] of [1.15, 1.36, 1.35, 1.14, 0].entries()) {
      expect(visits[index]).toBeCloseTo(expected, 1);
    }
  });

  test('uses up the visits that there are, no more, and is no worse than even intervals', () => {
    const group = fc.record({
      count: fc.integer({ min: 1, max: 50 }),
      rate: fc.double({ min: 0.01, max: 3, noNaN: true }),
      weight: fc.double({ min: 0.5, max: 4, noNaN: true }),
    });
    const groupsOf = fc.array(group, { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(groupsOf, fc.double({ min: 0.05, max: 2, noNaN: true }), (groups, each) => {
        const perDay = each * groups.reduce((sum, { count }) => sum + count, 0);
        const price = priceFor(groups, perDay, any);
        const visits = visitsAt(groups, price, any);
        expect(visits).toBeLessThanOrEqual(perDay * 1.001);
        expect(visits).toBeGreaterThanOrEqual(perDay * 0.99);
        const even = groups.reduce(
          (sum, { count, rate, weight }) => sum + count * weight * freshness(rate / each),
          0,
        );
        expect(total(groups, price)).toBeGreaterThanOrEqual(even * 0.999);
      }),
      { numRuns: 500 },
    );
  });

  test('comes to a page of more weight more often, and never beyond its bounds', () => {
    const bounds = { min: 1, max: 90 };
    const [light = 0, heavy = 0] = [1, 4].map((weight) => intervalAt(0.1, weight, 2, bounds));
    expect(heavy).toBeLessThan(light);
    expect(intervalAt(1e-6, 1, 1, bounds)).toBe(90);
    expect(intervalAt(50, 1, 1, bounds)).toBe(90);
    expect(intervalAt(5, 1, 1e-9, bounds)).toBe(1);
  });
});
