import type { CanonicalUrl } from '../../base/url/url.ts';
import { urlPattern } from '../../base/url/url-pattern.ts';
import type { HeldRegion } from './estimate.ts';
import type { YieldRegion } from './region.ts';
import type { Yields } from './yields.ts';

/** A region that is held gets its first further try when its host has made so many fetches. */
const firstRetry = 20;
/** Part of its fetches that a host makes between further tries of regions below one prefix, at least: a trap has many regions. */
const apart = 0.25;
const minuteMs = 60_000;

/** Fetches of the host at which a region that is held gets one more try. */
export function nextRetry({ host }: Yields, { retryAt }: YieldRegion): number {
  return retryAt === 0 ? Math.max(firstRetry, 2 * host.fetched) : retryAt;
}

/** Whether a region that is held gets one more try now. Notes since when it is held. */
export function isRetryDue(yields: Yields, { region }: HeldRegion): boolean {
  region.heldSince ||= Math.floor(yields.now / minuteMs);
  region.retryAt = nextRetry(yields, region);
  return yields.host.fetched >= region.retryAt;
}

/** A URL of a held region gets its try: the region waits until the fetches of the host have doubled, others beside it for less. */
export function putOffRetries(yields: Yields, { region }: HeldRegion, url: CanonicalUrl): void {
  const [widest] = urlPattern(url).regions;
  const { fetched } = yields.host;
  const next = Math.ceil((1 + apart) * fetched);
  for (const linkRegion of yields.linkRegions.values()) {
    const { regions } = linkRegion.position;
    if (regions[0] !== widest) continue;
    for (const one of [linkRegion, ...regions.flatMap((name) => yields.regions.get(name) ?? [])]) {
      if (one.retryAt > 0) one.retryAt = Math.max(one.retryAt, next);
    }
  }
  region.retryAt = 2 * fetched;
}
