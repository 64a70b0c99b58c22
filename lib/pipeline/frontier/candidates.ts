import type { Candidate, Link } from '../../base/links/link.ts';
import { countsAsPage, maxLevels, roleRank, sitemapLevel } from '../../base/links/url-role.ts';
import { authorityOf, type CanonicalUrl } from '../../base/url/url.ts';
import { type Ranking, rankingOf } from '../../domain/focus/ranking.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { scopeOf } from '../../rules/scope.ts';

/** Whether a URL may enter the frontier at its depth. The scope speaks of pages: of all else, the host has to be allowed. @param hostHops of its host: known already, or brought by this URL */
export function admissible(
  { url, depth, hops = 0, role }: Candidate,
  hostHops: number,
  settings: JobSettings,
): boolean {
  const own = settingsFor(settings, url);
  const judged = countsAsPage({ role }) ? url : (`${authorityOf(url)}/` as CanonicalUrl);
  return hops <= own.fetch.maxRedirects && scopeOf(own).verdict({ url: judged, depth, hostHops }).accepted;
}

/** Whether a URL is where a sitemap of its host has moved to: it is read as that was, whatever the scope says of its path. */
export function isMovedSitemap({ url, hops = 0, role }: Candidate, settings: JobSettings): boolean {
  const { fetch, sitemaps } = settingsFor(settings, url);
  return sitemaps.follow && hops > 0 && hops <= fetch.maxRedirects && sitemapLevel({ role }) !== undefined;
}

/** The order of a job's frontier. */
export function rankingFor({ focus, topic }: Pick<JobSettings, 'focus' | 'topic'>): Ranking {
  return rankingOf(focus, topic !== undefined);
}

/** The page on which a link was found. */
export interface LinkingPage {
  readonly depth: number;
  /** Redirects in a row that led to the page; absent: none. */
  readonly hops?: number;
  /** Set if the page is a sitemap, or redirects to one: the number of indexes above it. */
  readonly level?: number;
  /** Epoch ms when the link was found. */
  readonly at: number;
  /** What the page promises (`LinkLine`); absent: unknown. */
  readonly relevance?: number;
  readonly tunnelDepth?: number;
}

/** The relevance of a link from a page without a verdict: less than a good link promises, more than an off-topic page does. */
const unjudged = 0.25;

/**
 * A link as a candidate for the frontier of its host. The target of a redirect is as deep as its source, and a sitemap is
 * as deep as what names it. Indexes that are nested too deep (`maxLevels`) count as ordinary links.
 */
export function candidateOf(
  { url, element, score }: Pick<Link, 'url' | 'element' | 'score'>,
  source: LinkingPage,
  ranking: Ranking,
): Candidate {
  const { depth, level, at, relevance, tunnelDepth = 0 } = source;
  if (element === 'robots') return asSitemap(0);
  if (element === 'index' && (level ?? 0) < maxLevels.sitemap) return asSitemap((level ?? 0) + 1);
  if (element !== 'redirect') {
    const found = { url, depth: depth + 1, relevance: score ?? relevance ?? unjudged, tunnelDepth, at };
    return { url, depth: found.depth, rank: ranking.rank(found) };
  }
  const hops = (source.hops ?? 0) + 1;
  if (level !== undefined) return asSitemap(level, hops);
  if (relevance === undefined) return { url, depth, rank: hops + depth, hops };
  return { url, depth, rank: ranking.rank({ url, depth, relevance, tunnelDepth, at }), hops };

  function asSitemap(found: number, after = 0): Candidate {
    const role = { is: 'sitemap', level: found } as const;
    return { url, depth, rank: after + roleRank(depth, role), ...(after === 0 ? {} : { hops: after }), role };
  }
}
