import { WinnowError } from '../../../base/error.ts';
import { encodeMinHashes } from '../../../base/likeness/min-hashes.ts';
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
import { absent, all, any, atMost, is } from '../base/expression.ts';
import { memberKey, membersPartition, nearKey } from '../base/keys.ts';
import { sortKey, writeId } from '../base/rows.ts';
import type { Table } from '../base/table.ts';
import { groupOf, groupsOf, nameOf, type StoredGroup } from './near-row.ts';

/** Tries of a conditional write; each failure means that another writer's succeeded. */
const maxTries = 20;

/**
 * Groups of near-duplicates in the records table: one item for a key with its groups, which is small enough to be billed as
 * one unit, and one item for a member.
 */
export class DynamoNearDuplicates implements NearDuplicates {
  readonly #table: Table;

  /** @param table the records table */
  constructor(table: Table) {
    this.#table = table;
  }

  async groups(job: string, keys: readonly number[]): Promise<readonly NearGroup[]> {
    const rows = await Promise.all(keys.map((key) => this.#table.get('near', nearKey(job, key), false)));
    return rows.flatMap((row, i) => groupsOf(row, keys[i] as number));
  }

  async begin(
    job: string,
    keys: readonly number[],
    { id, minHashes, representative }: Omit<NearGroup, 'key'>,
  ): Promise<GroupKey | undefined> {
    const { url, isAwaited } = representative;
    const h = Buffer.from(encodeMinHashes(minHashes), 'base64');
    const group: StoredGroup = { h, u: url, ...(isAwaited && { a: true }) };
    const hasRoom = any(absent('n'), atMost('n', groupsUnderKey - 1));
    for (const key of keys) {
      const { written, row } = await this.#table.updateIf(
        'near',
        nearKey(job, key),
        { set: { [nameOf(id)]: group }, add: { n: 1 } },
        all(absent(nameOf(id)), hasRoom),
      );
      if (written || row?.[nameOf(id)] !== undefined) return { key, id };
    }
    return undefined;
  }

  async represent(job: string, place: GroupKey, was: Md5, next: Representative): Promise<boolean> {
    const done = await this.#change(job, place, (group) => {
      const present = group.r ?? place.id;
      if (present !== was && present !== next.md5) return 'keep';
      return represented(group, place.id, next, undefined);
    });
    if (done.kind !== 'changed') return false;
    await this.#table.delete('near', memberKey(job, place.id, next.md5));
    return true;
  }

  async join(job: string, place: GroupKey, member: GroupMember): Promise<NearGroup | undefined> {
    const key = memberKey(job, place.id, member.md5);
    await this.#table.put('near', key, { url: member.url });
    // Whoever ends the group or chooses a representative looks for members after that.
    const group = await this.#group(job, place);
    if (group === undefined || group.representative.md5 === member.md5) await this.#table.delete('near', key);
    return group;
  }

  async leave(
    job: string,
    place: GroupKey,
    md5: Md5,
    isAwaited: boolean,
  ): Promise<Representative | undefined> {
    await this.#table.delete('near', memberKey(job, place.id, md5));
    const stands = (group: StoredGroup): boolean => (group.r ?? place.id) === md5;
    let next = await this.#next(job, place.id, md5, isAwaited);
    if (next === undefined) {
      // Whoever joins from here on finds that the group ends; whoever joined before is seen now.
      const ending = await this.#change(job, place, (group) =>
        stands(group) ? { ...group, e: true } : 'keep',
      );
      next = ending.kind === 'changed' ? await this.#next(job, place.id, md5, isAwaited) : undefined;
    }
    const done = await this.#change(job, place, (group) => {
      if (!stands(group)) return 'keep';
      return next === undefined ? 'remove' : represented(group, place.id, next, md5);
    });
    if (done.kind === 'missing') return undefined;
    if (done.kind === 'kept') {
      if (done.group.w !== md5) return undefined;
      const { representative } = groupOf(done.group, place);
      await this.#table.delete('near', memberKey(job, place.id, representative.md5));
      return representative;
    }
    if (next === undefined) return undefined;
    // If that member has left meanwhile, another one takes its place.
    if (await this.#table.delete('near', memberKey(job, place.id, next.md5))) return next;
    const other = await this.leave(job, place, next.md5, isAwaited);
    return other ?? (await this.#group(job, place))?.representative;
  }

  async #next(job: string, id: Md5, left: Md5, isAwaited: boolean): Promise<Representative | undefined> {
    const range = { pk: membersPartition(job, id), consistent: true };
    const rows = await this.#table.rows('near', range, 2);
    const row = rows.find((one) => sortKey(one) !== left);
    if (row === undefined) return undefined;
    return {
      md5: sortKey(row),
      url: row.url as CanonicalUrl,
      ...(isAwaited && { isAwaited: true as const }),
    };
  }

  async #group(job: string, place: GroupKey): Promise<NearGroup | undefined> {
    const row = await this.#table.get('near', nearKey(job, place.key), true);
    const stored = row?.[nameOf(place.id)] as StoredGroup | undefined;
    return stored === undefined || stored.e ? undefined : groupOf(stored, place);
  }

  /** Changes a group unless its item was written since it was read; reads again then. */
  async #change(
    job: string,
    place: GroupKey,
    change: (group: StoredGroup) => StoredGroup | 'keep' | 'remove',
  ): Promise<
    { readonly kind: 'missing' | 'changed' } | { readonly kind: 'kept'; readonly group: StoredGroup }
  > {
    const name = nameOf(place.id);
    for (let tries = 0; tries < maxTries; tries++) {
      const row = await this.#table.get('near', nearKey(job, place.key), true);
      const group = row?.[name] as StoredGroup | undefined;
      if (row === undefined || group === undefined) return { kind: 'missing' };
      const next = change(group);
      if (next === 'keep') return { kind: 'kept', group };
      const update = next === 'remove' ? { remove: [name], add: { n: -1 } } : { set: { [name]: next } };
      const { written } = await this.#table.updateIf(
        'near',
        nearKey(job, place.key),
        update,
        is({ [writeId]: row[writeId] }),
      );
      if (written) return { kind: 'changed' };
    }
    throw tooMany(job, place);
  }
}

function represented(
  { h }: StoredGroup,
  id: Md5,
  { md5, url, isAwaited }: Representative,
  was: Md5 | undefined,
): StoredGroup {
  return {
    h,
    u: url,
    ...(md5 !== id && { r: md5 }),
    ...(isAwaited && { a: true }),
    ...(was !== undefined && { w: was }),
  };
}

function tooMany(job: string, { id }: GroupKey): WinnowError {
  return new WinnowError(
    'unavailable',
    `group ${id} of ${job} changed ${maxTries} times while it was changed`,
  );
}
