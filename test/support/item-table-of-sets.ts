import { bitCount, type ItemTable, setBit, wordsFor } from '../../lib/topic/clusters/item-table.ts';

/** Which units have which items, by the items of each. */
export function itemTableOfSets(sets: readonly (readonly string[])[]): ItemTable {
  const items = [...new Set(sets.flat())].sort();
  const numbers = new Map(items.map((item, number) => [item, number]));
  const rows = items.map(() => new Uint32Array(wordsFor(sets.length)));
  for (const [unit, set] of sets.entries())
    for (const item of set) setBit(rows[numbers.get(item) as number] as Uint32Array, unit);
  return { units: sets.length, items, rows, supports: rows.map(bitCount) };
}
