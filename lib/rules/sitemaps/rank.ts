import type { ListedEntry } from './listing.ts';

/**
 * How far priority may move a rank from the depth of its page: less than half a level, so a deeper page never comes
 * first.
 */
const maxPriorityShift = 0.4;
const day = 86_400_000;
/** Lowers the rank of pages that changed lately, so that they come first among pages of the same depth and priority. */
const freshness: readonly (readonly [ageMs: number, gain: number])[] = [
  [day, 0.04],
  [7 * day, 0.03],
  [30 * day, 0.02],
  [365 * day, 0.01],
];

/**
 * Returns the rank of a page that a sitemap lists: its depth, lowered for a priority above 0.5 and for a recent change,
 * raised for a priority below 0.5. This only orders pages of the same depth.
 * @param now epoch ms
 */
export function listedRank(
  depth: number,
  { priority = 0.5, lastmod }: Pick<ListedEntry, 'priority' | 'lastmod'>,
  now: number,
): number {
  const age = lastmod === undefined ? Number.POSITIVE_INFINITY : Math.max(0, now - lastmod.at);
  const fresh = freshness.find(([limit]) => age < limit)?.[1] ?? 0;
  return depth + (0.5 - priority) * 2 * maxPriorityShift - fresh;
}
