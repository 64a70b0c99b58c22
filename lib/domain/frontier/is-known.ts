import { fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { HostBody } from './store/state.ts';

/** Whether the head knows a URL. In a host that has spilled, a URL that the head does not know may still be known. */
export function isKnown(body: HostBody, url: CanonicalUrl): boolean {
  return (
    body.pending.has(url) ||
    body.held.has(url) ||
    body.visits.has(url) ||
    body.inProgress.has(url) ||
    body.unchecked.has(url) ||
    (body.ring.size > 0 && body.ring.has(fingerprint(body.fingerprintKey, url)))
  );
}

/** Whether a URL of the head waits because it is held. */
export function isHeld({ held }: HostBody, url: CanonicalUrl): boolean {
  return held.has(url);
}
