import type { Candidate, Link } from '../domain/link.ts';
import { settingsFor } from '../domain/overrides.ts';
import { scopeOf } from '../domain/scope/scope.ts';
import type { JobSettings } from '../domain/settings.ts';

/** Whether a URL may enter the frontier at its depth. @param hostHops of its host, that it is known for or gets by it */
export function admissible({ url, depth }: Candidate, hostHops: number, settings: JobSettings): boolean {
  return scopeOf(settingsFor(settings, url)).verdict({ url, depth, hostHops }).accepted;
}

/**
 * Redirects that are followed in a row: browsers follow 20, but each of theirs is a click that somebody waits for.
 * A server can make them up for ever, and they lead no deeper.
 */
const maxRedirects = 10;

/** Where a link was found. */
export interface LinkSource {
  readonly depth: number;
  /** Redirects in a row that led there; absent: none. */
  readonly hops?: number;
}

/** A URL whose rank is above its depth was redirected to, so many times in a row. */
export function hopsTo({ depth, rank }: Pick<Candidate, 'depth' | 'rank'>): number {
  return Math.max(0, rank - depth);
}

/** Whether a redirect may be followed from here. */
export function mayRedirect(source: Pick<Candidate, 'depth' | 'rank'>): boolean {
  return hopsTo(source) < maxRedirects;
}

/** A link as a candidate for its host's frontier. The target of a redirect is as deep as its source. */
export function candidateOf({ url, element }: Pick<Link, 'url' | 'element'>, source: LinkSource): Candidate {
  if (element !== 'redirect') return { url, depth: source.depth + 1, rank: source.depth + 1 };
  return { url, depth: source.depth, rank: source.depth + (source.hops ?? 0) + 1 };
}
