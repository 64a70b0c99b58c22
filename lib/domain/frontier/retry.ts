import type { CanonicalUrl } from '../url/url.ts';
import type { Visit } from './entry.ts';
import type { HostBody } from './store/state.ts';

/**
 * Whether a URL was tried in vain and there is no page of it. One that a person asked for, or the watch for traps, does not
 * count: it does not wait for those that were never tried.
 */
export function isRetry({ tries, md5, next }: Pick<Visit, 'tries' | 'md5' | 'next'>): boolean {
  return tries > 0 && md5 === undefined && next !== 0;
}

/** A seed that our own settings kept from being asked is due again when somebody names it again. */
export function namedAgain({ visits }: Pick<HostBody, 'visits'>, url: CanonicalUrl): void {
  const entry = visits.get(url);
  if (entry === undefined || entry.visit.outcome !== 'failed') return;
  if (entry.visit.detail?.startsWith('address-refused:') !== true) return;
  visits.set(url, { ...entry, visit: { ...entry.visit, next: entry.visit.at } });
}
