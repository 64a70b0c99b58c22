import type { Line } from '../../../base/line.ts';
import type { StagedChanges } from '../../../ports/changes.ts';
import { stagedKey, stagedPrefix } from '../base/keys.ts';
import type { Bucket } from './bucket.ts';
import { decodeLines, encodeLines, idsBelow, jsonLines } from './json-lines.ts';

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

  list(job: string, beginning = ''): Promise<readonly string[]> {
    return idsBelow(this.#bucket, 'staged', stagedPrefix(job), beginning);
  }
}
