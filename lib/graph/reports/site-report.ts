import { defined } from '../../base/defined.ts';
import { inDegrees } from '../building/link-graph.ts';
import { nothing } from '../building/page-columns.ts';
import { relevantPages } from '../building/relevant-pages.ts';
import type { Admitting, WebGraph } from '../building/web-graph.ts';
import { pageRank } from '../ranking/page-rank.ts';
import { type Community, openCommunities } from '../sites/communities.ts';
import type { SiteChanges } from '../sites/site-changes.ts';
import { countedSiteLinks } from '../sites/site-links.ts';
import { type SiteNumbers, sitesOf } from '../sites/sites.ts';

/** A site as a crawl knows it. */
export interface SiteRow {
  readonly site: string;
  /** Pages that were visited; those that were judged, and the relevant ones of these. */
  readonly pages: number;
  readonly judged: number;
  readonly relevant: number;
  /** The mean relevance of judged pages; absent: none was judged. */
  readonly meanRelevance?: number;
  /** URLs that are known by links, may be visited and were not. */
  readonly unvisited: number;
  /** Sites that link to it. */
  readonly linkedBy: number;
  /** PageRank of sites; those of all sites sum to 1. */
  readonly rank: number;
  /** The class that most of its relevant pages have; absent: none. */
  readonly best?: string;
  /** The name of its community (`Community`); absent: it belongs to none. */
  readonly community?: string;
  /** Epoch ms: of the first visit of a page of it, and of the last first visit. */
  readonly firstSeen: number;
  readonly lastNew: number;
  /** How it grows and changes; absent: nobody looked. */
  readonly changes?: SiteChanges;
}

export interface SiteReportOptions extends Admitting {
  /** Only pages of these classes count as relevant; absent: of all classes. */
  readonly classes?: ReadonlySet<string>;
  /** Only sites with so many pages. */
  readonly minPages: number;
  readonly sort: 'relevant' | 'density' | 'rank' | 'pages';
  readonly top: number;
  readonly shared?: ReadonlySet<string>;
}

export interface SiteReport {
  readonly sites: readonly SiteRow[];
  /** Those with most relevant pages first. */
  readonly communities: readonly Community[];
  /** Sites with pages, and those of the wanted size. */
  readonly known: number;
  readonly large: number;
}

interface Sums {
  pages: number;
  judged: number;
  relevant: number;
  relevance: number;
  unvisited: number;
  first: number;
  lastNew: number;
  readonly classes: Map<number, number>;
}

/** The sites of a crawl, by what the crawl found there. */
export function siteReport(web: WebGraph, options: SiteReportOptions): SiteReport {
  const sites = sitesOf(web.urls, options.shared);
  const sums = sumsOf(web, sites, options);
  const { links: siteGraph, counts } = countedSiteLinks(web.links, sites.of, sites.names.length);
  const ranks = pageRank(siteGraph, { weights: counts });
  counts.drop?.();
  const linkedBy = inDegrees(siteGraph);
  const communities = openCommunities(siteGraph, (site) => ({
    ...{ name: sites.names[site] as string, rank: ranks[site] as number },
    ...(sums[site] as Sums),
  }));
  const known = [...sums.keys()].filter((site) => (sums[site] as Sums).pages > 0);
  const large = known.filter((site) => (sums[site] as Sums).pages >= options.minPages);
  const rows = large.map((site) => {
    return rowFor(
      sites.names[site] as string,
      sums[site] as Sums,
      {
        linkedBy: linkedBy[site] as number,
        rank: ranks[site] as number,
        ...defined({ community: communities.nameOf(site) }),
      },
      web,
    );
  });
  return {
    sites: rows
      .sort((a, b) => keyOf(b, options) - keyOf(a, options) || a.site.localeCompare(b.site))
      .slice(0, options.top),
    communities: communities.largest(communitiesShown),
    ...{ known: known.length, large: large.length },
  };
}

const communitiesShown = 20;

function sumsOf(
  web: WebGraph,
  sites: SiteNumbers,
  { classes, admits = () => true }: Pick<SiteReportOptions, 'classes' | 'admits'>,
): readonly Sums[] {
  const isRelevant = relevantPages(web);
  const isWanted = web.names.map((name) => classes?.has(name) === true);
  const sums = sites.names.map(
    (): Sums => ({
      ...{ pages: 0, judged: 0, relevant: 0, relevance: 0, unvisited: 0, first: 0, lastNew: 0 },
      classes: new Map(),
    }),
  );
  for (let node = 0; node < sites.of.length; node += 1) {
    const sum = sums[sites.of[node] as number] as Sums;
    if (web.outcome[node] === nothing && admits(web.urls.urlOf(node))) sum.unvisited += 1;
    if (web.isPage[node] === 0) continue;
    const at = web.first[node] as number;
    const relevance = web.relevance[node] as number;
    const best = web.best[node] as number;
    sum.pages += 1;
    sum.first = sum.first === 0 ? at : Math.min(sum.first, at);
    sum.lastNew = Math.max(sum.lastNew, at);
    if (relevance === 0) continue;
    const counts = classes === undefined || isWanted[best] === true;
    sum.judged += 1;
    sum.relevance += counts ? relevance : 0;
    if (!counts || !isRelevant(node)) continue;
    sum.relevant += 1;
    if (best !== nothing) sum.classes.set(best, (sum.classes.get(best) ?? 0) + 1);
  }
  return sums;
}

function rowFor(
  site: string,
  sum: Sums,
  links: Pick<SiteRow, 'linkedBy' | 'rank' | 'community'>,
  { names }: WebGraph,
): SiteRow {
  const [best] = [...sum.classes].sort(([, a], [, b]) => b - a);
  return {
    ...{ site, pages: sum.pages, judged: sum.judged, relevant: sum.relevant, unvisited: sum.unvisited },
    ...links,
    ...{ firstSeen: sum.first, lastNew: sum.lastNew },
    ...(sum.judged === 0 ? {} : { meanRelevance: sum.relevance / sum.judged }),
    ...(best === undefined ? {} : { best: names[best[0]] as string }),
  };
}

function keyOf(row: SiteRow, { sort }: SiteReportOptions): number {
  if (sort === 'density') return row.meanRelevance ?? 0;
  return row[sort];
}
