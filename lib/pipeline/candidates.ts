import type { Candidate, Link } from '../domain/link.ts';
import { settingsFor } from '../domain/overrides.ts';
import { scopeOf } from '../domain/scope/scope.ts';
import type { JobSettings } from '../domain/settings.ts';
import { maxLevels, sitemapRank } from '../domain/sitemap/rank.ts';

/** Whether a URL may enter the frontier at its depth. @param hostHops of its host, that it is known for or gets by it */
export function admissible(
  { url, depth, hops = 0 }: Candidate,
  hostHops: number,
  settings: JobSettings,
): boolean {
  const own = settingsFor(settings, url);
  return hops <= own.fetch.maxRedirects && scopeOf(own).verdict({ url, depth, hostHops }).accepted;
}

/** Where a link was found. */
export interface LinkSource {
  readonly depth: number;
  /** Redirects in a row that led there; absent: none. */
  readonly hops?: number;
  /** It is a sitemap, or redirects to one, to which so many indexes led. */
  readonly level?: number;
}

/**
 * A link as a candidate for its host's frontier. The target of a redirect is as deep as its source, and so is a sitemap
 * as what names it, but for indexes in indexes in indexes, which are links like others.
 */
export function candidateOf({ url, element }: Pick<Link, 'url' | 'element'>, source: LinkSource): Candidate {
  const { depth, level } = source;
  if (element === 'robots') return { url, depth, rank: sitemapRank(depth, 0) };
  if (element === 'index' && (level ?? 0) < maxLevels) {
    return { url, depth, rank: sitemapRank(depth, (level ?? 0) + 1) };
  }
  if (element !== 'redirect') return { url, depth: depth + 1, rank: depth + 1 };
  const hops = (source.hops ?? 0) + 1;
  return { url, depth, rank: hops + (level === undefined ? depth : sitemapRank(depth, level)), hops };
}
