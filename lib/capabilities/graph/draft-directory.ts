import {
  type DistilTopicOptions,
  distilTopic,
  type Electorate,
  electorateOf,
  relevantPages,
} from '../../graph/distilling.ts';
import { openRankedPages, type RankedPage } from '../../graph/ranks.ts';
import { classLinkReport } from '../../graph/reports.ts';
import type { WebGraph } from '../../graph/web-graph.ts';
import { type ClassHierarchy, classHierarchy, nameOf } from '../../topic/settings.ts';
import { countClasses } from './count-classes.ts';
import type { Directory, DirectoryClass, DirectoryEntry, DirectoryPart } from './directory.ts';

export interface DirectoryOptions extends Pick<DistilTopicOptions, 'share' | 'iterations' | 'shared'> {
  /** Entries of each list. */
  readonly top: number;
  /** Classes with fewer relevant pages are left out. */
  readonly minPages: number;
  /** What is above what, and labels; absent: paths say it. */
  readonly hierarchy?: ClassHierarchy;
}

/** Classes with a page of their own. */
const mostClasses = 500;
const relatedShown = 6;
/** Pairs of classes that are searched for related ones. */
const mostPairs = 100_000;

/** Distils each class of a crawl, with what lies below it, and all classes together. Entries have no texts yet. */
export function draftDirectory(
  web: WebGraph,
  { top, minPages, hierarchy = classHierarchy(), ...options }: DirectoryOptions,
): Omit<Directory, 'job' | 'at'> {
  const electorate = electorateOf(web, options);
  const counted = countClasses(web, electorate.sites, hierarchy, mostClasses);
  const listsOf = openLists(web, { ...options, top }, electorate);
  const large = counted.classes.filter(({ pages }) => pages >= minPages);
  const relatedTo = openRelated(
    web,
    hierarchy,
    large.map(({ id }) => id),
  );
  const classes = large.map(
    ({ id, above, within, pages, sites }): DirectoryClass => ({
      ...{ id, label: hierarchy.labelOf(id) ?? (nameOf(id) || id), pages, sites },
      ...(above === undefined ? {} : { above }),
      ...{ related: relatedTo(id), ...listsOf(within) },
    }),
  );
  return {
    pages: web.isPage.reduce((sum, one) => sum + one, 0),
    sites: new Set(electorate.sites.of.filter((_, node) => web.isPage[node] === 1)).size,
    asOne: electorate.groups.reduce((sum, { sites }) => sum + sites.length, 0),
    whole: { pages: counted.pages, sites: counted.sites, ...listsOf(undefined) },
    classes,
  };
}

type Lists = Pick<DirectoryPart, 'authorities' | 'hubs'>;

function openLists(
  web: WebGraph,
  { top, ...options }: Omit<DirectoryOptions, 'minPages' | 'hierarchy'>,
  electorate: Electorate,
): (classes: ReadonlySet<string> | undefined) => Lists {
  const isRelevant = relevantPages(web);
  const rankedPages = openRankedPages(web);
  const entry = ({ url, site, score, relevance, links }: RankedPage): DirectoryEntry => ({
    ...{ url, site, score, links },
    ...(relevance === undefined ? {} : { relevance }),
  });
  return (classes) => {
    const wanted = classes === undefined ? {} : { classes };
    const found = distilTopic(web, { ...options, ...wanted, least: top }, electorate);
    const relevant = {
      ...found,
      authorities: found.authorities.map((one, at) => (isRelevant(at) ? one : 0)),
    };
    return {
      authorities: rankedPages.authorities(relevant, top).map(entry),
      hubs: rankedPages.hubs(found, top).map(entry),
    };
  };
}

/** Classes that the pages of a class link to most. */
function openRelated(
  web: WebGraph,
  { above, isWithin }: ClassHierarchy,
  ids: readonly string[],
): (id: string) => DirectoryClass['related'] {
  const listed = new Set(ids);
  const sums = new Map<string, Map<string, number>>();
  for (const { from, to, links } of classLinkReport(web, { top: mostPairs }).classes) {
    for (const one of [from, ...above(from)]) {
      const row = sums.get(one) ?? new Map<string, number>();
      sums.set(one, row);
      if (listed.has(to)) row.set(to, (row.get(to) ?? 0) + links);
    }
  }
  return (id) =>
    [...(sums.get(id) ?? [])]
      .filter(([other]) => !isWithin(id, other) && !isWithin(other, id))
      .map(([other, links]) => ({ id: other, links }))
      .sort((a, b) => b.links - a.links || (a.id < b.id ? -1 : 1))
      .slice(0, relatedShown);
}
