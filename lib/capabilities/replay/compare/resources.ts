import { type CanonicalUrl, hostOf } from '../../../base/url/url.ts';
import { distilTopic, type Electorate, electorateOf, topOf } from '../../../graph/distilling.ts';
import { nothing, rowOf, type WebGraph } from '../../../graph/web-graph.ts';

/** A page or a server among the best of what a crawl found. */
export interface Resource {
  readonly name: string;
  /** Links from the nearest seed to its best page, over pages that were fetched; absent: no links lead there. */
  readonly distance?: number;
}

/** Best first. */
export interface BestResources {
  readonly authorities: readonly Resource[];
  /** The hosts of the best authorities. */
  readonly servers: readonly Resource[];
  readonly hubs: readonly Resource[];
}

/** Resources that are listed (figure 11), and those whose overlap is shown (figure 10). */
export const [listed, compared] = [100, 25] as const;
/** The paper's, as in `winnow hubs`. */
const [share, iterations] = [0.15, 50] as const;
/** Pages in which the hosts of the best are looked for, for each that is listed. */
const pagesLookedAt = 20;

/** Finds the best resources of a crawl: of all classes, or of some. */
export type FindResources = (classes?: ReadonlySet<string>) => BestResources;

/** Distils what a crawl fetched (Chakrabarti, van den Berg and Dom 1999, §5.4). @param seeds numbers of URLs */
export function openResources(web: WebGraph, seeds: readonly number[]): FindResources {
  const far = distancesIn(web, seeds);
  let electorate: Electorate | undefined;
  return (classes) => {
    electorate ??= electorateOf(web, {});
    const wanted = classes === undefined ? {} : { classes };
    const found = distilTopic(web, { share, iterations, least: compared, ...wanted }, electorate);
    const best = (scores: Float64Array, nameOf: (url: CanonicalUrl) => string): readonly Resource[] => {
      const named = new Map<string, Resource>();
      for (const node of topOf(scores, pagesLookedAt * listed)) {
        if (named.size === listed) break;
        const name = nameOf(web.urls.urlOf(node));
        const distance = far[node] as number;
        if (!named.has(name)) named.set(name, { name, ...(distance === nothing ? {} : { distance }) });
      }
      return [...named.values()];
    };
    return {
      authorities: best(found.authorities, (url) => url),
      servers: best(found.authorities, hostOf),
      hubs: best(found.hubs, (url) => url),
    };
  };
}

/**
 * By node the links from the nearest seed, over pages that were fetched; `nothing`: none lead there. Shorter ways may have been
 * missed, as in the paper. A redirect is no link.
 */
export function distancesIn({ links, movedTo, outcome }: WebGraph, seeds: readonly number[]): Uint32Array {
  const far = new Uint32Array(outcome.length).fill(nothing);
  const queue = seeds.flatMap((seed) => [seed, movedTo[seed] as number]).filter((node) => node !== nothing);
  for (const seed of queue) far[seed] = 0;
  for (const node of queue) {
    for (const target of rowOf(links, node)) {
      if (far[target] !== nothing || outcome[target] === nothing) continue;
      far[target] = (far[node] as number) + 1;
      queue.push(target);
    }
  }
  return far;
}

/** How many resources are so many links from the nearest seed, from 0 links on (figure 11). */
export function byDistance(resources: readonly Pick<Resource, 'distance'>[]): readonly number[] {
  const counts: number[] = [];
  for (const { distance } of resources)
    if (distance !== undefined) counts[distance] = (counts[distance] ?? 0) + 1;
  return Array.from(counts, (count = 0) => count);
}
