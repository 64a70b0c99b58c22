import type { ChangeStore, ChangesPage, ChangesQuery } from '../../../ports/documents.ts';
import { changesKey, changesOfKey, changesPrefix, changesUpTo } from '../tables/keys.ts';
import type { Bucket } from './bucket.ts';
import { decodeLines, encodeLines, jsonLines } from './json-lines.ts';

/** Changes objects; S3 notifies the indexers of each. */
export class S3Changes implements ChangeStore {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** A second put of a turn notifies the indexers again; they know a line by job, host, turn and ordinal. */
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

  /**
   * Ordered by key. The cursor is the last key that was looked at, without the prefix. S3 lists by key only, so `since`
   * filters what a page has.
   */
  async list(
    job: string,
    { host, afterTurn, since = 0 }: ChangesQuery,
    limit: number,
    cursor?: string,
  ): Promise<ChangesPage> {
    const prefix = changesPrefix(job, host);
    const after =
      cursor ?? (host === undefined || afterTurn === undefined ? undefined : changesUpTo(afterTurn));
    const listed = await this.#bucket.objects('changes', prefix, limit, after);
    const second = Math.floor(since / 1_000) * 1_000;
    const objects = listed.flatMap(({ key, at }) => {
      const named = at >= second ? changesOfKey(key) : undefined;
      return named === undefined ? [] : [{ ...named, key, at }];
    });
    const last = listed.length < limit ? undefined : listed.at(-1)?.key.slice(prefix.length);
    return { objects, ...(last !== undefined && { cursor: last }) };
  }
}
