import { type PendingEntry, tieredRank, type UncheckedEntry, type VisitEntry } from '../entry.ts';
import { pack, unpack } from './codec.ts';
import type { PendingTable, UncheckedTable, VisitTable } from './rows.ts';
import { pendingRows, pendingTable, uncheckedRows, uncheckedTable, visitRows, visitTable } from './rows.ts';
import type { SortKey } from './state.ts';

/** How entries of one kind are ordered in a section, and stored in a chunk. */
export interface SectionKind<E> {
  key(entry: E): SortKey;
  pack(entries: readonly E[], base: string): Uint8Array;
  unpack(bytes: Uint8Array, base: string): E[];
}

export const pendingSection: SectionKind<PendingEntry> = {
  key: (entry) => [tieredRank(entry), entry.depth, entry.seq],
  pack: (entries, base) => pack(pendingTable(entries, base), Buffer.alloc(0)),
  unpack: (bytes, base) => pendingRows(unpack(bytes).value as PendingTable, base),
};

export const visitSection: SectionKind<VisitEntry> = {
  key: ({ visit }) => [visit.next ?? Number.POSITIVE_INFINITY, visit.at, 0],
  pack: (entries, base) => {
    const raw: Uint8Array[] = [];
    const table = visitTable(entries, base, raw);
    return pack(table, Buffer.concat(raw));
  },
  unpack: (bytes, base) => {
    const { value, raw } = unpack(bytes);
    return visitRows(value as VisitTable, base, { bytes: raw, at: 0 });
  },
};

export const uncheckedSection: SectionKind<UncheckedEntry> = {
  key: (entry) => [entry.seq, 0, 0],
  pack: (entries, base) => pack(uncheckedTable(entries, base), Buffer.alloc(0)),
  unpack: (bytes, base) => uncheckedRows(unpack(bytes).value as UncheckedTable, base),
};

export function compareKeys(a: SortKey, b: SortKey): number {
  // Infinity - Infinity is NaN, which `||` treats as equal.
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
