import { tableKey } from '../../../config/stack/names.ts';
import type { DueEntry, DueIndex } from '../../../ports/due-index.ts';
import { above, absent, any, exists } from '../base/expression.ts';
import { dueEntry, dueKey, duePartition, dueUpTo, sharedDueKey } from '../base/keys.ts';
import { type ItemKey, newWriteId, sortKey } from '../base/rows.ts';
import type { Table } from '../base/table.ts';
import { namesIn, sharedEntries, sharedPlace, sharedRow, togetherInItems } from './shared-due.ts';

/** The entries of one shard that were read so far. */
interface Reading {
  readonly pk: string;
  readonly shard: number;
  readonly entries: DueEntry[];
  /** The sort key of the last row. */
  last?: string;
  more: boolean;
}

/** The due index in the frontier table: as many partitions as the job has shards. */
export class DynamoDueIndex implements DueIndex {
  readonly #table: Table;
  readonly #shardsOf: (job: string) => Promise<number>;
  readonly #shards = new Map<string, number>();

  /**
   * @param table the frontier table
   * @param shardsOf the number of shards of a job; called once per job and process, since the number never changes
   */
  constructor(table: Table, shardsOf: (job: string) => Promise<number>) {
    this.#table = table;
    this.#shardsOf = shardsOf;
  }

  async put(job: string, entry: DueEntry): Promise<void> {
    const key = dueKey(job, await this.#count(job), entry);
    const { rank } = entry;
    if (rank === undefined) await this.#table.put('due', key, {});
    else await this.#table.putIf('due', key, { rank }, any(absent(tableKey.partition), above('rank', rank)));
  }

  /** Entries of a band that lie within seconds share an item, which is put, read and deleted as one. */
  async putTogether(job: string, entries: readonly DueEntry[]): Promise<void> {
    const count = await this.#count(job);
    const bands = [...Map.groupBy(entries, ({ band = 0 }) => band).values()];
    await Promise.all(
      bands.flatMap(togetherInItems).map(async (item) => {
        const [last] = item.slice(-1);
        if (last === undefined) return;
        if (item.length === 1) return await this.put(job, last);
        await this.#table.put('due', sharedDueKey(job, count, last, newWriteId()), sharedRow(item, last.at));
      }),
    );
  }

  /**
   * Eventually consistent, at half the price: when an entry is seen a tick later, its host gets its ticket a tick later.
   */
  async due(job: string, upTo: number, limit: number, band = 0): Promise<readonly DueEntry[]> {
    const count = await this.#count(job);
    const shards = Array.from(
      { length: count },
      (_, shard): Reading => ({ pk: duePartition(job, shard, band), shard, entries: [], more: true }),
    );
    // Hosts are spread evenly: one page of each shard is usually enough.
    const pageSize = Math.ceil(limit / count) + 10;
    for (
      let unread = shards;
      unread.length > 0;
      unread = shards.filter((one) => mayHaveMore(one, shards, limit))
    ) {
      await Promise.all(unread.map((shard) => this.#read(shard, upTo, pageSize)));
    }
    return merged(shards)
      .slice(0, limit)
      .map((entry) => ({ ...entry, ...(band > 0 && { band }) }));
  }

  async delete(job: string, entries: readonly DueEntry[]): Promise<void> {
    const count = await this.#count(job);
    const keys = entries.filter(({ shared }) => shared === undefined).map((one) => dueKey(job, count, one));
    const rest: Promise<unknown>[] = [];
    for (const [first, ...others] of Map.groupBy(entries, itemOf).values()) {
      const place = first && sharedPlace(first);
      if (first === undefined || place === undefined) continue;
      const key: ItemKey = { pk: duePartition(job, place.shard, first.band), sk: place.sk };
      const names = new Set([first, ...others].map((one) => sharedPlace(one)?.name ?? ''));
      if (names.size === place.of) keys.push(key);
      else rest.push(this.#remove(key, [...names]));
    }
    await Promise.all([this.#table.deleteAll('due', keys), ...rest]);
  }

  /** Removes some entries of a shared item, and the item after the last of them. */
  async #remove(key: ItemKey, names: readonly string[]): Promise<void> {
    const { written, row } = await this.#table.updateIf('due', key, { remove: names }, exists('shared'));
    if (written && namesIn(row).length === 0) await this.#table.deleteAll('due', [key]);
  }

  async #read(shard: Reading, upTo: number, limit: number): Promise<void> {
    const range = {
      pk: shard.pk,
      upTo: dueUpTo(upTo),
      consistent: false,
      ...(shard.last !== undefined && { after: shard.last }),
    };
    const { rows, more } = await this.#table.page('due', range, limit);
    for (const row of rows) {
      const sk = sortKey(row);
      shard.last = sk;
      const own = dueEntry(sk);
      const shared = sharedEntries(row, { at: own.at, sk, shard: shard.shard });
      if (shared !== undefined) shard.entries.push(...shared);
      else shard.entries.push({ ...own, ...(typeof row.rank === 'number' && { rank: row.rank }) });
    }
    shard.more = more;
  }

  async #count(job: string): Promise<number> {
    const known = this.#shards.get(job);
    if (known !== undefined) return known;
    const count = await this.#shardsOf(job);
    this.#shards.set(job, count);
    return count;
  }
}

/** The shared item of an entry; undefined: it has an item of its own. */
function itemOf(entry: DueEntry): string | undefined {
  const place = sharedPlace(entry);
  return place && `${place.shard} ${entry.band ?? 0} ${place.sk}`;
}

/** Whether an unread row of the shard may belong to the first `limit` entries. */
function mayHaveMore(shard: Reading, shards: readonly Reading[], limit: number): boolean {
  const cut = merged(shards)[limit - 1];
  return shard.more && (cut === undefined || dueEntry(shard.last ?? '').at < cut.at);
}

function merged(shards: readonly Reading[]): readonly DueEntry[] {
  return shards.flatMap(({ entries }) => entries).sort((a, b) => a.at - b.at || (a.host < b.host ? -1 : 1));
}
