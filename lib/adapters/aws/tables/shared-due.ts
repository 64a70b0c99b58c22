import type { HostName } from '../../../base/url/url.ts';
import type { DueEntry } from '../../../ports/due-index.ts';
import type { Row } from '../base/attributes.ts';

/** Entries that lie further apart than this are not put together, ms: a shared item is found at the time of its last entry. */
const spreadMs = 5_000;
/** About as many as fit into the kilobyte that a write is billed by. */
const mostEntries = 30;
const namePattern = /^e\d+$/;

/** An entry in a shared item: how long before the item's time it is due (ms), its host, and its rank. */
type Written = readonly [beforeMs: number, host: string, rank?: number];

/** Entries of one band in the order of their times, those together that share an item. */
export function togetherInItems(entries: readonly DueEntry[]): readonly (readonly DueEntry[])[] {
  const items: DueEntry[][] = [];
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    const item = items.at(-1);
    const [first] = item ?? [];
    if (
      item === undefined ||
      first === undefined ||
      item.length === mostEntries ||
      entry.at - first.at > spreadMs
    )
      items.push([entry]);
    else item.push(entry);
  }
  return items;
}

/** The attributes of a shared item. @param at of the item, epoch ms: that of its last entry */
export function sharedRow(entries: readonly DueEntry[], at: number): Row {
  const written = entries.map(({ rank, ...entry }, index): readonly [string, Written] => [
    `e${index}`,
    rank === undefined ? [at - entry.at, entry.host] : [at - entry.at, entry.host, rank],
  ]);
  return { shared: 1, ...Object.fromEntries(written) };
}

/** The place of an entry in the store, as `DueEntry.shared` has it. */
export interface SharedPlace {
  readonly shard: number;
  readonly sk: string;
  readonly name: string;
  /** Entries that the item had when it was read. */
  readonly of: number;
}

/**
 * The entries of a shared item; undefined: the row is none. An item that was emptied and not deleted has one entry, of no host: whoever
 * deletes that deletes the item.
 */
export function sharedEntries(
  row: Row,
  { at, sk, shard }: { readonly at: number; readonly sk: string; readonly shard: number },
): readonly DueEntry[] | undefined {
  if (row.shared === undefined) return undefined;
  const names = namesIn(row);
  const entryOf = (name: string, [beforeMs, host, rank]: Written): DueEntry => {
    const place: SharedPlace = { shard, sk, name, of: Math.max(1, names.length) };
    return {
      ...{ at: at - beforeMs, host: host as HostName, wake: false, shared: JSON.stringify(place) },
      ...(rank !== undefined && { rank }),
    };
  };
  if (names.length === 0) return [entryOf('', [0, '~'])];
  return names.map((name) => entryOf(name, row[name] as Written));
}

/** The attributes that hold entries. */
export function namesIn(row: Row): readonly string[] {
  return Object.keys(row).filter((name) => namePattern.test(name));
}

export function sharedPlace({ shared }: DueEntry): SharedPlace | undefined {
  return shared === undefined ? undefined : (JSON.parse(shared) as SharedPlace);
}
