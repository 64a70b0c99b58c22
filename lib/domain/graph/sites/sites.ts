import { type LinkGraph, linkGraphOf } from '../link-graph.ts';
import type { UrlTable } from '../url-table.ts';
import { siteOf } from './site-of.ts';

/** The sites of the URLs of a table, by number. */
export interface SiteNumbers {
  /** By number of the URL. */
  readonly of: Uint32Array;
  /** By number of the site. */
  readonly names: readonly string[];
}

export function sitesOf(urls: UrlTable, shared?: ReadonlySet<string>): SiteNumbers {
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

/** The links between sites, each once. */
export function siteGraphOf({ nodes, starts, targets }: LinkGraph, { of, names }: SiteNumbers): LinkGraph {
  const sources = new Uint32Array(targets.length);
  const ends = new Uint32Array(targets.length);
  let length = 0;
  for (let node = 0; node < nodes; node += 1) {
    const site = of[node] as number;
    for (let at = starts[node] as number; at < (starts[node + 1] as number); at += 1) {
      const target = of[targets[at] as number] as number;
      if (target === site) continue;
      sources[length] = site;
      ends[length] = target;
      length += 1;
    }
  }
  return linkGraphOf(names.length, sources.subarray(0, length), ends.subarray(0, length));
}
