import type { LinkLog } from '../../../ports/link-log.ts';
import { linksKey, segmentPartition } from '../base/keys.ts';
import { sortKey } from '../base/rows.ts';
import type { Table } from '../base/table.ts';
import type { Bucket } from './bucket.ts';

/** Link segments as objects; the frontier table lists the open ones. */
export class S3LinkLog implements LinkLog {
  readonly #table: Table;
  readonly #bucket: Bucket;

  /** @param table the frontier table */
  constructor(table: Table, bucket: Bucket) {
    this.#table = table;
    this.#bucket = bucket;
  }

  async register(job: string, id: string): Promise<void> {
    await this.#table.put('links', { pk: segmentPartition(job), sk: id }, {});
  }

  async put(job: string, id: string, bytes: Uint8Array): Promise<void> {
    await this.#bucket.put('links', linksKey(job, id), bytes, { contentType: 'application/octet-stream' });
  }

  async open(job: string, limit: number, after?: string): Promise<readonly string[]> {
    const range = { pk: segmentPartition(job), consistent: true, ...(after !== undefined && { after }) };
    return (await this.#table.rows('links', range, limit)).map(sortKey);
  }

  async kept(job: string, limit: number, after?: string): Promise<readonly string[]> {
    const prefix = linksKey(job, '');
    const keys = await this.#bucket.keys('links', prefix, limit, after);
    return keys.map((key) => key.slice(prefix.length));
  }

  read(job: string, id: string): Promise<Uint8Array | undefined> {
    return this.#bucket.get('links', linksKey(job, id));
  }

  async done(job: string, ids: readonly string[]): Promise<void> {
    const pk = segmentPartition(job);
    await this.#table.deleteAll(
      'links',
      ids.map((sk) => ({ pk, sk })),
    );
  }
}
