import type { CanonicalUrl } from '../../base/url/url.ts';
import type { Visit } from './entry.ts';
import type { HostBody } from './store/state.ts';

/**
 * Whether all tries of a URL failed, so that there is no page of it. False for a URL that a person or a capability
 * asked for: it does not wait for URLs that were never tried.
 */
export function isRetry({ tries, md5, next }: Pick<Visit, 'tries' | 'md5' | 'next'>): boolean {
  return tries > 0 && md5 === undefined && next !== 0;
}

/** Makes a seed due again that our own network settings refused, when somebody names it again. */
export function namedAgain({ visits }: Pick<HostBody, 'visits'>, url: CanonicalUrl): void {
  const entry = visits.get(url);
  if (entry === undefined || entry.visit.outcome !== 'failed') return;
  if (entry.visit.detail?.startsWith('address-refused:') !== true) return;
  visits.set(url, { ...entry, visit: { ...entry.visit, next: entry.visit.at } });
}
