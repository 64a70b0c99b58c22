import type { ItemSet, MinedItemSets, MiningOptions } from './item-sets.ts';
import { type ItemTable, onesIn } from './item-table.ts';

/** Whether the time for something is up; asked often. */
export type IsTimeUp = () => boolean;

/**
 * All frequent item sets, exactly: Eclat (Zaki 2000), depth first over the units of each item as bits. Where there are more
 * than `maxSets`, the longest are given up, length by length, so that what is there is complete up to a length.
 * @param isTimeUp by a clock of the caller; absent: the time is not bounded
 */
export function mineItemSets(
  table: ItemTable,
  { minSupport, maxLength, maxSets }: Omit<MiningOptions, 'maxMs'>,
  isTimeUp: IsTimeUp = () => false,
): MinedItemSets {
  const minCount = Math.max(1, Math.ceil(minSupport * table.units - rounding));
  const found = openFound(maxLength, maxSets);
  const first = table.items.flatMap((_, item): Candidate[] => {
    const support = table.supports[item] as number;
    return support < minCount ? [] : [{ item, row: table.rows[item] as Uint32Array, support }];
  });
  const search: Search = {
    table,
    minCount,
    found,
    isTimeUp,
    scratch: new Uint32Array(first[0]?.row.length ?? 0),
  };
  const isDone = extend(search, [], first);
  const named = ([items, support]: Counted): ItemSet => ({
    items: items.map((item) => table.items[item] as string),
    support,
  });
  return {
    ...{ itemSets: found.taken().map(named), units: table.units, minCount },
    ...(isDone ? {} : { stopped: 'time' as const }),
    ...(isDone && found.limit() < maxLength ? { stopped: 'count' as const } : {}),
    completeUpTo: isDone ? found.limit() : 0,
  };
}

/** 0.15 · 400 is a little more than 60 in floating point. */
const rounding = 1e-9;

/** An item that a set can be extended by, and the units that have both. */
interface Candidate {
  readonly item: number;
  readonly row: Uint32Array;
  readonly support: number;
}

interface Search {
  readonly table: ItemTable;
  readonly minCount: number;
  readonly found: Found;
  readonly isTimeUp: IsTimeUp;
  readonly scratch: Uint32Array;
}

/** @returns false when time was up */
function extend(search: Search, prefix: readonly number[], candidates: readonly Candidate[]): boolean {
  const { found, isTimeUp } = search;
  for (const [place, { item, row, support }] of candidates.entries()) {
    const items = [...prefix, item];
    found.add(items, support);
    if (items.length >= found.limit()) continue;
    if (isTimeUp()) return false;
    const next = candidates.slice(place + 1).flatMap((other) => intersect(search, row, other));
    if (next.length > 0 && !extend(search, items, next)) return false;
  }
  return true;
}

function intersect({ scratch, minCount }: Search, row: Uint32Array, other: Candidate): readonly Candidate[] {
  let support = 0;
  for (let at = 0; at < row.length; at += 1) {
    const both = (row[at] as number) & (other.row[at] as number);
    scratch[at] = both;
    support += onesIn(both);
  }
  return support < minCount ? [] : [{ item: other.item, row: scratch.slice(), support }];
}

type Counted = readonly [items: readonly number[], support: number];
type Found = ReturnType<typeof openFound>;

/** What was found, by length. Numbers of items are kept, and names made at the end. */
function openFound(maxLength: number, maxSets: number) {
  const byLength = Array.from({ length: maxLength }, (): Counted[] => []);
  let limit = maxLength;
  let count = 0;
  return {
    limit: () => limit,
    add(items: readonly number[], support: number): void {
      if (items.length > limit) return;
      byLength[items.length - 1]?.push([items, support]);
      count += 1;
      for (; count > maxSets && limit > 0; limit -= 1) {
        count -= byLength[limit - 1]?.length ?? 0;
        byLength[limit - 1] = [];
      }
    },
    taken: (): readonly Counted[] => byLength.flat(),
  };
}
