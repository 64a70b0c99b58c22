import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { likeness } from '../../../lib/capabilities/replay/likeness.ts';

describe('how alike two orders are', () => {
  test('the same order correlates by 1, the opposite one by -1', () => {
    expect(likeness([1, 2, 3, 4], [1, 2, 3, 4])).toEqual({ common: 1, spearman: 1, kendall: 1 });
    expect(likeness([1, 2, 3, 4], [4, 3, 2, 1])).toEqual({ common: 1, spearman: -1, kendall: -1 });
  });

  test('only pages that both have count, of as many as the shorter one has', () => {
    expect(likeness(['a', 'x', 'b', 'c'], ['a', 'b', 'y'])).toMatchObject({ common: 2 / 3, spearman: 1 });
    expect(likeness([], [1])).toEqual({ common: 0, spearman: 1, kendall: 1 });
  });

  test("Kendall's is of all pairs that stand the same way round, less the others", () => {
    const orders = fc.integer({ min: 2, max: 40 }).chain((size) =>
      fc.shuffledSubarray(
        Array.from({ length: size }, (_, at) => at),
        { minLength: size, maxLength: size },
      ),
    );
    fc.assert(
      fc.property(orders, (order) => {
        const pairs = order.flatMap((one, at) => order.slice(at + 1).map((other) => Math.sign(other - one)));
        const expected = pairs.reduce((sum, one) => sum + one, 0) / pairs.length;
        const straight = order.toSorted((a, b) => a - b);
        expect(likeness(order, straight).kendall).toBeCloseTo(expected, 10);
      }),
    );
  });
});
