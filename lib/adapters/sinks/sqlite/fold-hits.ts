import {
  decodeMinHashes,
  encodeMinHashes,
  type MinHashes,
  minHashesOf,
  resemblance,
} from '../../../base/likeness/min-hashes.ts';

/** Pages that resemble each other by so much say nearly the same (`lib/capabilities/near-duplicates/group.ts` has the figure). */
const leastResemblance = 0.9;
/** A group is looked for under its three smallest hashes: so much of a sample encodes them. */
const keyChars = 16;

/** The sample of a text by which near-duplicates are known; null for a text that says too little. */
export function sampleOf(text: string): string | null {
  const hashes = minHashesOf(text);
  return hashes === undefined ? null : encodeMinHashes(hashes);
}

interface Kept<H> {
  readonly hit: H;
  alike: number;
  readonly sample: Sample;
}

/** Folds pages that say nearly the same into the first of them. @returns the first ones in their order, with how many each stands for */
export function foldHits<H extends { readonly near: string | null }>(
  hits: readonly H[],
): readonly { readonly hit: H; readonly alike: number }[] {
  const kept: Kept<H>[] = [];
  const byKey = new Map<number, Kept<H>[]>();
  for (const hit of hits) {
    const sample = new Sample(hit.near ?? '');
    const others = new Set(sample.keys.flatMap((key) => byKey.get(key) ?? []));
    const same = [...others].find((one) => sample.isLike(one.sample));
    if (same !== undefined) {
      same.alike += 1;
      continue;
    }
    const first = { hit, alike: 0, sample };
    kept.push(first);
    for (const key of sample.keys) {
      const those = byKey.get(key);
      if (those === undefined) byKey.set(key, [first]);
      else those.push(first);
    }
  }
  return kept;
}

/** Few pages share one of the smallest hashes, and only samples of these are decoded whole. */
class Sample {
  readonly keys: MinHashes;
  readonly #encoded: string;
  #hashes: MinHashes | undefined;

  constructor(encoded: string) {
    this.keys = decodeMinHashes(encoded.slice(0, keyChars));
    this.#encoded = encoded;
  }

  isLike(other: Sample): boolean {
    return resemblance(this.#all(), other.#all()) >= leastResemblance;
  }

  #all(): MinHashes {
    this.#hashes ??= decodeMinHashes(this.#encoded);
    return this.#hashes;
  }
}
