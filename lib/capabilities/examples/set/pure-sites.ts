import { lowerEnd } from '../../../base/lower-end.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../../base/url/url.ts';
import type { ListablePage } from './listable-page.ts';

/** A host of which nearly all pages are on topic. */
export interface PureSite {
  readonly host: HostName;
  /** Pages that were judged, and those of them that are on topic. */
  readonly judged: number;
  readonly relevant: number;
  /** The part of its pages that is on topic, as far as so few can tell: the lower end of a 95 % interval. */
  readonly atLeast: number;
  /** Its best pages that nobody has judged, which would become examples. */
  readonly pages: readonly CanonicalUrl[];
}

/** Pages of a site that become examples at once. */
export const mostPerSite = 10;
const leastJudged = 3;
const middle = 0.5;

/** Finds the purest sites of a crawl: one approval of a person gives examples of a whole site. */
export function openPureSites(): {
  /** @param isLabelled whether a person has judged the page */
  add(page: ListablePage, isLabelled: boolean): void;
  best(most: number): readonly PureSite[];
  /** Undefined for a host without pages on topic. */
  site(host: string): PureSite | undefined;
} {
  const sites = new Map<HostName, { judged: number; relevant: number; pages: ListablePage[] }>();
  const siteOf = (host: HostName): PureSite | undefined => {
    const { judged = 0, relevant = 0, pages = [] } = sites.get(host) ?? {};
    if (relevant === 0) return undefined;
    const best = pages
      .toSorted((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0) || (a.url < b.url ? -1 : 1))
      .slice(0, mostPerSite);
    return {
      ...{ host, judged, relevant, atLeast: lowerEnd(relevant, judged) },
      pages: best.map(({ url }) => url),
    };
  };
  return {
    add(page, isLabelled) {
      if (page.relevance === undefined) return;
      const host = hostOf(page.url);
      const site = sites.get(host) ?? { judged: 0, relevant: 0, pages: [] };
      sites.set(host, site);
      site.judged += 1;
      if (page.relevance < middle) return;
      site.relevant += 1;
      if (!isLabelled) site.pages.push(page);
    },
    best: (most) =>
      [...sites]
        .filter(([, { judged, pages }]) => judged >= leastJudged && pages.length > 0)
        .flatMap(([host]) => siteOf(host) ?? [])
        .sort((a, b) => b.atLeast - a.atLeast || b.relevant - a.relevant || (a.host < b.host ? -1 : 1))
        .slice(0, most),
    site: (host) => siteOf(host as HostName),
  };
}
