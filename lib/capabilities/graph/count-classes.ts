import { relevantPages } from '../../graph/distilling.ts';
import type { SiteNumbers } from '../../graph/reports.ts';
import { nothing, type WebGraph } from '../../graph/web-graph.ts';
import type { ClassHierarchy } from '../../topic/settings.ts';

/** A class with relevant pages in it or below it. */
export interface CountedClass {
  readonly id: string;
  readonly above?: string;
  /** Names of best classes that lie within it. */
  readonly within: ReadonlySet<string>;
  readonly pages: number;
  readonly sites: number;
}

export interface CountedClasses {
  readonly pages: number;
  readonly sites: number;
  readonly classes: readonly CountedClass[];
}

/** Counts relevant pages and their sites by class. @param most classes, those with most pages */
export function countClasses(
  web: WebGraph,
  sites: SiteNumbers,
  { above }: ClassHierarchy,
  most: number,
): CountedClasses {
  const counts = new Map<string, { pages: number; sites: Set<number>; within: Set<string> }>();
  const isRelevant = relevantPages(web);
  const everywhere = new Set<number>();
  let pages = 0;
  for (let node = 0; node < web.isPage.length; node += 1) {
    if (!isRelevant(node)) continue;
    pages += 1;
    everywhere.add(sites.of[node] as number);
    if (web.best[node] === nothing) continue;
    const best = web.names[web.best[node] as number] as string;
    for (const id of [best, ...above(best)]) {
      const count = counts.get(id) ?? { pages: 0, sites: new Set(), within: new Set() };
      counts.set(id, count);
      count.pages += 1;
      count.sites.add(sites.of[node] as number);
      count.within.add(best);
    }
  }
  const largest = [...counts]
    .sort(([a, { pages: left }], [b, { pages: right }]) => right - left || (a < b ? -1 : 1))
    .slice(0, most);
  const ids = new Set(largest.map(([id]) => id));
  const classes = largest.map(([id, count]): CountedClass => {
    const parent = above(id).find((one) => ids.has(one));
    return {
      ...{ id, within: count.within, pages: count.pages, sites: count.sites.size },
      ...(parent === undefined ? {} : { above: parent }),
    };
  });
  return { pages, sites: everywhere.size, classes: inTree(classes) };
}

/** Each class after the one above it. */
function inTree(classes: readonly CountedClass[]): readonly CountedClass[] {
  const below = Map.groupBy(classes, ({ above }) => above);
  const listed: CountedClass[] = [];
  const list = (some: readonly CountedClass[]): void => {
    for (const one of some) {
      listed.push(one);
      list(below.get(one.id) ?? []);
    }
  };
  list(below.get(undefined) ?? []);
  return listed;
}
