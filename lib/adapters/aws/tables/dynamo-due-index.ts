import { tableKey } from '../../../config/stack/names.ts';
import type { DueEntry, DueIndex } from '../../../ports/due-index.ts';
import type { Row } from './attributes.ts';
import { above, absent, any } from './expression.ts';
import { dueEntry, dueKey, duePartition, dueUpTo } from './keys.ts';
import { sortKey } from './rows.ts';
import type { Table } from './table.ts';

/** Rows of one shard, as far as they were read. */
interface Reading {
  readonly pk: string;
  readonly rows: Row[];
  more: boolean;
}

/** The due index in the frontier table, spread over as many partitions as the job has shards. */
export class DynamoDueIndex implements DueIndex {
  readonly #table: Table;
  readonly #shardsOf: (job: string) => Promise<number>;
  readonly #shards = new Map<string, number>();

  /**
   * @param table the frontier
   * @param shardsOf how many shards a job has, which never changes: asked once per job and process
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

  /**
   * Eventually consistent, at half the price: an entry that is seen a tick later is a host that is dispatched a
   * tick later.
   */
  async due(job: string, upTo: number, limit: number, band = 0): Promise<readonly DueEntry[]> {
    const count = await this.#count(job);
    const shards = Array.from(
      { length: count },
      (_, shard): Reading => ({ pk: duePartition(job, shard, band), rows: [], more: true }),
    );
    // Hosts spread evenly, so that this is mostly all that is needed of each shard.
    const pageSize = Math.ceil(limit / count) + 10;
    for (
      let unread = shards;
      unread.length > 0;
      unread = shards.filter((one) => mayHold(one, shards, limit))
    ) {
      await Promise.all(unread.map((shard) => this.#read(shard, upTo, pageSize)));
    }
    return merged(shards)
      .slice(0, limit)
      .map((row) => ({
        ...dueEntry(sortKey(row)),
        ...(band > 0 && { band }),
        ...(typeof row.rank === 'number' && { rank: row.rank }),
      }));
  }

  async delete(job: string, entries: readonly DueEntry[]): Promise<void> {
    const count = await this.#count(job);
    await this.#table.deleteAll(
      'due',
      entries.map((entry) => dueKey(job, count, entry)),
    );
  }

  async #read(shard: Reading, upTo: number, limit: number): Promise<void> {
    const last = shard.rows.at(-1);
    const range = {
      pk: shard.pk,
      upTo: dueUpTo(upTo),
      consistent: false,
      ...(last !== undefined && { after: sortKey(last) }),
    };
    const { rows, more } = await this.#table.page('due', range, limit);
    shard.rows.push(...rows);
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

/** Whether one of the first `limit` entries may stand in a part of the shard that was not read. */
function mayHold(shard: Reading, shards: readonly Reading[], limit: number): boolean {
  const cut = merged(shards)[limit - 1];
  return shard.more && (cut === undefined || sortKey(shard.rows.at(-1)) < sortKey(cut));
}

/** Sort keys begin with the time in a fixed number of digits: their order is that of time. */
function merged(shards: readonly Reading[]): readonly Row[] {
  return shards.flatMap(({ rows }) => rows).sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}
