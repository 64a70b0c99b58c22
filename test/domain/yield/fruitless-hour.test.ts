import { describe, expect, test } from 'vitest';
import { openFruitlessHour } from '../../../lib/domain/yield/fruitless-hour.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 10, 25);

describe('the hour of a crawl on one machine', () => {
  test('is said to be fruitless when most of a hundred visits and more brought nothing new', () => {
    const hour = openFruitlessHour();
    expect(hour.add(begin, { visits: 60, fruitless: 60 })).toBeUndefined();
    expect(hour.add(begin + minute, { visits: 40, fruitless: 0 })).toEqual({ visits: 100, fruitless: 60 });
  });

  test('is not when half of them did', () => {
    expect(openFruitlessHour().add(begin, { visits: 1_000, fruitless: 500 })).toBeUndefined();
  });

  test('forgets what lies an hour back', () => {
    const hour = openFruitlessHour();
    hour.add(begin, { visits: 90, fruitless: 90 });
    expect(hour.add(begin + 61 * minute, { visits: 100, fruitless: 40 })).toBeUndefined();
    expect(hour.add(begin + 62 * minute, { visits: 10, fruitless: 10 })).toBeUndefined();
    expect(hour.add(begin + 63 * minute, { visits: 10, fruitless: 10 })).toBeUndefined();
    expect(hour.add(begin + 64 * minute, { visits: 10, fruitless: 10 })).toEqual({
      visits: 130,
      fruitless: 70,
    });
  });

  test('is said once an hour', () => {
    const hour = openFruitlessHour();
    const bad = { visits: 100, fruitless: 90 };
    expect(hour.add(begin, bad)).toBeDefined();
    expect(hour.add(begin + 59 * minute, bad)).toBeUndefined();
    expect(hour.add(begin + 60 * minute, bad)).toBeDefined();
  });
});
