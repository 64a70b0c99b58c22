import { lowerEnd } from '../../base/lower-end.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import type { CrawlGraph } from './crawl-graph.ts';

/** A page that leads to many relevant ones. */
export interface Hub {
  readonly url: CanonicalUrl;
  /** Targets of its links that were judged, those of them that are relevant, and on how many hosts. */
  readonly judged: number;
  readonly relevant: number;
  readonly hosts: number;
  /** Targets that were never fetched. */
  readonly unfetched: number;
  /** The part of its targets that is relevant, as far as so few can tell: the lower end of the interval. */
  readonly atLeast: number;
}

/** Fewer targets are accidents. */
const leastJudged = 3;

/**
 * Hubs, as the paper has them for resources (Chakrabarti, van den Berg and Dom 1999, §3.2): any page may be one, and only
 * links to other hosts count, as a host is one voice; in a crawl of one host all links do. The best first, at most `most`;
 * none that is a seed already.
 */
export function findHubs(graph: CrawlGraph, most: number): readonly Hub[] {
  const { pages } = graph;
  const hosts = pages.map(({ url }) => hostOf(url));
  const isOneHost = new Set(hosts).size < 2;
  const seeds = new Set(graph.seeds);
  const hubs: Hub[] = [];
  for (const [page, { url }] of pages.entries()) {
    if (seeds.has(page)) continue;
    const led = new Set<string>();
    let [judged, relevant, unfetched] = [0, 0, 0];
    for (const { target } of graph.edges(page)) {
      const other = pages[target];
      if (other === undefined) {
        unfetched += 1;
        continue;
      }
      const host = hosts[target] as string;
      if (other.verdict === undefined || target === page || (!isOneHost && host === hosts[page])) continue;
      judged += 1;
      if (!other.verdict.relevant) continue;
      relevant += 1;
      led.add(host);
    }
    if (judged < leastJudged || relevant === 0) continue;
    hubs.push({ url, judged, relevant, hosts: led.size, unfetched, atLeast: lowerEnd(relevant, judged) });
    if (hubs.length >= 4 * most + 1_000) keepBest(hubs, most);
  }
  keepBest(hubs, most);
  return hubs;
}

function keepBest(hubs: Hub[], most: number): void {
  hubs.sort((a, b) => b.atLeast - a.atLeast || b.hosts - a.hosts || (a.url < b.url ? -1 : 1));
  hubs.splice(most);
}
