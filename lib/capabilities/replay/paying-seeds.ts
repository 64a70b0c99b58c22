import type { CanonicalUrl } from '../../base/url/url.ts';
import type { CrawlGraph } from './crawl-graph.ts';

/** What a seed led to, itself too. */
export interface PayingSeed {
  readonly url: CanonicalUrl;
  readonly pages: number;
  /** Pages that a topic filter judged, and those of them that are relevant. */
  readonly judged: number;
  readonly relevant: number;
}

export interface PayingSeeds {
  /** Those with the most relevant pages first. */
  readonly seeds: readonly PayingSeed[];
  /** Pages that no page before them leads to, so that nobody knows whose they are. */
  readonly unknown: number;
}

/**
 * Which seed each page is owed to. A page is owed to whom the page is owed to that linked to it first: of those that were
 * visited before it the earliest. A seed is its own.
 * @param leadsOn whether links of a page are followed
 */
export function payingSeeds(graph: CrawlGraph, leadsOn: (page: number) => boolean): PayingSeeds {
  const { pages, seeds } = graph;
  const owedTo = new Int32Array(pages.length).fill(-1);
  for (const seed of seeds) owedTo[seed] = seed;
  for (const page of pages.keys()) {
    const seed = owedTo[page] as number;
    if (seed === -1 || !leadsOn(page)) continue;
    for (const { target } of graph.edges(page)) {
      if (target > page && target < pages.length && owedTo[target] === -1) owedTo[target] = seed;
    }
  }
  const found = new Map<number, { pages: number; judged: number; relevant: number }>();
  for (const seed of seeds) found.set(seed, { pages: 0, judged: 0, relevant: 0 });
  let unknown = 0;
  for (const [page, { verdict }] of pages.entries()) {
    const counts = found.get(owedTo[page] as number);
    if (counts === undefined) {
      unknown += 1;
      continue;
    }
    counts.pages += 1;
    if (verdict !== undefined) counts.judged += 1;
    if (verdict?.relevant) counts.relevant += 1;
  }
  const all = [...found].map(([seed, counts]) => ({
    url: (pages[seed] as { url: CanonicalUrl }).url,
    ...counts,
  }));
  return { seeds: all.sort((a, b) => b.relevant - a.relevant || a.pages - b.pages), unknown };
}
