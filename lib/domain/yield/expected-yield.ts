import type { CanonicalUrl } from '../../base/url/url.ts';
import type { HostBody } from '../frontier/body.ts';
import { estimate } from './estimate.ts';
import { yieldsOf } from './host-state.ts';
import type { YieldSettings } from './yield-settings.ts';
import { positionOf } from './yields.ts';

/** The share of fetches in the region of a URL that bring something new, 0 to 1; 1 where nobody counts. */
export function expectedYield(
  body: HostBody,
  { hold }: Pick<YieldSettings, 'hold'>,
  url: CanonicalUrl,
): number {
  if (!hold) return 1;
  const yields = yieldsOf(body);
  const from = body.pending.get(url)?.from ?? 0;
  return estimate(yields, positionOf(yields, url, from)).mean;
}
