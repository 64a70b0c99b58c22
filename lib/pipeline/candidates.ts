import type { Candidate, Link } from '../domain/link.ts';
import { scopeVerdict } from '../domain/scope.ts';
import type { JobSettings } from '../domain/settings.ts';

/** Whether a URL may enter the frontier at its depth. */
export function admissible(candidate: Candidate, settings: JobSettings): boolean {
  return scopeVerdict(candidate.url, candidate.depth, settings.scope).accepted;
}

/** A link as a candidate for its host's frontier. The target of a redirect is as deep as its source. */
export function candidateOf({ url, element }: Pick<Link, 'url' | 'element'>, sourceDepth: number): Candidate {
  const depth = element === 'redirect' ? sourceDepth : sourceDepth + 1;
  return { url, depth, rank: depth };
}
