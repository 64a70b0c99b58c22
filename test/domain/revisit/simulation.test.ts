import { describe, expect, test } from 'vitest';
import type { ChangeHistory } from '../../../lib/domain/revisit/change-rate.ts';
import { dayMs, type FreshnessSettings } from '../../../lib/domain/revisit/freshness-settings.ts';
import { freshness, intervalAt, priceFor } from '../../../lib/domain/revisit/ideal-interval.ts';
import { afterDays, nextVisit } from '../../../lib/domain/revisit/next-visit.ts';
import { boundsOf, planned, type RevisitPlan } from '../../../lib/domain/revisit/plan.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const settings: FreshnessSettings = {
  ...{ everyMs: 10 * dayMs, minMs: dayMs, maxMs: 120 * dayMs },
  ...{ per: 'page', relevance: 0, popularity: 0, share: 0.25, maintenanceShare: 0.9 },
};
const quiet = { hasFallen: false, spent: 0, spentToday: 0 };
const days = 360;
const measuredFrom = 120;

interface Simulated {
  readonly rate: number;
  readonly firstSeen: number;
  at: number;
  next: number;
  estimate?: number;
  /** When it changes for the first time after it was visited. */
  changesAt: number;
}

/** Pages of hosts that change as often as they will, visited by the production schedule, planned once a day. */
function simulate(seed: number, hostCount: number, pagesPerHost: number, ownRates: boolean) {
  const random = seededRandom(seed);
  const soon = (rate: number): number => (-Math.log(1 - random()) / rate) * dayMs;
  const hosts = Array.from({ length: hostCount }, () => {
    const common = 2 ** (-8 + random() * 8);
    const pages = Array.from({ length: pagesPerHost }, (): Simulated => {
      const rate = ownRates ? 2 ** (-8 + random() * 8) : common;
      const at = random() * 10 * dayMs;
      return { rate, at, firstSeen: at, next: at, changesAt: Number.POSITIVE_INFINITY };
    });
    return { changes: { changes: 0, days: 0 } as ChangeHistory, pages };
  });
  const census: Record<string, number> = {};
  let plan: RevisitPlan | undefined;
  let [fresh, measured, visits] = [0, 0, 0];
  for (let day = 0; day < days; day += 1) {
    const now = day * dayMs;
    plan = planned(plan, census, quiet, settings, now);
    for (const host of hosts) {
      for (const page of host.pages) {
        while (page.next < now + dayMs) {
          const { next: at, estimate, firstSeen } = page;
          if (at >= measuredFrom * dayMs) {
            fresh += Math.min(at, page.changesAt) - page.at;
            measured += at - page.at;
            visits += 1;
          }
          const isFirst = estimate === undefined;
          const before = isFirst ? undefined : { at: page.at, firstSeen, rate: estimate };
          const changed = isFirst ? undefined : page.changesAt < at;
          const told = { at, changed, relevance: 0, relevanceBefore: 0 };
          const next = nextVisit(before, told, { settings, plan, host: host.changes }, census);
          host.changes = next.host;
          page.estimate = next.rate;
          page.at = at;
          page.next = afterDays(at, next.days ?? 10);
          page.changesAt = at + soon(page.rate);
        }
      }
    }
  }
  const pages = hosts.flatMap((host) => host.pages);
  const perDay = visits / (days - measuredFrom);
  const groups = pages.map(({ rate }) => ({ count: 1, rate, weight: 1 }));
  const bounds = boundsOf(settings);
  const price = priceFor(groups, perDay, bounds);
  const mean = (of: (rate: number) => number): number =>
    pages.reduce((sum, { rate }) => sum + of(rate), 0) / pages.length;
  return {
    fresh: fresh / measured,
    perDay,
    wanted: (pages.length * dayMs) / settings.everyMs,
    ideal: mean((rate) => freshness(rate * intervalAt(rate, 1, price, bounds))),
    even: mean((rate) => freshness((rate * pages.length) / perDay)),
  };
}

describe.each([
  ['pages that change each in its own way', true],
  ['hosts whose pages change alike', false],
])('a year of revisits of %s', (_, ownRates) => {
  const { fresh, ideal, even, perDay, wanted } = simulate(11, 20, 30, ownRates);

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
