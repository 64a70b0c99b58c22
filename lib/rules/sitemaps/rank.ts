import type { Candidate } from '../../base/links/link.ts';
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

/** A sitemap comes after the pages of its own depth, so that a seed is fetched first, and before all deeper pages. */
const sitemapOffset = 0.5;
/** An index that names other indexes is against the protocol, but occurs. */
const levelOffset = 0.01;
export const maxLevels = 3;

/**
 * Returns the rank of a sitemap. No other URL has such a rank (`listedRank` stays below), so the rank alone marks a URL
 * as a sitemap before it is fetched, without another field in the frontier.
 * @param level number of nested indexes that led to the sitemap
 */
export function sitemapRank(depth: number, level: number): number {
  return depth + sitemapOffset + level * levelOffset;
}

/** Returns the number of nested indexes that led to a sitemap; undefined if the rank is not that of a sitemap. */
export function sitemapLevel({
  depth,
  rank,
  hops = 0,
}: Pick<Candidate, 'depth' | 'rank' | 'hops'>): number | undefined {
  const level = (rank - depth - hops - sitemapOffset) / levelOffset;
  const whole = Math.round(level);
  return Math.abs(level - whole) < 0.2 && whole >= 0 && whole <= maxLevels ? whole : undefined;
}
