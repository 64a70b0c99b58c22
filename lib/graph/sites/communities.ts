import type { LinkGraph } from '../building/link-graph.ts';
import { communityLabels } from './secluded.ts';

/** Sites that link to each other more than to others, at least three with pages. */
export interface Community {
  /** Its site of most rank. */
  readonly name: string;
  readonly sites: number;
  readonly pages: number;
  readonly relevant: number;
}

/** Fewer sites with pages are no community. */
const fewestSites = 3;

/** Finds the communities of sites (`communityLabels`). @param of what is known of a site by its number */
export function openCommunities(
  siteGraph: LinkGraph,
  of: (site: number) => Pick<Community, 'name' | 'pages' | 'relevant'> & { readonly rank: number },
): { nameOf(site: number): string | undefined; largest(count: number): readonly Community[] } {
  const labels = communityLabels(siteGraph);
  const members = Map.groupBy(
    [...labels.keys()].filter((site) => of(site).pages > 0),
    (site) => labels[site] as number,
  );
  const communities = new Map<number, Community>();
  for (const [label, all] of members) {
    if (all.length < fewestSites) continue;
    const first = all.reduce((best, site) => (of(site).rank > of(best).rank ? site : best));
    const sum = (key: 'pages' | 'relevant'): number => all.reduce((total, site) => total + of(site)[key], 0);
    const sizes = { sites: all.length, pages: sum('pages'), relevant: sum('relevant') };
    communities.set(label, { name: of(first).name, ...sizes });
  }
  return {
    nameOf: (site) => communities.get(labels[site] as number)?.name,
    largest: (count) =>
      [...communities.values()].sort((a, b) => b.relevant - a.relevant || b.pages - a.pages).slice(0, count),
  };
}
