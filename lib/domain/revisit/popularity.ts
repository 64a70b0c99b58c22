import { hash } from 'node:crypto';
import { siteOf } from '../url/site.ts';
import type { HostName } from '../url/url.ts';

/**
 * How many sites link to a page, in one number: each site sets one of 30 bits, so that it counts once however often it links
 * and however often we are told; how many there are is told by how many bits are left (linear counting: Whang, Vander-Zanden
 * and Taylor, ACM TODS 15(2), 1990). Up to 30 sites it is a few per cent off, and it ends at 100.
 */
export type Sites = number;

const bits = 30;
const most = 100;
/** From this many sites on a page is as popular as can be. */
const popular = 31;

/** The bit of the site of a host. */
export function bitOf(host: HostName): Sites {
  return 2 ** (Number.parseInt(hash('md5', siteOf(host)).slice(0, 8), 16) % bits);
}

/** About how many sites. */
export function countSites(sites: Sites): number {
  let set = 0;
  for (let rest = sites; rest > 0; rest >>>= 1) set += rest & 1;
  return set >= bits ? most : Math.min(most, Math.round(bits * Math.log(bits / (bits - set))));
}

/** From 0 for a page that no other site links to, to 1; each doubling counts alike. */
export function popularityOf(count: number): number {
  return Math.min(1, Math.log2(1 + count) / Math.log2(1 + popular));
}
