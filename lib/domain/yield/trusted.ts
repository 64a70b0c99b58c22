import type { CanonicalUrl } from '../../base/url/url.ts';
import type { YieldRegion } from './region.ts';
import { type Position, positionOf, type Yields } from './yields.ts';

/**
 * Fetches after which a pattern is trusted, and those of them that were found on pages of one pattern; the part of all of them, and of
 * those that are remembered, that brought something; and of how many pages one is read.
 */
const trust = { fetched: 8, alike: 2, brought: 0.9, remembered: 0.97, pages: 8 } as const;

/** Whether the page of a URL counts as new without a look at what it says: pages like it were new, and it is not the one of several that is read. */
export function isTrusted(yields: Yields, url: CanonicalUrl, from: number): boolean {
  const position = positionOf(yields, url, from);
  const { fetched = 0 } = yields.regions.get(position.pattern) ?? {};
  return fetched % trust.pages > 0 && standsFor(yields, position) > 1;
}

/** How many pages one that is read stands for: more than itself where nearly all brought something. What was met under another id is read. */
export function standsFor({ linkRegions, regions }: Yields, position: Position): number {
  const { pattern, linkRegion } = position;
  const isGood =
    isReliable(regions.get(pattern), trust.fetched) && isReliable(linkRegions.get(linkRegion), trust.alike);
  return isGood && !pattern.endsWith('^') ? trust.pages : 1;
}

function isReliable(region: YieldRegion | undefined, least: number): boolean {
  if (region === undefined || region.fetched < least || region.vain > 0) return false;
  const { fetched, brought, tries, gains } = region;
  return brought >= trust.brought * fetched && gains >= trust.remembered * tries;
}
