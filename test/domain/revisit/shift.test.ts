import { describe, expect, test } from 'vitest';
import { newsSince, shiftFor, shiftReasons } from '../../../lib/domain/revisit/shift.ts';

const settings = { maintenanceShare: 0.9 };
const quiet = { hasFallen: false, spent: 0, spentToday: 0 };
const { harvest, budget, stagnation, day } = shiftReasons;

describe('a job looks for more, or after what it has', () => {
  test.each([
    ['nothing speaks for it', undefined, quiet, undefined],
    ['its harvest has fallen', undefined, { ...quiet, hasFallen: true }, harvest],
    ['its harvest has risen', harvest, quiet, undefined],
    ['a budget is nearly spent', undefined, { ...quiet, spent: 0.9 }, budget],
    ['a budget is not quite spent', undefined, { ...quiet, spent: 0.89 }, undefined],
    ['a limit was raised a little', budget, { ...quiet, spent: 0.85 }, budget],
    ['a limit was raised', budget, { ...quiet, spent: 0.79 }, undefined],
    ['hardly any visit is of a new page', undefined, { ...quiet, news: 0.019 }, stagnation],
    ['some visits are of new pages', undefined, { ...quiet, news: 0.03 }, undefined],
    ['not more of them are since', stagnation, { ...quiet, news: 0.03 }, stagnation],
    ['more of them are since', stagnation, { ...quiet, news: 0.06 }, undefined],
    ['too little was visited to tell', stagnation, quiet, stagnation],
    ['the day is nearly spent', undefined, { ...quiet, spentToday: 0.9 }, day],
    ['another day has come', day, { ...quiet, spentToday: 0.1 }, undefined],
    ['two things speak for it', day, { ...quiet, spent: 1, spentToday: 1 }, budget],
  ])('when %s', (_, reason, signals, expected) => {
    const before = reason === undefined ? undefined : { since: 1, reason };
    expect(shiftFor(before, signals, settings)).toBe(expected);
  });
});

describe('the part of visits that was of new pages', () => {
  test('is looked at again after 200 visits', () => {
    const begun = newsSince(undefined, { first: 500, again: 100 });
    expect(begun).toEqual({ looked: { first: 500, again: 100 } });
    expect(newsSince(begun.looked, { first: 510, again: 289 }).news).toBeUndefined();
    const next = newsSince(begun.looked, { first: 510, again: 290 });
    expect(next).toEqual({ looked: { first: 510, again: 290 }, news: 0.05 });
  });
});
