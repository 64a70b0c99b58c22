import { tableKey } from '../../../config/stack/names.ts';
import type { DueEntry, DueIndex } from '../../../ports/due-index.ts';
import type { Row } from './attributes.ts';
import { above, absent, any } from './expression.ts';
import { dueEntry, dueKey, duePartition, dueUpTo } from './keys.ts';
import { sortKey } from './rows.ts';
import type { Table } from './table.ts';

/** The rows of one shard that were read so far. */
interface Reading {
  readonly pk: string;
  readonly rows: Row[];
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

  /**
   * Eventually consistent, at half the price: when an entry is seen a tick later, its host gets its ticket a tick later.
   */
  async due(job: string, upTo: number, limit: number, band = 0): Promise<readonly DueEntry[]> {
    const count = await this.#count(job);
    const shards = Array.from(
      { length: count },
      (_, shard): Reading => ({ pk: duePartition(job, shard, band), rows: [], more: true }),
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

/** Whether an unread row of the shard may belong to the first `limit` entries. */
function mayHaveMore(shard: Reading, shards: readonly Reading[], limit: number): boolean {
  const cut = merged(shards)[limit - 1];
  return shard.more && (cut === undefined || sortKey(shard.rows.at(-1)) < sortKey(cut));
}

/** In order of time: sort keys begin with the time in a fixed number of digits. */
function merged(shards: readonly Reading[]): readonly Row[] {
  return shards.flatMap(({ rows }) => rows).sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}
