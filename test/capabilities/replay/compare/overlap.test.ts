import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlapAt, rankOverlap, sharedBy } from '../../../../lib/capabilities/replay/compare/overlap.ts';

const fetches = fc.array(fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }), { maxLength: 30 });

const known = (list: readonly (number | undefined)[]) => new Set(list.filter((url) => url !== undefined));

describe('what two crawls have in common', () => {
  it('is what sets of their fetches say, at any cuts', () => {
    const cuts = fc.array(fc.tuple(fc.nat(35), fc.nat(35)), { maxLength: 8 });
    fc.assert(
      fc.property(fetches, fetches, cuts, (one, other, drawn) => {
        const [first, second] = [0, 1].map((side) =>
          drawn.map((cut) => cut[side] as number).sort((a, b) => a - b),
        );
        const ascending = drawn.map((_, at) => [first?.[at] ?? 0, second?.[at] ?? 0] as const);
        const found = overlapAt(one, other, ascending);
        const parts = ascending.map(([i, j]) => {
          const [ours, theirs] = [known(one.slice(0, i)), known(other.slice(0, j))];
          const both = [...ours].filter((url) => theirs.has(url)).length;
          return [both / Math.max(1, ours.size), both / Math.max(1, theirs.size)];
        });
        expect(found).toEqual(parts);
        expect(sharedBy(one, other)).toBe([...known(one)].filter((url) => known(other).has(url)).length);
      }),
    );
  });

  it('is the part of the first k of a ranking, up to the shorter one', () => {
    expect(rankOverlap(['a', 'b', 'c'], ['b', 'a', 'x', 'y'], 25)).toEqual([0, 1, 2 / 3]);
  });
});
