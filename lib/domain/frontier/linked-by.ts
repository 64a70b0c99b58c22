import { countSites, type Sites } from '../revisit/popularity.ts';
import { fingerprint } from '../url/fingerprint.ts';
import type { CanonicalUrl } from '../url/url.ts';
import type { HostBody } from './store/state.ts';
import { oneSpelling } from './trap-holds.ts';

/**
 * Notes that other sites link to a URL, known or not, spilled or not. A host remembers this of some of its URLs only: when there
 * are more, the one goes that fewest sites link to, and of those the one that was heard of first.
 */
export function linkedBy(body: HostBody, url: CanonicalUrl, sites: Sites): void {
  const { sites: known, limits } = body;
  const seen = fingerprint(body.fingerprintKey, oneSpelling(body, url));
  known.set(seen, (known.get(seen) ?? 0) | sites);
  if (known.size <= limits.popular) return;
  let [least, fewest] = [seen, Number.POSITIVE_INFINITY];
  for (const [one, bits] of known) {
    const count = countSites(bits);
    if (count < fewest) [least, fewest] = [one, count];
  }
  known.delete(least);
}

/** About how many other sites link to a URL, as far as its host remembers. */
export function linkingSites({ sites }: HostBody, seen: ReturnType<typeof fingerprint>): number {
  return countSites(sites.get(seen) ?? 0);
}
