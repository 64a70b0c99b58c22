import type { ChangeStore } from '../../ports/documents.ts';
import type { Bucket } from './bucket.ts';
import { decodeLines, encodeLines, jsonLines } from './json-lines.ts';
import { changesKey } from './keys.ts';

/** Changes objects: S3 tells the indexers of each. */
export class S3Changes implements ChangeStore {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** Putting a turn again notifies again: an indexer knows a line by job, host, turn and ordinal. */
  async put(job: string, host: string, turn: number, lines: readonly string[]): Promise<string> {
    const key = this.key(job, host, turn);
    await this.#bucket.put('changes', key, encodeLines(lines), jsonLines);
    return key;
  }

  async read(job: string, host: string, turn: number): Promise<readonly string[] | undefined> {
    const gzip = await this.#bucket.get('changes', this.key(job, host, turn));
    return gzip && decodeLines(gzip);
  }

  key(job: string, host: string, turn: number): string {
    return changesKey(job, host, turn);
  }
}
