import { type CanonicalUrl, hostOf } from '../../lib/base/url/url.ts';
import { distilTopic, topOf } from '../../lib/graph/distilling.ts';
import { openPageGathering } from '../../lib/graph/gathering.ts';
import { webGraphOf } from '../../lib/graph/web-graph.ts';

/** A page that a crawl fetched. */
export interface Fetched {
  readonly url: CanonicalUrl;
  /** 0 to 1, as the filter has it. */
  readonly relevance: number;
  readonly targets: readonly CanonicalUrl[];
}

/** The best authorities of what a crawl fetched, by server or by page, best first. */
export interface Resources {
  readonly names: readonly string[];
  /** For each of them: links from the nearest seed to its best page, over pages that were fetched. */
  readonly distances: readonly number[];
}

/** Authorities that are listed (figure 11), and those whose overlap is shown (figure 10). */
export const listed = 100;
export const compared = 25;

/** Distils with 50 iterations what was fetched (Chakrabarti et al. 1999, §5.4). */
export function resourcesOf(
  fetched: readonly Fetched[],
  seeds: readonly CanonicalUrl[],
  nameOf: (url: CanonicalUrl) => string = hostOf,
): Resources {
  const far = distancesOf(fetched, seeds);
  const gathering = openPageGathering();
  for (const page of fetched) gathering.add({ ...page, at: 1, depth: 0, outcome: 'stored' });
  const web = webGraphOf(gathering.urls, gathering.names, gathering.columns());
  const { authorities } = distilTopic(web, { share: 0.15, iterations: 50 });
  const found = new Map<string, number>();
  for (const node of topOf(authorities, 20 * listed)) {
    const url = web.urls.urlOf(node);
    const name = nameOf(url);
    if (found.size < listed && !found.has(name)) found.set(name, far.get(url) ?? 0);
  }
  return { names: [...found.keys()], distances: [...found.values()] };
}

/** Links from the nearest seed, over pages that were fetched: shorter ways may have been missed, as in the paper. */
export function distancesOf(
  fetched: readonly Pick<Fetched, 'url' | 'targets'>[],
  seeds: readonly CanonicalUrl[],
): ReadonlyMap<CanonicalUrl, number> {
  const byUrl = new Map(fetched.map((page) => [page.url, page]));
  const far = new Map(seeds.map((url) => [url, 0]));
  const queue = [...seeds];
  for (const url of queue) {
    for (const target of byUrl.get(url)?.targets ?? []) {
      if (far.has(target) || !byUrl.has(target)) continue;
      far.set(target, (far.get(url) as number) + 1);
      queue.push(target);
    }
  }
  return far;
}

/** Of the first `k` resources of the one, the part that the other has among its first `k`; for each `k` from 1. */
export function overlapOf(one: Resources, other: Resources, most = compared): readonly number[] {
  return Array.from({ length: Math.min(most, one.names.length) }, (_, at) => {
    const theirs = new Set(other.names.slice(0, at + 1));
    return one.names.slice(0, at + 1).filter((name) => theirs.has(name)).length / (at + 1);
  });
}

/** How many resources are so many links from the nearest seed, as a part of all. */
export function distanceShares({ distances }: Resources): readonly number[] {
  const counts: number[] = [];
  for (const far of distances) counts[far] = (counts[far] ?? 0) + 1;
  return Array.from(counts, (count = 0) => count / Math.max(1, distances.length));
}
