import type { CanonicalUrl } from '../../base/url/url.ts';
import { hasEdge, rowOf } from '../building/link-graph.ts';
import { nothing } from '../building/page-columns.ts';
import type { WebGraph } from '../building/web-graph.ts';
import { sitesOf } from '../sites/sites.ts';

/** Links between the pages of two classes. */
export interface ClassLinks {
  readonly from: string;
  readonly to: string;
  readonly links: number;
  /** Links between pages of different sites, and those of them that are answered by a link back. */
  readonly betweenSites: number;
  readonly answered: number;
}

export interface ClassLinkReport {
  /** Most links first. */
  readonly classes: readonly ClassLinks[];
  /** Pages of the first classes with links to the second, most links first; absent unless both were named. */
  readonly joining?: readonly {
    readonly url: CanonicalUrl;
    readonly links: number;
    readonly example: CanonicalUrl;
  }[];
}

export interface ClassLinkOptions {
  /** Only links from pages of these classes, and to pages of these; absent: of all. */
  readonly from?: ReadonlySet<string>;
  readonly to?: ReadonlySet<string>;
  readonly top: number;
  readonly shared?: ReadonlySet<string>;
}

/**
 * How the classes of a topic link to each other, and which pages join two of them. Where few of the links inside a class
 * are answered, its sites compete; where many are, they collaborate.
 */
export function classLinkReport(web: WebGraph, options: ClassLinkOptions): ClassLinkReport {
  const { links, best, names, urls } = web;
  const sites = sitesOf(urls, options.shared);
  const sums = new Map<number, { links: number; betweenSites: number; answered: number }>();
  const joining = new Map<number, { links: number; example: number }>();
  const isFrom = names.map((name) => options.from?.has(name) === true);
  const isTo = names.map((name) => options.to?.has(name) === true);
  for (let source = 0; source < links.nodes; source += 1) {
    const own = best[source] as number;
    if (own === nothing) continue;
    for (const target of rowOf(links, source)) {
      const other = best[target] as number;
      if (other === nothing) continue;
      const key = own * names.length + other;
      const sum = sums.get(key) ?? { links: 0, betweenSites: 0, answered: 0 };
      sums.set(key, sum);
      sum.links += 1;
      if (sites.of[source] !== sites.of[target]) {
        sum.betweenSites += 1;
        if (hasEdge(links, target, source)) sum.answered += 1;
      }
      if (!isFrom[own] || !isTo[other]) continue;
      const known = joining.get(source);
      joining.set(source, { links: (known?.links ?? 0) + 1, example: known?.example ?? target });
    }
  }
  const classes = [...sums]
    .map(
      ([key, sum]): ClassLinks => ({
        ...{ from: names[Math.floor(key / names.length)] as string, to: names[key % names.length] as string },
        ...sum,
      }),
    )
    .filter((one) => matches(one, options))
    .sort((a, b) => b.links - a.links)
    .slice(0, options.top);
  if (options.from === undefined || options.to === undefined) return { classes };
  const pages = [...joining].sort(([, a], [, b]) => b.links - a.links).slice(0, options.top);
  return {
    classes,
    joining: pages.map(([node, { links: count, example }]) => ({
      ...{ url: urls.urlOf(node), links: count, example: urls.urlOf(example) },
    })),
  };
}

function matches(one: ClassLinks, { from, to }: ClassLinkOptions): boolean {
  return from?.has(one.from) !== false && to?.has(one.to) !== false;
}
