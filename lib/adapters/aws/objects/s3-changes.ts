import type { Line } from '../../../base/line.ts';
import { isBatchName, namesSince } from '../../../domain/collection/changes-name.ts';
import type { ChangeStore, ChangesPage, ChangesQuery, ReviseLines } from '../../../ports/changes.ts';
import { changesKey, changesName, changesPrefix } from '../base/keys.ts';
import type { Bucket } from './bucket.ts';
import { decodeLines, encodeLines, jsonLines, reviseLines } from './json-lines.ts';

/** An object is put later than its name says by less than a worker lives, and clocks differ by less, ms. */
const putWithinMs = 3_600_000;

/** Changes objects; S3 notifies the indexers of each. */
export class S3Changes implements ChangeStore {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** A second put notifies the indexers again; they know a line by job, host, turn and ordinal. */
  async put(job: string, name: string, lines: readonly Line[]): Promise<string> {
    const key = this.key(job, name);
    await this.#bucket.put('changes', key, encodeLines(lines), jsonLines);
    return key;
  }

  async read(job: string, name: string): Promise<readonly string[] | undefined> {
    const gzip = await this.#bucket.get('changes', this.key(job, name));
    return gzip && decodeLines(gzip);
  }

  revise(job: string, name: string, revise: ReviseLines): Promise<void> {
    return reviseLines(this.#bucket, 'changes', this.key(job, name), revise);
  }

  key(job: string, name: string): string {
    return changesKey(job, name);
  }

  /**
   * Ordered by name: the objects of version 1 come first. The cursor is the last key that was looked at, without the
   * prefix. S3 lists by key only, so `since` filters what a page has; names of batches say when they began, and those that
   * began long before are passed over.
   */
  async list(
    job: string,
    { host, since = 0 }: ChangesQuery,
    limit: number,
    cursor?: string,
  ): Promise<ChangesPage> {
    const prefix = changesPrefix(job, host);
    const listed = await this.#bucket.objects('changes', prefix, limit, cursor);
    const second = Math.floor(since / 1_000) * 1_000;
    const objects = listed.flatMap(({ key, at }) => {
      const name = at >= second ? changesName(job, key) : undefined;
      return name === undefined ? [] : [{ name, key, at }];
    });
    const last = listed.length < limit ? undefined : listed.at(-1)?.key.slice(prefix.length);
    if (last === undefined) return { objects };
    const first = namesSince(since - putWithinMs);
    return { objects, cursor: host === undefined && isBatchName(last) && last < first ? first : last };
  }
}
