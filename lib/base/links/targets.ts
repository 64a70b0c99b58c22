import { hash } from 'node:crypto';
import type { CanonicalUrl } from '../url/url.ts';

/**
 * Returns 16 hex digits that are equal for pages with links to the same set of URLs.
 * @param targets URLs without duplicates
 */
export function targetsDigest(targets: readonly CanonicalUrl[]): string {
  return hash('sha256', targets.toSorted().join('\n'), 'hex').slice(0, 16);
}
