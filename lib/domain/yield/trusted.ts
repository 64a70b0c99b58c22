import type { CanonicalUrl } from '../url/url.ts';
import type { YieldRegion } from './region.ts';
import { type Position, positionOf, type Yields } from './yields.ts';

/**
 * Fetches after which a region is trusted; the part of all of them, and of those that are remembered, that brought something; and of how
 * many pages of it one is read.
 */
const trust = { fetched: 8, brought: 0.9, remembered: 0.95, pages: 8 } as const;

/** Whether the page of a URL counts as new without a look at what it says: pages like it were new, and it is not the one of several that is read. */
export function isTrusted(yields: Yields, url: CanonicalUrl, from: number): boolean {
  const position = positionOf(yields, url, from);
  const { fetched = 0 } = yields.linkRegions.get(position.linkRegion) ?? {};
  return fetched % trust.pages > 0 && standsFor(yields, position) > 1;
}

/** How many pages one that is read stands for: more than itself where nearly all brought something. What was met under another id is read. */
export function standsFor({ linkRegions, regions }: Yields, position: Position): number {
  const { pattern, linkRegion } = position;
  const isGood =
    !pattern.endsWith('^') && [linkRegions.get(linkRegion), regions.get(pattern)].every(isReliable);
  return isGood ? trust.pages : 1;
}

function isReliable(region: YieldRegion | undefined): boolean {
  if (region === undefined || region.fetched < trust.fetched || region.vain > 0) return false;
  const { fetched, brought, tries, gains } = region;
  return brought >= trust.brought * fetched && gains >= trust.remembered * tries;
}
