import type { Urls } from '../building/url-table.ts';
import { siteOf } from './site-of.ts';

/** The sites of the URLs of a table, by number. */
export interface SiteNumbers {
  /** By number of the URL. */
  readonly of: Uint32Array;
  /** By number of the site. */
  readonly names: readonly string[];
}

export function sitesOf(urls: Urls, shared?: ReadonlySet<string>): SiteNumbers {
  const numbers = new Map<string, number>();
  const of = new Uint32Array(urls.size());
  for (let node = 0; node < of.length; node += 1) {
    const name = siteOf(urls.urlOf(node), shared);
    let number = numbers.get(name);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(name, number);
    }
    of[node] = number;
  }
  return { of, names: [...numbers.keys()] };
}
