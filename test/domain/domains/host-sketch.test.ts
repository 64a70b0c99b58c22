import { describe, expect, it } from 'vitest';
import { hostSketch, isAlike } from '../../../lib/domain/domains/host-sketch.ts';

/** Hashes that look random and are the same for the same numbers. */
function hashes(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => Math.imul(from + i + 1, 0x9e3779b1) >>> 0);
}

const sketch = (words: readonly number[]): string => hostSketch({ words });

describe('what a first page looks like', () => {
  it('is the same in any order, and short', () => {
    const words = hashes(0, 200);
    expect(sketch(words.toReversed())).toBe(sketch(words));
    expect(sketch(words)).toHaveLength(64);
  });

  it.each([
    ['the same page', hashes(0, 60), hashes(0, 60), true],
    ['a page with another name in it', hashes(0, 60), hashes(2, 62), true],
    ['another page under the same menu', hashes(0, 100), hashes(70, 170), false],
    ['a page that has nothing in common', hashes(0, 60), hashes(100, 160), false],
    ['two pages that say nothing', [], [], true],
    ['a page that says nothing and one that does', [], hashes(0, 60), false],
    ['two short pages of other words', hashes(0, 2), hashes(5, 7), false],
  ])('tells %s', (_, a, b, alike) => {
    expect(isAlike(sketch(a), sketch(b))).toBe(alike);
    expect(isAlike(sketch(b), sketch(a))).toBe(alike);
  });
});
