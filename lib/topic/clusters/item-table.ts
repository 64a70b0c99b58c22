import { postingRange } from './merge-indexes.ts';
import { type TextIndex, unitCount } from './text-index.ts';

/** Which units have which items: for each item a bit a unit. */
export interface ItemTable {
  readonly units: number;
  readonly items: readonly string[];
  readonly rows: readonly Uint32Array[];
  readonly supports: readonly number[];
}

/** Bits of a word of a row. */
const wordBits = 32;

export function wordsFor(units: number): number {
  return Math.ceil(units / wordBits);
}

export function bitCount(row: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < row.length; at += 1) sum += onesIn(row[at] as number);
  return sum;
}

export function onesIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function setBit(row: Uint32Array, unit: number): void {
  row[unit >>> 5] = (row[unit >>> 5] as number) | (1 << (unit & 31));
}

/** The units of a row, ascending. */
export function unitsIn(row: Uint32Array): Uint32Array {
  const found = new Uint32Array(bitCount(row));
  let end = 0;
  for (let at = 0; at < row.length; at += 1) {
    for (let word = row[at] as number; word !== 0; word &= word - 1)
      found[end++] = at * wordBits + (31 - Math.clz32(word & -word));
  }
  return found;
}

/**
 * @param minCount items that fewer units have are left out: they are in no frequent set
 * @param isItem whether a term of so many units is one
 */
export function itemTableOf(
  index: TextIndex,
  minCount: number,
  isItem: (support: number) => boolean = () => true,
): ItemTable {
  const units = unitCount(index);
  const [items, rows, supports]: [string[], Uint32Array[], number[]] = [[], [], []];
  for (const [term, name] of index.terms.entries()) {
    const [from, to] = postingRange(index, term);
    if (to - from < minCount || !isItem(to - from)) continue;
    const row = new Uint32Array(wordsFor(units));
    for (let at = from; at < to; at += 1) setBit(row, index.units[at] as number);
    items.push(name);
    rows.push(row);
    supports.push(to - from);
  }
  return { units, items, rows, supports };
}
