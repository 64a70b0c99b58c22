import type { Candidate } from '../../base/links/link.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { Ranking } from '../../domain/focus/ranking.ts';
import type { Sites } from '../../domain/revisit/popularity.ts';

/**
 * A bounded memory of delivered URLs. Where relevance orders the frontier it also knows the rank that all links to a URL
 * give it, so that a host is notified when that changes (`Ranking.isOther`), and that no host is preferred for a page
 * that was visited. A job is given with the version of its settings: under others a URL may be spelt differently.
 */
export interface RecentLinks {
  /**
   * What a host needs to be told of a link: everything of a new or nearer URL; of other URLs the rank of all links that the
   * host does not know, once it makes a difference; undefined: nothing.
   */
  news(job: string, found: FoundCandidate, ranking: Ranking): FoundCandidate | undefined;
  /** Notes what was put into a host's inbox. */
  delivered(job: string, found: FoundCandidate, ranking: Ranking): void;
  /** The sites that link to a URL and that its host was not told of. */
  newSites(job: string, url: CanonicalUrl, sites: Sites): Sites;
  deliveredSites(job: string, url: CanonicalUrl, sites: Sites): void;
  /** Notes a visited page: links to it are no news, unless they make it nearer. */
  visited(job: string, page: Distance): void;
}

/** How far from a seed a URL was found. */
export interface Distance {
  readonly candidate: Pick<Candidate, 'url' | 'depth'>;
  /** The least host hops. */
  readonly hostHops: number;
}

export interface FoundCandidate extends Distance {
  readonly candidate: Candidate;
  /** The rank by all known links; absent: the rank of the candidate. */
  readonly promise?: number;
}

/** A linked URL, and who links to it. */
export interface FoundUrl extends FoundCandidate {
  /** Whether all its links are unproven. */
  readonly unproven: boolean;
  /** The registered domain of all pages that link to it; undefined: there are several, or they have none. */
  readonly by: string | undefined;
}

/** Merges two links to a URL: the better way, with the merged rank. */
export function together(known: FoundCandidate, found: FoundCandidate, ranking: Ranking): FoundCandidate {
  const [a, b] = [known.candidate, found.candidate];
  const hostHops = Math.min(known.hostHops, found.hostHops);
  // The memory has merged the ranks already.
  if (found.promise !== undefined) {
    return { ...found, candidate: { ...b, depth: Math.min(a.depth, b.depth) }, hostHops };
  }
  return { candidate: { ...(a.rank <= b.rank ? a : b), rank: ranking.merge(a.rank, b.rank) }, hostHops };
}
