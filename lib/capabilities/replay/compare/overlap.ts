/** How many fetches of one crawl and of another are looked at together. */
export type Cut = readonly [one: number, other: number];

/** Of what each of two crawls has, the part that the other one has, too. */
export type Overlap = readonly [ofOne: number, ofOther: number];

/**
 * What two crawls have in common at each cut (Chakrabarti, van den Berg and Dom 1999, figures 8 and 9).
 * @param one what each fetch brought; undefined: nothing that counts @param cuts ascending in both crawls
 */
export function overlapAt<T>(
  one: readonly (T | undefined)[],
  other: readonly (T | undefined)[],
  cuts: readonly Cut[],
): readonly Overlap[] {
  const [ours, theirs] = [new Set<T>(), new Set<T>()];
  let shared = 0;
  const take = (own: Set<T>, others: Set<T>, found: T | undefined): void => {
    if (found === undefined || own.has(found)) return;
    own.add(found);
    if (others.has(found)) shared += 1;
  };
  let [i, j] = [0, 0];
  return cuts.map(([first, second]) => {
    for (; i < Math.min(first, one.length); i += 1) take(ours, theirs, one[i]);
    for (; j < Math.min(second, other.length); j += 1) take(theirs, ours, other[j]);
    return [shared / Math.max(1, ours.size), shared / Math.max(1, theirs.size)] as const;
  });
}

/** How many different things two crawls have in common. */
export function sharedBy<T>(one: readonly (T | undefined)[], other: readonly (T | undefined)[]): number {
  const theirs = new Set(other);
  theirs.delete(undefined);
  return new Set(one.filter((found) => theirs.has(found))).size;
}

/**
 * Of the first `k` of one ranking the part that is among the first `k` of another, for each `k` that both have (figure 10).
 * @param most the largest `k`
 */
export function rankOverlap<T>(one: readonly T[], other: readonly T[], most: number): readonly number[] {
  const cuts = Array.from(
    { length: Math.min(most, one.length, other.length) },
    (_, at) => [at + 1, at + 1] as const,
  );
  return overlapAt(one, other, cuts).map(([part]) => part);
}
