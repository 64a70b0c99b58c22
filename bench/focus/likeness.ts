/** How alike the orders are in which two crawls fetched the same pages. */
export interface Likeness {
  /** The part of the pages of both that the other one has too. */
  readonly common: number;
  /** Of the places of common pages, from -1 to 1: 1 is the same order. */
  readonly spearman: number;
  readonly kendall: number;
}

/** Of the first pages of both, as many as the shorter one has. No page is twice in one of them. */
export function likeness<T>(one: readonly T[], other: readonly T[]): Likeness {
  const length = Math.min(one.length, other.length);
  const places = new Map(other.slice(0, length).map((page, place) => [page, place]));
  const common = one.slice(0, length).flatMap((page) => places.get(page) ?? []);
  const ranked = new Map(common.toSorted((a, b) => a - b).map((place, rank) => [place, rank]));
  const ranks = common.map((place) => ranked.get(place) ?? 0);
  return { common: common.length / Math.max(1, length), spearman: spearman(ranks), kendall: kendall(ranks) };
}

/** @param ranks a permutation, held against the identity */
function spearman(ranks: readonly number[]): number {
  const squares = ranks.reduce((sum, rank, place) => sum + (rank - place) ** 2, 0);
  return ranks.length < 2 ? 1 : 1 - (6 * squares) / (ranks.length * (ranks.length ** 2 - 1));
}

function kendall(ranks: readonly number[]): number {
  const pairs = (ranks.length * (ranks.length - 1)) / 2;
  let inverted = 0;
  for (const [place, rank] of ranks.entries()) {
    for (let after = place + 1; after < ranks.length; after += 1) {
      if ((ranks[after] as number) < rank) inverted += 1;
    }
  }
  return pairs === 0 ? 1 : 1 - (2 * inverted) / pairs;
}
