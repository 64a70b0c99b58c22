import type { Md5 } from '../../base/page/page-content.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import {
  keysOf,
  linkToGroup,
  type NearDuplicateOf,
  type NearGroup,
  type NearRelation,
  nearestGroup,
  relationTo,
} from '../../domain/near-duplicates/group.ts';
import type { MinHashes } from '../../domain/near-duplicates/min-hashes.ts';
import type { Turn } from '../turn/turn.ts';

/** A page whose text can be compared. */
export interface ComparedPage {
  readonly md5: Md5;
  readonly url: CanonicalUrl;
  readonly minHashes: MinHashes;
}

/** A page's relation to the group that it resembles, and the link to the group's representative if it is a member. */
export interface FoundGroup {
  readonly relation?: NearRelation;
  readonly of?: NearDuplicateOf;
}

/** Finds the group of a page among those of the job and the pages of this turn, which are not listed yet. Writes nothing. */
export async function findGroup(
  { ports, key, harvest }: Pick<Turn, 'ports' | 'key' | 'harvest'>,
  page: ComparedPage,
): Promise<FoundGroup> {
  const { md5, minHashes } = page;
  const listed = await ports.nearDuplicates.groups(key.job, keysOf(minHashes));
  const group = nearestGroup(minHashes, [...listed, ...harvest.nearGroups]);
  if (group === undefined) return { relation: { is: 'first' } };
  const relation = relationTo(group, page);
  if (relation?.is !== 'member') return relation === undefined ? {} : { relation };
  const of = linkToGroup(md5, minHashes, group);
  return of === undefined ? {} : { relation, of };
}

/** The group that a page of this turn will begin, for the pages after it. */
export function begunGroup({ md5, url, minHashes }: ComparedPage): NearGroup {
  return { key: keysOf(minHashes)[0] as number, id: md5, minHashes, representative: { md5, url } };
}
