import { hash } from 'node:crypto';
import type { CanonicalUrl } from '../url/url.ts';

/** 16 hex digits, equal for pages that link to the same set of URLs. @param targets each URL once */
export function targetsDigest(targets: readonly CanonicalUrl[]): string {
  return hash('sha256', targets.toSorted().join('\n'), 'hex').slice(0, 16);
}
