import type { MinHashes } from '../base/likeness/min-hashes.ts';
import type { Md5 } from '../base/page/page-content.ts';
import type { CanonicalUrl } from '../base/url/url.ts';

/** Where a group of near-duplicates is listed. */
export interface GroupKey {
  /** The phrase under which it is listed. */
  readonly key: number;
  /** The content that began the group; it stays when that content is gone. */
  readonly id: string;
}

/** The content of a group that stands for the others. */
export interface Representative {
  readonly md5: string;
  readonly url: CanonicalUrl;
  /** The page was never taken into the collection, and is to be visited again. */
  readonly isAwaited?: true;
}

/** Contents that say nearly the same. */
export interface NearGroup extends GroupKey {
  /** Of the content that began the group: members are compared with it, so that a group does not wander off. */
  readonly minHashes: MinHashes;
  readonly representative: Representative;
}

/** A content that belongs to a group and does not stand for it. */
export type GroupMember = Pick<Representative, 'md5' | 'url'>;

/** Groups under one key, at most: more would make each look at them cost more. */
export const groupsUnderKey = 3;

/**
 * Groups of near-duplicates of a job, found by keys (`keysOf`) without a look at the others: each call costs the same however
 * many groups there are. Safe under any number of writers; everything but `groups` sees what was written before.
 * @throws WinnowError `unavailable`
 */
export interface NearDuplicates {
  /** The groups that are listed under any of these keys, those of the last moments perhaps missing. */
  groups(job: string, keys: readonly number[]): Promise<readonly NearGroup[]>;
  /**
   * Lists a group under the first of these keys that has room, unless it is listed there. Its content is the representative.
   * @returns where; undefined: no key has room, the group is not listed
   */
  begin(job: string, keys: readonly number[], group: Omit<NearGroup, 'key'>): Promise<GroupKey | undefined>;
  /** Makes `next` the representative if that was `was`, or is `next`. The former one does not become a member. */
  represent(job: string, place: GroupKey, was: Md5, next: Representative): Promise<boolean>;
  /** Adds a member. @returns the group; undefined: it is gone, and the content is no member of anything */
  join(job: string, place: GroupKey, member: GroupMember): Promise<NearGroup | undefined>;
  /**
   * Takes a content out of its group. If it was the representative, the member of the smallest MD5 takes its place; a group
   * without members is gone.
   * @param isAwaited whether the next representative is not in the collection yet
   * @returns the representative in its place, the same when it is called again; undefined: it did not stand for the group, or
   * nobody is left
   */
  leave(job: string, place: GroupKey, md5: Md5, isAwaited: boolean): Promise<Representative | undefined>;
}
