import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mineItemSets } from '../../lib/topic/clusters/mine-item-sets.ts';
import { casesFile, hasCases, readCases } from '../support/cases.ts';
import { itemTableOfSets } from '../support/item-table-of-sets.ts';

type Counted = readonly [items: readonly string[], support: number];

interface Expected {
  readonly maxLength: number;
  readonly bySupport: Readonly<Record<string, readonly Counted[]>>;
}

const folder = 'item-sets';

describe.skipIf(!hasCases(`${folder}/expected.json`))('frequent item sets of real documents', () => {
  const table = itemTableOfSets(readCases<readonly string[]>(`${folder}/transactions.jsonl`));
  const { maxLength = 0, bySupport = {} } = readExpected();

  it.each(Object.entries(bySupport))(
    'are those of a public Apriori, at a support of %s',
    (support, expected) => {
      const mined = mineItemSets(table, { minSupport: Number(support), maxLength, maxSets: 1_000_000 });
      console.log(`item sets at ${support}: ${mined.itemSets.length}, expected ${expected.length}`);
      expect(mined.stopped).toBeUndefined();
      expect(keyed(mined.itemSets.map(({ items, support: count }) => [items, count]))).toEqual(
        keyed(expected),
      );
    },
  );
});

function readExpected(): Partial<Expected> {
  const path = casesFile(`${folder}/expected.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Expected) : {};
}

function keyed(sets: readonly Counted[]): readonly string[] {
  return sets.map(([items, support]) => `${items.toSorted().join(' ')} ${support}`).sort();
}
