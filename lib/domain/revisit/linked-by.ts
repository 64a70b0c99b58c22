import { type HostBody, oneSpelling, stateIn } from '../frontier/body.ts';
import { type Fingerprint, fingerprint } from '../url/fingerprint.ts';
import type { CanonicalUrl } from '../url/url.ts';
import { revisitState } from './host-state.ts';
import { countSites, type Sites } from './popularity.ts';

/** URLs of which a host remembers which other sites link to them. */
const mostRemembered = 48;

/**
 * Notes that other sites link to a URL, known or not. A host remembers this for some of its URLs only: beyond the limit it
 * forgets the URL with the fewest linking sites, and of several the one that was noted first.
 */
export function linkedBy(body: HostBody, url: CanonicalUrl, sites: Sites, most = mostRemembered): void {
  const { sites: known } = stateIn(body.parts, revisitState);
  const seen = fingerprint(body.fingerprintKey, oneSpelling(body, url));
  known.set(seen, (known.get(seen) ?? 0) | sites);
  if (known.size <= most) return;
  let [least, fewest] = [seen, Number.POSITIVE_INFINITY];
  for (const [one, bits] of known) {
    const count = countSites(bits);
    if (count < fewest) [least, fewest] = [one, count];
  }
  known.delete(least);
}

/** About how many other sites link to a URL, as far as its host remembers. */
export function linkingSites({ parts }: HostBody, seen: Fingerprint): number {
  return countSites(stateIn(parts, revisitState).sites.get(seen) ?? 0);
}
