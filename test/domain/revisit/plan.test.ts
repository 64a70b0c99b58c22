import { describe, expect, test } from 'vitest';
import { countPage } from '../../../lib/domain/revisit/census.ts';
import {
  boundsOf,
  dayMs,
  type FreshnessSettings,
  shareOf,
} from '../../../lib/domain/revisit/freshness-settings.ts';
import { intervalAt } from '../../../lib/domain/revisit/ideal-interval.ts';
import { planned } from '../../../lib/domain/revisit/plan.ts';

const settings: FreshnessSettings = {
  ...{ everyMs: 10 * dayMs, minMs: dayMs, maxMs: 100 * dayMs },
  ...{ per: 'page', relevance: 1, popularity: 1, popularityBy: 'sites', share: 0.2, maintenanceShare: 0.8 },
};
const census: Record<string, number> = {};
for (let page = 0; page < 1_000; page += 1) countPage(census, 0.01 * (1 + (page % 50)), 1, 1);
const quiet = { hasFallen: false, spent: 0, spentToday: 0 };

describe('the plan of revisits', () => {
  test('visits each page once in the time that is wanted, on the average', () => {
    expect(planned(undefined, census, quiet, settings, 0).perDay).toBeCloseTo(100);
  });

  test('leaves the ceiling of a day to new pages but for their share', () => {
    expect(planned(undefined, census, quiet, settings, 0, 200).perDay).toBe(40);
  });

  test.each([
    ['share', { share: 0 }, quiet],
    ['maintenanceShare', { maintenanceShare: 0 }, { ...quiet, hasFallen: true }],
  ])(
    'plans no visits where %s is 0, with a ceiling or without: pages rest as long as they may',
    (_, own, signals) => {
      for (const ceiling of [undefined, 200]) {
        const { perDay, price } = planned(undefined, census, signals, { ...settings, ...own }, 0, ceiling);
        expect(perDay).toBe(0);
        for (const rate of [0.001, 0.1, 10]) expect(intervalAt(rate, 1, price, boundsOf(settings))).toBe(100);
      }
    },
  );

  test('turns to what there is when the harvest has fallen, and back when it has risen', () => {
    const before = planned(undefined, census, quiet, settings, 5, 100);
    expect(shareOf(before, settings)).toBe(0.2);
    const during = planned(before, census, { ...quiet, hasFallen: true }, settings, 10, 100);
    expect(during).toMatchObject({ maintains: { since: 10 }, perDay: 80 });
    expect(shareOf(during, settings)).toBe(0.8);
    const later = planned(during, census, { ...quiet, hasFallen: true }, settings, 20, 100);
    expect(later).toBe(during);
    expect(planned(later, census, quiet, settings, 30, 100)).toEqual(before);
  });

  test('turns to what there is when nine tenths of a budget are spent, and back below eight', () => {
    const at = (spent: number, before?: ReturnType<typeof planned>) =>
      planned(before, census, { ...quiet, spent }, settings, 0);
    expect(at(0.85).maintains).toBeUndefined();
    const short = at(0.92, at(0.85));
    expect(short.maintains?.reason).toContain('budget');
    expect(at(0.85, short)).toBe(short);
    expect(at(0.7, short).maintains).toBeUndefined();
  });

  test('takes what is left of a day for what there is, and plans no more visits for that', () => {
    const before = planned(undefined, census, quiet, settings, 0, 100);
    const evening = planned(before, census, { ...quiet, spentToday: 0.95 }, settings, 50, 100);
    expect(shareOf(evening, settings)).toBe(0.8);
    expect(evening).toMatchObject({ maintains: { since: 50 }, perDay: before.perDay, price: before.price });
    expect(planned(evening, census, quiet, settings, 60, 100)).toEqual(before);
  });

  test('turns to what there is when hardly any visit is of a new page, and back when more are', () => {
    const visits = (first: number, again: number) => ({ ...census, first, again });
    const at = (before: ReturnType<typeof planned> | undefined, ...counts: [number, number]) =>
      planned(before, visits(...counts), quiet, settings, 0);
    const begun = at(undefined, 1_000, 0);
    const few = at(begun, 1_010, 150);
    expect(few).toBe(begun);
    const stagnant = at(begun, 1_010, 400);
    expect(stagnant.maintains?.reason).toContain('hardly any new pages');
    // Of what maintenance leaves to new pages, a fifth of the visits, less than half is used …
    const still = at(stagnant, 1_030, 700);
    expect(still.maintains).toEqual(stagnant.maintains);
    expect(at(still, 1_031, 750)).toBe(still);
    // … and then more.
    expect(at(still, 1_080, 950).maintains).toBeUndefined();
  });

  test('stays what it is while little changes', () => {
    const before = planned(undefined, census, quiet, settings, 0);
    const more = { ...census };
    countPage(more, 0.1, 1, 1);
    expect(planned(before, more, quiet, settings, 0)).toBe(before);
  });

  test('is for no visits where there is nothing', () => {
    expect(planned(undefined, {}, quiet, settings, 0)).toMatchObject({ perDay: 0 });
  });
});
