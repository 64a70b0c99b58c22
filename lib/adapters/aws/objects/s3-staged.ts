import { defined } from '../../../domain/base/defined.ts';
import type { Line } from '../../../domain/base/line.ts';
import type { StagedChanges, StagedPage } from '../../../ports/changes.ts';
import { linesSuffix, stagedKey, stagedPrefix } from '../tables/keys.ts';
import type { Bucket } from './bucket.ts';
import { decodeLines, encodeLines, jsonLines } from './json-lines.ts';

/** What turns prepared for their publisher, as objects under their own prefix. */
export class S3Staged implements StagedChanges {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async put(job: string, id: string, lines: readonly Line[]): Promise<void> {
    await this.#bucket.put('staged', stagedKey(job, id), encodeLines(lines), jsonLines);
  }

  async read(job: string, id: string): Promise<readonly string[] | undefined> {
    const gzip = await this.#bucket.get('staged', stagedKey(job, id));
    return gzip && decodeLines(gzip);
  }

  async delete(job: string, id: string): Promise<void> {
    await this.#bucket.delete('staged', [stagedKey(job, id)]);
  }

  /** The cursor is the last key, without the prefix. */
  async list(job: string, beginning: string, limit: number, cursor?: string): Promise<StagedPage> {
    const prefix = stagedPrefix(job);
    const after = cursor?.slice(beginning.length);
    const keys = await this.#bucket.keys('staged', prefix + beginning, limit, after);
    const ids = keys.map((key) => key.slice(prefix.length, -linesSuffix.length));
    const last = keys.length < limit ? undefined : keys.at(-1)?.slice(prefix.length);
    return { ids, ...defined({ cursor: last }) };
  }
}
