import { defined } from '../../base/defined.ts';
import type { Md5 } from '../../base/page/page-content.ts';
import {
  type GroupKey,
  keysOf,
  linkToGroup,
  type NearDuplicateOf,
  type NearGroup,
  type NearRelation,
  readPlace,
  writePlace,
} from '../../domain/near-duplicates/group.ts';
import type { NearDuplicates } from '../../ports/near-duplicates.ts';
import type { ComparedPage } from './find-group.ts';

/** What the register and the record say of a content's group. */
export interface EnteredGroup {
  /** Absent: the content is in no group. */
  readonly group?: string;
  /** Absent: the content stands for its group. */
  readonly nearDuplicateOf?: NearDuplicateOf;
}

type Index = { readonly nearDuplicates: NearDuplicates };

/** Enters a content of a committed turn into its group. Idempotent. What has become of the group since the visit counts. */
export async function enterGroup(
  { nearDuplicates }: Index,
  job: string,
  page: ComparedPage,
  relation: NearRelation,
): Promise<EnteredGroup> {
  const { md5, url, minHashes } = page;
  if (relation.is === 'representative') {
    const { group: place, was } = relation;
    if (await nearDuplicates.represent(job, place, was, { md5, url })) return { group: writePlace(place) };
  } else if (relation.is === 'member') {
    const group = await joined(nearDuplicates, job, page, relation.group);
    if (group !== undefined) {
      return {
        group: writePlace(group),
        ...defined({ nearDuplicateOf: linkToGroup(md5, minHashes, group) }),
      };
    }
  }
  const group = { id: md5, minHashes, representative: { md5, url } };
  const place = await nearDuplicates.begin(job, keysOf(minHashes), group);
  return place === undefined ? {} : { group: writePlace(place) };
}

/** A group that a page of the same turn began may be listed under another of its keys than the page could know. */
async function joined(
  nearDuplicates: NearDuplicates,
  job: string,
  { md5, url, minHashes }: ComparedPage,
  place: GroupKey,
): Promise<NearGroup | undefined> {
  const group = await nearDuplicates.join(job, place, { md5, url });
  if (group !== undefined) return group;
  const listed = await nearDuplicates.groups(job, keysOf(minHashes));
  const same = listed.find(({ id }) => id === place.id);
  return same && (await nearDuplicates.join(job, same, { md5, url }));
}

/** The present link of a content that is in a group already. */
export async function presentLink(
  { nearDuplicates }: Index,
  job: string,
  { md5, minHashes }: { readonly md5: Md5; readonly minHashes: ComparedPage['minHashes'] },
  group: string,
): Promise<NearDuplicateOf | undefined> {
  const place = readPlace(group);
  const listed = await nearDuplicates.groups(job, [place.key]);
  const own = listed.find(({ id }) => id === place.id);
  return own && linkToGroup(md5, minHashes, own);
}
