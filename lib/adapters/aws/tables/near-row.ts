import { decodeMinHashes } from '../../../base/likeness/min-hashes.ts';
import type { Md5 } from '../../../base/page/page-content.ts';
import type { CanonicalUrl } from '../../../base/url/url.ts';
import type { GroupKey, NearGroup } from '../../../ports/near-duplicates.ts';
import type { Row } from '../base/attributes.ts';

/** A group as an attribute of the item of its key. */
export interface StoredGroup {
  /** The min-hashes. */
  readonly h: Uint8Array;
  /** The representative: its MD5, if it is not the group's id, its URL, and whether it is awaited. */
  readonly r?: Md5;
  readonly u: CanonicalUrl;
  readonly a?: true;
  /** The representative before, if that left. */
  readonly w?: Md5;
  /** The representative has left, and had no members: nobody joins any more. */
  readonly e?: true;
}

export function groupsOf(row: Row | undefined, key: number): readonly NearGroup[] {
  return storedGroups(row ?? {}).map(([id, group]) => groupOf(group, { key, id }));
}

export function groupOf({ h, r, u, a }: StoredGroup, { key, id }: GroupKey): NearGroup {
  const minHashes = decodeMinHashes(Buffer.from(h).toString('base64'));
  return { key, id, minHashes, representative: { md5: r ?? id, url: u, ...(a && { isAwaited: a }) } };
}

const isGroup = /^g[0-9a-f]{32}$/;

export function nameOf(id: Md5): string {
  return `g${id}`;
}

/** The stored groups of an item, by their ids. */
export function storedGroups(row: Row): readonly (readonly [id: Md5, group: StoredGroup])[] {
  return Object.entries(row).flatMap(([name, value]) =>
    isGroup.test(name) && !(value as StoredGroup).e ? [[name.slice(1), value as StoredGroup] as const] : [],
  );
}
