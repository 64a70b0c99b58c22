import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ChangeHistory,
  hostRate,
  rateAfter,
  withPage,
} from '../../../lib/domain/revisit/change-rate.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const unknown: ChangeHistory = { changes: 0, days: 0 };

interface Seen {
  readonly days: number;
  readonly changed: boolean;
}

/** The rate of greatest likelihood for visits at irregular intervals, by bisection of the equation that defines it. */
function likeliest(visits: readonly Seen[]): number {
  const still = visits.reduce((sum, { days, changed }) => sum + (changed ? 0 : days), 0);
  let [low, high] = [1e-6, 1e3];
  for (let step = 0; step < 200; step += 1) {
    const rate = Math.sqrt(low * high);
    const moved = visits.reduce(
      (sum, { days, changed }) => sum + (changed ? days / Math.expm1(rate * days) : 0),
      0,
    );
    if (moved > still) low = rate;
    else high = rate;
  }
  return low;
}

function estimate(visits: readonly Seen[]): number {
  let rate = hostRate(unknown);
  let watched = 0;
  for (const { days, changed } of visits) {
    rate = rateAfter(rate, watched, days, changed, unknown);
    watched += days;
  }
  return rate;
}

describe('the estimate of how often a page changes', () => {
  test.each([1 / 100, 1 / 20, 1 / 5, 1, 3])(
    'comes near %s changes a day over irregular visits, and near what is likeliest',
    (rate) => {
      const random = seededRandom(7, Math.round(rate * 1_000));
      const errors: number[] = [];
      const fromLikeliest: number[] = [];
      for (let page = 0; page < 200; page += 1) {
        const visits = Array.from({ length: 200 }, () => {
          const days = (0.2 + random() * 1.6) * Math.min(3, 1 / rate);
          return { days, changed: random() < -Math.expm1(-rate * days) };
        });
        errors.push(Math.log(estimate(visits) / rate));
        if (visits.filter(({ changed }) => changed).length > 5)
          fromLikeliest.push(Math.abs(Math.log(estimate(visits) / likeliest(visits))));
      }
      expect(Math.abs(mean(errors))).toBeLessThan(0.25);
      if (fromLikeliest.length > 100) expect(mean(fromLikeliest)).toBeLessThan(0.25);
    },
  );

  test('falls with every visit that finds nothing new, and rises with one that does', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 5, noNaN: true }),
        fc.double({ min: 0, max: 400, noNaN: true }),
        fc.double({ min: 0.01, max: 90, noNaN: true }),
        (rate, watched, days) => {
          expect(rateAfter(rate, watched, days, false, unknown)).toBeLessThan(rate);
          expect(rateAfter(rate, watched, days, true, unknown)).toBeGreaterThanOrEqual(rate * (1 - 1e-12));
        },
      ),
    );
  });

  test('begins with what the other pages of the host told', () => {
    let host = unknown;
    for (let page = 0; page < 100; page += 1) host = withPage(host, 1, 1);
    expect(hostRate(host)).toBeGreaterThan(0.7);
    for (let page = 0; page < 3_000; page += 1) host = withPage(host, 30, 0);
    expect(hostRate(host)).toBeLessThan(0.01);
  });
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
