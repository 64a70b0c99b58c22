import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemSetsOf } from '../../../lib/topic/clusters/cluster-index.ts';
import { openIndexBuilder } from '../../../lib/topic/clusters/index-builder.ts';
import type { ItemSet } from '../../../lib/topic/clusters/item-sets.ts';
import { mineItemSets } from '../../../lib/topic/clusters/mine-item-sets.ts';
import type { IndexUnit } from '../../../lib/topic/clusters/text-index.ts';
import { itemTableOfSets } from '../../support/item-table-of-sets.ts';

/** Counts every set of items by looking at every unit. */
function byCounting(
  sets: readonly (readonly string[])[],
  minCount: number,
  maxLength: number,
): readonly string[] {
  const items = [...new Set(sets.flat())].sort();
  const found: string[] = [];
  const extend = (prefix: readonly string[], from: number): void => {
    for (const [at, item] of items.entries()) {
      if (at < from) continue;
      const own = [...prefix, item];
      const support = sets.filter((set) => own.every((one) => set.includes(one))).length;
      if (support < minCount) continue;
      found.push(`${own.join(' ')} ${support}`);
      if (own.length < maxLength) extend(own, at + 1);
    }
  };
  extend([], 0);
  return found.sort();
}

const keyed = (sets: readonly ItemSet[]) =>
  sets.map(({ items, support }) => `${items.join(' ')} ${support}`).sort();

describe('mining of frequent item sets', () => {
  it('finds just the sets, with their counts, that counting finds', () => {
    const set = fc.uniqueArray(fc.constantFrom(...'abcdefg'), { maxLength: 7 });
    const sets = fc.array(set, { minLength: 1, maxLength: 70 });
    fc.assert(
      fc.property(
        sets,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 5 }),
        (all, tenths, maxLength) => {
          const minSupport = tenths / 10;
          const mined = mineItemSets(itemTableOfSets(all), { minSupport, maxLength, maxSets: 1_000 });
          expect(mined.stopped).toBeUndefined();
          expect(keyed(mined.itemSets)).toEqual(byCounting(all, mined.minCount, maxLength));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('gives up the longest where there are more than it may find, and the others are complete', () => {
    const items = Array.from({ length: 16 }, (_, at) => String.fromCharCode(97 + at));
    const table = itemTableOfSets([items, items, items]);
    const mined = mineItemSets(table, { minSupport: 1, maxLength: 16, maxSets: 1_000 });
    // 16 + 120 + 560 sets of up to three items; with those of four there would be 2,516.
    expect(mined).toMatchObject({ stopped: 'count', completeUpTo: 3 });
    expect(mined.itemSets).toHaveLength(696);
  });

  it('says so when the time is up; what it has found is right', () => {
    const items = Array.from({ length: 20 }, (_, at) => `i${at}`);
    let left = 50;
    const mined = mineItemSets(
      itemTableOfSets([items]),
      { minSupport: 1, maxLength: 20, maxSets: 1e9 },
      () => left-- === 0,
    );
    expect(mined.stopped).toBe('time');
    expect(mined.itemSets.every(({ support }) => support === 1)).toBe(true);
  });

  it.each<[IndexUnit, number]>([
    ['document', 2],
    ['paragraph', 0],
  ])('looks for items that stand together in a %s', (unit, together) => {
    const builder = openIndexBuilder({ tokeniser: { stopWords: [], languages: [] }, unit });
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      builder.add({ name, title: '', text: name < 'c' ? 'owl\nvole' : `mouse ${name}x` });
    const { itemSets } = itemSetsOf(builder.finish(), { minSupport: 0.2 });
    const pair = itemSets.find(({ items }) => items.join(' ') === 'owl vole');
    expect(pair?.support ?? 0).toBe(together);
  });
});
