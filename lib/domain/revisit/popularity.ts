import { hash } from 'node:crypto';
import { siteOf } from '../../base/url/site.ts';
import type { HostName } from '../../base/url/url.ts';

/**
 * A set of the sites that link to a page, in one number. Each site sets one of 30 bits, so that it counts once, however
 * many links and messages there are. The number of sites is estimated from the bits that are not set (linear counting:
 * Whang, Vander-Zanden and Taylor, ACM TODS 15(2), 1990). The error is a few per cent up to 30 sites; the estimate ends
 * at 100.
 */
export type Sites = number;

const bits = 30;
const maxCount = 100;
/** With this many linking sites a page has the highest popularity. */
const fullPopularity = 31;

/** Returns the bit of the site of a host. */
export function bitOf(host: HostName): Sites {
  return 2 ** (Number.parseInt(hash('md5', siteOf(host)).slice(0, 8), 16) % bits);
}

/** Returns the estimated number of sites. */
export function countSites(sites: Sites): number {
  let set = 0;
  for (let rest = sites; rest > 0; rest >>>= 1) set += rest & 1;
  return set >= bits ? maxCount : Math.min(maxCount, Math.round(bits * Math.log(bits / (bits - set))));
}

/** Returns 0 for a page without linking sites, up to 1; each doubling of their number adds the same. */
export function popularityOf(count: number): number {
  return Math.min(1, Math.log2(1 + count) / Math.log2(1 + fullPopularity));
}
