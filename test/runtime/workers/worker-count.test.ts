import { describe, expect, it } from 'vitest';
import { countOf, nextCount } from '../../../lib/runtime/workers/worker-count.ts';

describe('the number of workers', () => {
  it.each([
    { loads: [0.9], most: 8, next: 2 },
    { loads: [0.9, 0.95], most: 8, next: 4 },
    { loads: [0.9, 0.95], most: 3, next: 3 },
    { loads: [1, 1], most: 2, next: 2 },
    { loads: [0.9, 0.5], most: 8, next: 2 },
    { loads: [0.1], most: 8, next: 1 },
    { loads: [], most: 8, next: 0 },
    // One crawl wants fewer than another had.
    { loads: [1, 1, 1], most: 1, next: 3 },
  ])('is $next after loads of $loads with $most at most', ({ loads, most, next }) => {
    expect(nextCount(loads, most)).toBe(next);
  });

  it('is the setting, or grows from one to the cores, to eight at most, and 0 is none', () => {
    expect(countOf(4, 2, 8_000)).toEqual({ least: 4, most: 4 });
    expect(countOf(undefined, 2, 8_000)).toEqual({ least: 1, most: 2 });
    expect(countOf(undefined, 16, 64_000)).toEqual({ least: 1, most: 8 });
    expect(countOf(0, 16, 64_000)).toBeUndefined();
  });

  it('leaves a gigabyte of memory for each that nobody asked for', () => {
    expect(countOf(undefined, 16, 4_200)).toEqual({ least: 1, most: 4 });
    expect(countOf(undefined, 4, 500)).toEqual({ least: 1, most: 1 });
    expect(countOf(4, 16, 500)).toEqual({ least: 4, most: 4 });
  });
});
