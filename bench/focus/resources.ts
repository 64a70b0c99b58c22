import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import {
  type BestResources,
  byDistance,
  distancesIn,
  openResources,
  type Resource,
} from '../../lib/capabilities/replay/compare/resources.ts';
import { openPageGathering } from '../../lib/graph/gathering.ts';
import { nothing, type WebGraph, webGraphOf } from '../../lib/graph/web-graph.ts';

/** A page that a crawl fetched. */
export interface Fetched {
  readonly url: CanonicalUrl;
  /** 0 to 1, as the filter has it. */
  readonly relevance: number;
  readonly targets: readonly CanonicalUrl[];
}

function webOf(fetched: readonly Fetched[]): WebGraph {
  const gathering = openPageGathering();
  for (const page of fetched) gathering.add({ ...page, at: 1, depth: 0, outcome: 'stored' });
  return webGraphOf(gathering.urls, gathering.names, gathering.columns());
}

/** The best resources of what a crawl fetched. */
export function resourcesOf(fetched: readonly Fetched[], seeds: readonly CanonicalUrl[]): BestResources {
  const web = webOf(fetched);
  return openResources(web, numbersOf(web, seeds))();
}

/** How many of some pages that were fetched are so many links from the nearest seed, as a part of them. */
export function distancesOf(
  fetched: readonly Fetched[],
  seeds: readonly CanonicalUrl[],
  found: readonly CanonicalUrl[],
): readonly number[] {
  const web = webOf(fetched);
  const far = distancesIn(web, numbersOf(web, seeds));
  const reached = numbersOf(web, found).map((node) => far[node] as number);
  return sharesOf(reached.flatMap((distance) => (distance === nothing ? [] : [{ distance }])));
}

const numbersOf = ({ urls }: WebGraph, all: readonly CanonicalUrl[]): readonly number[] =>
  all.flatMap((url) => urls.numberOf(url) ?? []);

/** How many resources are so many links from the nearest seed, as a part of all. */
export function sharesOf(resources: readonly Pick<Resource, 'distance'>[]): readonly number[] {
  return byDistance(resources).map((count) => count / Math.max(1, resources.length));
}

export const namesOf = (resources: readonly Resource[]): readonly string[] =>
  resources.map(({ name }) => name);
