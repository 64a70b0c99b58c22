import type { Ranking } from '../../domain/focus/ranking.ts';
import type { Candidate } from '../../domain/links/link.ts';
import type { Sites } from '../../domain/revisit/popularity.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';

/**
 * A bounded memory of delivered URLs. Where relevance orders the frontier it knows as well what all links to a URL make
 * it worth: so its host is told when that has become another (`Ranking.isOther`), and no host is preferred for a page
 * that was visited.
 */
export interface RecentLinks {
  /**
   * What of a link its host is to be told: of a new or nearer one all of it, of others the rank that all links give it
   * that the host does not know of, once they make a difference; undefined when there is nothing to tell.
   */
  news(job: string, found: FoundCandidate, ranking: Ranking): FoundCandidate | undefined;
  /** What a host's inbox surely has. */
  delivered(job: string, found: FoundCandidate, ranking: Ranking): void;
  /** Of the sites that link to a URL those that its host was not told of; told: it is from now on. */
  newSites(job: string, url: CanonicalUrl, sites: Sites): Sites;
  deliveredSites(job: string, url: CanonicalUrl, sites: Sites): void;
  /** Links to a page that was visited tell nothing, but that it is nearer. */
  visited(job: string, page: Distance): void;
}

/** How far away a URL was found. */
export interface Distance {
  readonly candidate: Pick<Candidate, 'url' | 'depth'>;
  /** Links from host to host that lead there, at least. */
  readonly hostHops: number;
}

export interface FoundCandidate extends Distance {
  readonly candidate: Candidate;
  /** The rank that it has by all links that are known; absent: that of the candidate. */
  readonly promise?: number;
}

/** A URL that links lead to, and whether none of them stands on a host in good standing. */
export interface FoundUrl extends FoundCandidate {
  readonly unproven: boolean;
}

/** A URL that several links lead to: by the better way, with the rank that they give it together. */
export function together(known: FoundCandidate, found: FoundCandidate, ranking: Ranking): FoundCandidate {
  const [a, b] = [known.candidate, found.candidate];
  const hostHops = Math.min(known.hostHops, found.hostHops);
  // The memory has added them up already.
  if (found.promise !== undefined) {
    return { ...found, candidate: { ...b, depth: Math.min(a.depth, b.depth) }, hostHops };
  }
  return { candidate: { ...(a.rank <= b.rank ? a : b), rank: ranking.merge(a.rank, b.rank) }, hostHops };
}
