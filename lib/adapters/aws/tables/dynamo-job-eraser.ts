import type { HostName } from '../../../base/url/url.ts';
import { frontierPartitions, prefixes } from '../../../config/stack/names.ts';
import { bandCount } from '../../../domain/focus/bands.ts';
import type { Job } from '../../../ports/jobs.ts';
import type { JobEraser } from '../../../ports/operate/job-eraser.ts';
import {
  bodyKey,
  controlPartition,
  domainKey,
  duePartition,
  inboxPartition,
  jobKey,
  segmentPartition,
  shardDigits,
} from '../base/keys.ts';
import { type ItemKey, sortKey } from '../base/rows.ts';
import type { Table } from '../base/table.ts';
import type { Bucket } from '../objects/bucket.ts';
import { domainsOfHosts } from './domains-of-hosts.ts';
import { jobIs } from './dynamo-jobs.ts';

const partitionsAtOnce = 16;

/** What the bucket holds of a job, except its collection and its settings. */
const objects = ['segments', 'links', 'staged', 'converting', 'offTopic', 'graph', 'sql', 'reports'] as const;

/** `JobEraser` of a stack, with the rights of the person who asks: no function has them. Counts of pages per day expire. */
export class DynamoJobEraser implements JobEraser {
  readonly #table: Table;
  readonly #bucket: Bucket;

  /** @param table the frontier table */
  constructor(table: Table, bucket: Bucket) {
    this.#table = table;
    this.#bucket = bucket;
  }

  async eraseSome(job: Job, limit: number): Promise<number> {
    const { name } = job;
    let erased = 0;
    for (const what of objects) erased += await this.#eraseObjects(`${prefixes[what]}${name}/`, limit);
    for (let band = 0; band < bandCount; band += 1) {
      for (let shard = 0; shard < job.dueShards; shard += 1)
        erased += await this.#erasePartition(duePartition(name, shard, band), limit);
    }
    for (const pk of [segmentPartition(name), `${frontierPartitions.counter}#${name}`])
      erased += await this.#erasePartition(pk, limit);
    for (const shard of shardDigits) {
      if (erased >= limit) return erased;
      erased += await this.#eraseHosts(name, controlPartition(name, shard), limit - erased);
    }
    return erased;
  }

  async forget(was: Job): Promise<boolean> {
    if (!(await this.#table.deleteIf('job', jobKey(was.name), jobIs(was)))) return false;
    while ((await this.#eraseObjects(`${prefixes.config}${was.name}/`, 1_000)) > 0);
    return true;
  }

  /** Deletes a host's control after all else of the host, so that the next call finds a host that was deleted in part. */
  async #eraseHosts(job: string, pk: string, limit: number): Promise<number> {
    const { rows } = await this.#table.page('remove', { pk, consistent: true }, limit);
    const keys = rows.map((row): ItemKey => ({ pk, sk: sortKey(row) }));
    const hosts = keys.map(({ sk }) => ({ job, host: sk as HostName }));
    const domains = domainsOfHosts(keys.map(({ sk }) => sk));
    const partitions = hosts.map(inboxPartition);
    for (let from = 0; from < partitions.length; from += partitionsAtOnce) {
      await Promise.all(
        partitions.slice(from, from + partitionsAtOnce).map(async (partition) => {
          while ((await this.#erasePartition(partition, limit)) > 0);
        }),
      );
    }
    await this.#table.deleteAll('remove', [
      ...hosts.map(bodyKey),
      ...domains.map((domain) => domainKey({ job, domain })),
    ]);
    await this.#table.deleteAll('remove', keys);
    return keys.length;
  }

  async #erasePartition(pk: string, limit: number): Promise<number> {
    const { rows } = await this.#table.page('remove', { pk, consistent: true }, limit);
    await this.#table.deleteAll(
      'remove',
      rows.map((row) => ({ pk, sk: sortKey(row) })),
    );
    return rows.length;
  }

  async #eraseObjects(prefix: string, limit: number): Promise<number> {
    const keys = await this.#bucket.keys('remove', prefix, limit);
    if (keys.length > 0) await this.#bucket.delete('remove', keys);
    return keys.length;
  }
}
