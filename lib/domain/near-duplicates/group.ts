import type { CanonicalUrl } from '../../base/url/url.ts';
import { type MinHashes, resemblance, sampleSize } from './min-hashes.ts';

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

/** The link of a record to the representative of its group. */
export interface NearDuplicateOf {
  readonly md5: string;
  readonly url: CanonicalUrl;
  /** Part of the phrases that both texts have, about, from 0 to 1. */
  readonly similarity: number;
}

/** What the look for near-duplicates adds to a record. */
export interface NearDuplicateFields {
  /** The record that says nearly the same and stands for it; absent: there is none, or the job does not look for it. */
  readonly nearDuplicateOf?: NearDuplicateOf;
}

/** What a page that was visited has to do with a group; its publication does it. */
export type NearRelation =
  /** It begins a group. */
  | { readonly is: 'first' }
  | { readonly is: 'member'; readonly group: GroupKey }
  /** It is the representative from now on, in place of the content `was`. */
  | { readonly is: 'representative'; readonly group: GroupKey; readonly was: string };

/**
 * Contents of this resemblance are near-duplicates. Of short texts, whose phrases are all in the sample, more is asked: the few
 * words in which two of them differ are what each is about. By 26 labelled pairs of pages that share 90 % of their phrases
 * of five words and 180 that share less than half: the former resemble each other by 0.9 at least.
 */
const leastResemblance = { long: 0.8, short: 0.9 } as const;

function areNear(a: MinHashes, b: MinHashes, likeness: number): boolean {
  const isShort = Math.min(a.length, b.length) < sampleSize;
  return likeness >= (isShort ? leastResemblance.short : leastResemblance.long);
}

/** A group is listed under one of its three smallest hashes, and looked for under as many. */
const keysOfGroup = 3;

export function keysOf(minHashes: MinHashes): readonly number[] {
  return minHashes.slice(0, keysOfGroup);
}

/** The group that a content belongs to; of several the one that it resembles most. */
export function nearestGroup<G extends Pick<NearGroup, 'minHashes'>>(
  minHashes: MinHashes,
  groups: readonly G[],
): G | undefined {
  let nearest: G | undefined;
  let best = 0;
  for (const group of groups) {
    const likeness = resemblance(minHashes, group.minHashes);
    if (likeness <= best || !areNear(minHashes, group.minHashes, likeness)) continue;
    best = likeness;
    nearest = group;
  }
  return nearest;
}

/** How a page stands to the group that it resembles. */
export function relationTo(
  { representative, ...group }: NearGroup,
  page: { readonly md5: string; readonly url: CanonicalUrl },
): NearRelation | undefined {
  const place = { key: group.key, id: group.id };
  const isIts = representative.url === page.url || representative.isAwaited === true;
  if (isIts) return { is: 'representative', group: place, was: representative.md5 };
  // The same content under another URL.
  if (representative.md5 === page.md5) return undefined;
  return { is: 'member', group: place };
}

/** The link of a content to its group; undefined: it stands for the group itself. */
export function linkToGroup(
  md5: string,
  minHashes: MinHashes,
  group: Pick<NearGroup, 'minHashes' | 'representative'>,
): NearDuplicateOf | undefined {
  const { representative } = group;
  if (representative.md5 === md5) return undefined;
  const similarity = Math.round(resemblance(minHashes, group.minHashes) * 100) / 100;
  return { md5: representative.md5, url: representative.url, similarity };
}

/** A place as the register stores it. */
export function writePlace({ key, id }: GroupKey): string {
  return `${key.toString(36)}-${id}`;
}

export function readPlace(text: string): GroupKey {
  const [key = '', id = ''] = text.split('-');
  return { key: Number.parseInt(key, 36), id };
}
