import { type MinHashes, resemblance, sampleSize } from '../../base/likeness/min-hashes.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { orderKind } from '../../domain/orders/order-kind.ts';
import type { GroupKey, GroupMember, NearGroup } from '../../ports/near-duplicates.ts';

/** A page whose text can be compared. */
export interface ComparedPage extends GroupMember {
  readonly minHashes: MinHashes;
}

/** The link of a record to the representative of its group. */
export interface NearDuplicateOf {
  readonly md5: string;
  readonly url: CanonicalUrl;
  /** Part of the phrases that both texts have, about, from 0 to 1. */
  readonly similarity: number;
}

/** What a page that was visited has to do with a group; its publication does it. */
export type NearRelation =
  /** It begins a group. */
  | { readonly is: 'first' }
  | { readonly is: 'member'; readonly group: GroupKey }
  /** It is the representative from now on, in place of the content `was`. */
  | { readonly is: 'representative'; readonly group: GroupKey; readonly was: string };

declare module '../../domain/collection/outbox.ts' {
  interface OutboxPage {
    /** What the page has to do with a group of near-duplicates; absent: nothing new. */
    readonly near?: NearRelation;
  }
  interface OwedByParts {
    /** Pages that belong to a group, and therefore were not taken into the collection. */
    readonly dropped?: readonly (GroupMember & { readonly group: GroupKey })[];
  }
}

/** A page that has become the representative of its group: its record no longer links to another one. */
export interface RepresentOrder {
  readonly url: CanonicalUrl;
  /** The content for which it was chosen. */
  readonly md5: string;
}

export const representOrder = orderKind<RepresentOrder>('e');

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
  page: GroupMember,
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
