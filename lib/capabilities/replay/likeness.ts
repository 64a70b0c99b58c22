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
  return pairs === 0 ? 1 : 1 - (2 * inversions(ranks)) / pairs;
}

/** Pairs that stand the wrong way round, counted as a merge sort puts them right. */
function inversions(ranks: readonly number[]): number {
  let from = Float64Array.from(ranks);
  let to = new Float64Array(from.length);
  let count = 0;
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(start + 2 * width, from.length);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at += 1) {
        const takesLeft = left < middle && (right === end || (from[left] ?? 0) <= (from[right] ?? 0));
        if (!takesLeft) count += middle - left;
        to[at] = from[takesLeft ? left++ : right++] ?? 0;
      }
    }
    [from, to] = [to, from];
  }
  return count;
}
