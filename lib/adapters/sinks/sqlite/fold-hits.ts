import {
  decodeMinHashes,
  encodeMinHashes,
  minHashesOf,
  resemblance,
} from '../../../base/likeness/min-hashes.ts';

/** Pages that resemble each other by so much say nearly the same (`lib/capabilities/near-duplicates/group.ts` has the figure). */
const leastResemblance = 0.9;
/** A group is looked for under so many of its smallest hashes. */
const keysOfGroup = 3;

/** The sample of a text by which near-duplicates are known; null for a text that says too little. */
export function sampleOf(text: string): string | null {
  const hashes = minHashesOf(text);
  return hashes === undefined ? null : encodeMinHashes(hashes);
}

/** Folds pages that say nearly the same into the first of them. @returns the first ones in their order, with how many each stands for */
export function foldHits<H extends { readonly near: string | null }>(
  hits: readonly H[],
): readonly { readonly hit: H; readonly alike: number }[] {
  const kept: { hit: H; alike: number; hashes: readonly number[] }[] = [];
  const byKey = new Map<number, (typeof kept)[number][]>();
  for (const hit of hits) {
    const hashes = hit.near === null ? [] : decodeMinHashes(hit.near);
    const keys = hashes.slice(0, keysOfGroup);
    const same = keys
      .flatMap((key) => byKey.get(key) ?? [])
      .find((one) => resemblance(one.hashes, hashes) >= leastResemblance);
    if (same !== undefined) {
      same.alike += 1;
      continue;
    }
    const first = { hit, alike: 0, hashes };
    kept.push(first);
    for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), first]);
  }
  return kept;
}
