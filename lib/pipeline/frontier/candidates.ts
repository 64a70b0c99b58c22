import { type Ranking, rankingOf } from '../../domain/focus/ranking.ts';
import type { Candidate, Link } from '../../domain/links/link.ts';
import { scopeOf } from '../../domain/scope/scope.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { maxLevels, sitemapRank } from '../../domain/sitemaps/rank.ts';

/** Whether a URL may enter the frontier at its depth. @param hostHops of its host, that it is known for or gets by it */
export function admissible(
  { url, depth, hops = 0 }: Candidate,
  hostHops: number,
  settings: JobSettings,
): boolean {
  const own = settingsFor(settings, url);
  return hops <= own.fetch.maxRedirects && scopeOf(own).verdict({ url, depth, hostHops }).accepted;
}

/** The order of a job's frontier. */
export function rankingFor({ focus, topic }: Pick<JobSettings, 'focus' | 'topic'>): Ranking {
  return rankingOf(focus, topic !== undefined);
}

/** Where a link was found. */
export interface LinkingPage {
  readonly depth: number;
  /** Redirects in a row that led there; absent: none. */
  readonly hops?: number;
  /** It is a sitemap, or redirects to one, to which so many indexes led. */
  readonly level?: number;
  /** Epoch ms: when it was found. */
  readonly at: number;
  /** What its page promises (`LinkLine`); absent: nothing is known. */
  readonly relevance?: number;
  readonly tunnelDepth?: number;
}

/** What is known of nobody's relevance: less than a good link promises, more than a page off topic. */
const unjudged = 0.25;

/**
 * A link as a candidate for its host's frontier. The target of a redirect is as deep as its source, and so is a sitemap
 * as what names it, but for indexes in indexes in indexes, which are links like others.
 */
export function candidateOf(
  { url, element, score }: Pick<Link, 'url' | 'element' | 'score'>,
  source: LinkingPage,
  ranking: Ranking,
): Candidate {
  const { depth, level, at, relevance, tunnelDepth = 0 } = source;
  if (element === 'robots') return { url, depth, rank: sitemapRank(depth, 0) };
  if (element === 'index' && (level ?? 0) < maxLevels) {
    return { url, depth, rank: sitemapRank(depth, (level ?? 0) + 1) };
  }
  if (element !== 'redirect') {
    const found = { url, depth: depth + 1, relevance: score ?? relevance ?? unjudged, tunnelDepth, at };
    return { url, depth: found.depth, rank: ranking.rank(found) };
  }
  const hops = (source.hops ?? 0) + 1;
  if (level !== undefined) return { url, depth, rank: hops + sitemapRank(depth, level), hops };
  if (relevance === undefined) return { url, depth, rank: hops + depth, hops };
  return { url, depth, rank: ranking.rank({ url, depth, relevance, tunnelDepth, at }), hops };
}
