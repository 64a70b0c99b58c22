import { type Fingerprint, fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { type HostBody, stateIn } from '../frontier/body.ts';
import { revisitState } from './host-state.ts';
import { countSites, type Sites } from './popularity.ts';

/** The number of URLs for which a host remembers the linking sites. */
const maxUrls = 48;

/**
 * Notes that other sites link to a URL, whether the URL is in the frontier or not. A host remembers a limited number of
 * such URLs: beyond the limit, it forgets the URL with the fewest linking sites, and of several the one that was noted
 * first.
 */
export function linkedBy(body: HostBody, url: CanonicalUrl, sites: Sites, limit = maxUrls): void {
  const { sites: known } = stateIn(body.parts, revisitState);
  const seen = fingerprint(body.fingerprintKey, url);
  known.set(seen, (known.get(seen) ?? 0) | sites);
  if (known.size <= limit) return;
  let [least, fewest] = [seen, Number.POSITIVE_INFINITY];
  for (const [candidate, bits] of known) {
    const count = countSites(bits);
    if (count < fewest) [least, fewest] = [candidate, count];
  }
  known.delete(least);
}

/** Returns the estimated number of other sites that link to a URL; 0 if the host does not remember the URL. */
export function linkingSites({ parts }: HostBody, seen: Fingerprint): number {
  return countSites(stateIn(parts, revisitState).sites.get(seen) ?? 0);
}
