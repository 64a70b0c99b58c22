import type { Candidate } from '../links/link.ts';
import type { ListedEntry } from './listing.ts';

/** How far a rank may be from its depth by what a sitemap says: never so far that a deeper page comes before. */
const span = 0.4;
const day = 86_400_000;
/** Of pages of one depth and priority, what changed lately comes first. */
const freshness: readonly (readonly [ageMs: number, gain: number])[] = [
  [day, 0.04],
  [7 * day, 0.03],
  [30 * day, 0.02],
  [365 * day, 0.01],
];

/**
 * The rank of a page of a sitemap: its depth, less for a priority above 0.5 and a recent change, more for a priority
 * below. A tie-break among pages of one depth, no more.
 * @param now epoch ms
 */
export function listedRank(
  depth: number,
  { priority = 0.5, lastmod }: Pick<ListedEntry, 'priority' | 'lastmod'>,
  now: number,
): number {
  const age = lastmod === undefined ? Number.POSITIVE_INFINITY : Math.max(0, now - lastmod.at);
  const fresh = freshness.find(([limit]) => age < limit)?.[1] ?? 0;
  return depth + (0.5 - priority) * 2 * span - fresh;
}

/** A sitemap comes after the pages of its own depth (a seed is fetched first) and before all that are deeper. */
const sitemapOffset = 0.5;
/** An index names sitemaps; that it names other indexes is against the protocol, and occurs. */
const levelOffset = 0.01;
export const maxLevels = 3;

/**
 * The rank of a sitemap, which says that it is one: nothing else has such a rank (`listedRank` ends below). So what is
 * known of a URL before it is fetched takes no room in the frontier.
 * @param level indexes that led there, one within the other
 */
export function sitemapRank(depth: number, level: number): number {
  return depth + sitemapOffset + level * levelOffset;
}

/** How many indexes led to a sitemap; undefined for what was not found as one. */
export function sitemapLevel({
  depth,
  rank,
  hops = 0,
}: Pick<Candidate, 'depth' | 'rank' | 'hops'>): number | undefined {
  const level = (rank - depth - hops - sitemapOffset) / levelOffset;
  const whole = Math.round(level);
  return Math.abs(level - whole) < 0.2 && whole >= 0 && whole <= maxLevels ? whole : undefined;
}
