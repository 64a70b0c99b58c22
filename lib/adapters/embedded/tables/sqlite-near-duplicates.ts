import { decodeMinHashes, encodeMinHashes } from '../../../base/likeness/min-hashes.ts';
import type { Md5 } from '../../../base/page/page-content.ts';
import type { CanonicalUrl } from '../../../base/url/url.ts';
import {
  type GroupKey,
  type GroupMember,
  groupsUnderKey,
  type NearDuplicates,
  type NearGroup,
  type Representative,
} from '../../../ports/near-duplicates.ts';
import type { Connection } from '../base/connection.ts';

interface GroupRow {
  readonly key: number;
  readonly id: Md5;
  readonly hashes: string;
  readonly md5: Md5;
  readonly url: CanonicalUrl;
  readonly awaited: number;
  readonly was: Md5 | null;
}

const columns = 'key, id, hashes, md5, url, awaited, was';

/** `NearDuplicates` in SQLite: one row for a group, one for a member. */
export class SqliteNearDuplicates implements NearDuplicates {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async groups(job: string, keys: readonly number[]): Promise<readonly NearGroup[]> {
    return keys.flatMap((key) =>
      this.#db
        .all<GroupRow>(`SELECT ${columns} FROM near_group WHERE job = ? AND key = ?`, job, key)
        .map(groupOf),
    );
  }

  async begin(
    job: string,
    keys: readonly number[],
    { id, minHashes, representative }: Omit<NearGroup, 'key'>,
  ): Promise<GroupKey | undefined> {
    const { md5, url, isAwaited } = representative;
    return this.#db.transaction(() => {
      for (const key of keys) {
        if (this.#group(job, { key, id }) !== undefined) return { key, id };
        const added = this.#db.run(
          `INSERT INTO near_group (job, ${columns}) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL
           WHERE (SELECT count(*) FROM near_group WHERE job = ?1 AND key = ?2) < ?8`,
          ...[job, key, id, encodeMinHashes(minHashes), md5, url, isAwaited ? 1 : 0, groupsUnderKey],
        );
        if (added === 1) return { key, id };
      }
      return undefined;
    });
  }

  async represent(job: string, place: GroupKey, was: Md5, next: Representative): Promise<boolean> {
    return this.#db.transaction(() => {
      const present = this.#group(job, place)?.md5;
      if (present === undefined || (present !== was && present !== next.md5)) return false;
      this.#represent(job, place, next, null);
      return true;
    });
  }

  async join(job: string, place: GroupKey, { md5, url }: GroupMember): Promise<NearGroup | undefined> {
    return this.#db.transaction(() => {
      const group = this.#group(job, place);
      if (group === undefined) return undefined;
      if (group.md5 !== md5) {
        this.#db.run(
          `INSERT INTO near_member (job, id, md5, url) VALUES (?, ?, ?, ?)
           ON CONFLICT (job, id, md5) DO UPDATE SET url = excluded.url`,
          ...[job, place.id, md5, url],
        );
      }
      return groupOf(group);
    });
  }

  async leave(
    job: string,
    place: GroupKey,
    md5: Md5,
    isAwaited: boolean,
  ): Promise<Representative | undefined> {
    return this.#db.transaction(() => {
      this.#db.run('DELETE FROM near_member WHERE job = ? AND id = ? AND md5 = ?', job, place.id, md5);
      const group = this.#group(job, place);
      if (group === undefined) return undefined;
      if (group.md5 !== md5) return group.was === md5 ? groupOf(group).representative : undefined;
      const member = this.#db.get<GroupMember>(
        'SELECT md5, url FROM near_member WHERE job = ? AND id = ? ORDER BY md5 LIMIT 1',
        job,
        place.id,
      );
      if (member === undefined) {
        this.#db.run(
          'DELETE FROM near_group WHERE job = ? AND key = ? AND id = ?',
          ...[job, place.key, place.id],
        );
        return undefined;
      }
      const next = { md5: member.md5, url: member.url, ...(isAwaited && { isAwaited: true as const }) };
      this.#represent(job, place, next, md5);
      return next;
    });
  }

  #group(job: string, { key, id }: GroupKey): GroupRow | undefined {
    return this.#db.get<GroupRow>(
      `SELECT ${columns} FROM near_group WHERE job = ? AND key = ? AND id = ?`,
      ...[job, key, id],
    );
  }

  #represent(job: string, { key, id }: GroupKey, next: Representative, was: Md5 | null): void {
    this.#db.run(
      'UPDATE near_group SET md5 = ?, url = ?, awaited = ?, was = ? WHERE job = ? AND key = ? AND id = ?',
      ...[next.md5, next.url, next.isAwaited ? 1 : 0, was, job, key, id],
    );
    this.#db.run('DELETE FROM near_member WHERE job = ? AND id = ? AND md5 = ?', job, id, next.md5);
  }
}

function groupOf({ key, id, hashes, md5, url, awaited }: GroupRow): NearGroup {
  const representative = { md5, url, ...(awaited === 1 && { isAwaited: true as const }) };
  return { key, id, minHashes: decodeMinHashes(hashes), representative };
}
