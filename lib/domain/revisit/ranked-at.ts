import { type Fingerprint, fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { type HostBody, stateIn } from '../frontier/body.ts';
import { revisitState } from './host-state.ts';

/** The number of URLs whose ranks a host remembers. */
const maxUrls = 48;
/** Higher ranks count as this one: popularity ends below it (`popularity.ts`). */
const highest = 100;

/**
 * Notes what the last analysis of the link graph says of a URL. A host remembers a limited number of URLs that rank above the
 * mean: beyond the limit, it forgets the one that ranks lowest.
 * @param rank in multiples of the mean of all URLs of the crawl
 */
export function rankedAt(body: HostBody, url: CanonicalUrl, rank: number, limit = maxUrls): void {
  const { ranks } = stateIn(body.parts, revisitState);
  const seen = fingerprint(body.fingerprintKey, url);
  ranks.delete(seen);
  const multiple = Math.min(highest, Math.round(rank));
  if (multiple < 2) return;
  ranks.set(seen, multiple);
  if (ranks.size <= limit) return;
  const [lowest] = [...ranks].reduce((least, one) => (one[1] < least[1] ? one : least));
  ranks.delete(lowest);
}

/** Returns the rank of a URL in whole multiples of the mean; 0 if it ranks no higher than the mean, or the host does not remember it. */
export function rankOfPage({ parts }: HostBody, seen: Fingerprint): number {
  return stateIn(parts, revisitState).ranks.get(seen) ?? 0;
}
