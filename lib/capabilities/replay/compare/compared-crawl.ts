import { openNumbers } from '../../../base/growing-numbers.ts';
import { registeredDomain } from '../../../base/url/registered-domain.ts';
import { type CanonicalUrl, hostOf } from '../../../base/url/url.ts';
import type { GraphChunk } from '../../../graph/gathering.ts';
import { nothing, unjudged, type WebGraph, webGraphOf } from '../../../graph/web-graph.ts';
import type { CrawlGraph, GraphPage } from '../crawl-graph.ts';
import { type DomainHarvest, harvestOf } from './compare-arms.ts';
import { type FindResources, openResources } from './resources.ts';

/** Where a page leads, by numbers of pages: the links that count as votes, or where it redirects to. */
export interface PageVotes {
  readonly targets: readonly number[];
  readonly movedTo?: number;
}

/** What one crawl of a comparison fetched, by fetch; numbers mean the same in all of them. */
export interface ComparedCrawl {
  readonly name: string;
  readonly urls: readonly number[];
  readonly hosts: readonly number[];
  /** Undefined: no content. */
  readonly contents: readonly (number | undefined)[];
  /** Epoch ms; of a replay none. */
  readonly at: readonly number[];
  /** Undefined: nobody judged it. */
  readonly relevance: readonly (number | undefined)[];
  /** `urls` and `hosts` of relevant pages; undefined: it is not relevant. */
  readonly relevantUrls: readonly (number | undefined)[];
  readonly relevantHosts: readonly (number | undefined)[];
  /** Best classes of relevant pages. */
  readonly classes: readonly (string | undefined)[];
  readonly seeds: readonly number[];
  /** Distils the first of its fetches. */
  resources(fetches: number): FindResources;
}

/** Numbers names, the same one always alike. */
export interface NameNumbering {
  numberOf(name: string): number;
  all(): readonly string[];
}

export function openNumbering(): NameNumbering {
  const numbers = new Map<string, number>();
  return {
    numberOf(name) {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, numbers.size);
      return numbers.size - 1;
    },
    all: () => [...numbers.keys()],
  };
}

/** The numberings that all crawls of a comparison share. */
export interface Numberings {
  readonly urls: NameNumbering;
  readonly hosts: NameNumbering;
  readonly contents: NameNumbering;
}

export function crawlOf(
  name: string,
  graph: CrawlGraph,
  {
    order,
    votes,
    numberings,
    isReplay,
  }: {
    /** Numbers of pages as they were fetched. */
    readonly order: readonly number[];
    readonly votes: ReadonlyMap<number, PageVotes>;
    readonly numberings: Numberings;
    readonly isReplay: boolean;
  },
): ComparedCrawl {
  const fetched = order.map((place) => graph.pages[place] as GraphPage);
  const urls = fetched.map(({ url }) => numberings.urls.numberOf(url));
  const hosts = fetched.map(({ url }) => numberings.hosts.numberOf(hostOf(url)));
  const relevant = fetched.map(({ counts }) => counts);
  const visits = visitsOf(graph, order, votes);
  return {
    ...{ name, urls, hosts },
    contents: fetched.map(({ md5 }) => (md5 === undefined ? undefined : numberings.contents.numberOf(md5))),
    at: isReplay ? [] : fetched.map(({ at }) => at),
    relevance: fetched.map(({ verdict }) => verdict?.relevance),
    relevantUrls: urls.map((url, fetch) => (relevant[fetch] ? url : undefined)),
    relevantHosts: hosts.map((host, fetch) => (relevant[fetch] ? host : undefined)),
    classes: fetched.map(({ verdict, counts }) => (counts ? verdict?.best : undefined)),
    seeds: graph.seeds.map((seed) => numberings.urls.numberOf((graph.pages[seed] as GraphPage).url)),
    resources: (fetches) => openResources(firstOf(visits, fetches), visits.seeds),
  };
}

/** What was fetched as a link graph has it, each page by the number of its fetch. */
interface FetchedPages {
  readonly urls: readonly CanonicalUrl[];
  readonly names: readonly string[];
  readonly columns: GraphChunk['columns'];
  readonly seeds: readonly number[];
}

const outcomes = ['stored', 'off-topic'] as const;

function visitsOf(
  { pages, seeds }: CrawlGraph,
  order: readonly number[],
  votes: ReadonlyMap<number, PageVotes>,
): FetchedPages {
  const fetched = order.map((place) => pages[place] as GraphPage);
  const fetchOf = new Uint32Array(pages.length).fill(nothing);
  for (const [fetch, place] of order.entries()) fetchOf[place] = fetch;
  const names = openNumbering();
  for (const outcome of outcomes) names.numberOf(outcome);
  const [targets, ends] = [openNumbers(Uint32Array), new Uint32Array(order.length)];
  for (const [fetch, place] of order.entries()) {
    for (const target of votes.get(place)?.targets ?? [])
      if (fetchOf[target] !== nothing) targets.add(fetchOf[target] as number);
    ends[fetch] = targets.length();
  }
  const movedTo = ({ movedTo: place }: Partial<PageVotes> = {}): number =>
    place === undefined ? nothing : (fetchOf[place] as number);
  const columns = {
    nodes: Uint32Array.from(order.keys()),
    at: Float64Array.from(order.keys(), (fetch) => fetch + 1),
    relevance: Float32Array.from(fetched, ({ verdict }) => verdict?.relevance ?? unjudged),
    depth: Uint32Array.from(fetched, ({ depth }) => depth),
    best: Uint32Array.from(fetched, ({ verdict }) =>
      verdict?.best === undefined ? nothing : names.numberOf(verdict.best),
    ),
    outcome: Uint32Array.from(fetched, ({ verdict }) => (verdict?.relevant === false ? 1 : 0)),
    movedTo: Uint32Array.from(order, (place) => movedTo(votes.get(place))),
    ...{ ends, targets: targets.values() },
  };
  const begun = seeds.flatMap((seed) => (fetchOf[seed] === nothing ? [] : [fetchOf[seed] as number]));
  return { urls: fetched.map(({ url }) => url), names: names.all(), columns, seeds: begun };
}

/** The link graph of the first visits. */
function firstOf({ urls, names, columns }: FetchedPages, visits: number): WebGraph {
  const { ends, targets, ...all } = columns;
  const first = ends.subarray(0, visits);
  const known = {
    numberOf: () => undefined,
    urlOf: (fetch: number) => urls[fetch] as CanonicalUrl,
    size: () => urls.length,
  };
  return webGraphOf(known, names, {
    nodes: all.nodes.subarray(0, visits),
    at: all.at.subarray(0, visits),
    relevance: all.relevance.subarray(0, visits),
    depth: all.depth.subarray(0, visits),
    best: all.best.subarray(0, visits),
    outcome: all.outcome.subarray(0, visits),
    movedTo: all.movedTo.subarray(0, visits),
    ends: first,
    targets: targets.subarray(0, first.at(-1) ?? 0),
  });
}

/** The harvest of pages, by registered domains. Pages with the same content count once. */
export function harvestOfPages(pages: readonly Pick<GraphPage, 'url' | 'md5' | 'verdict' | 'counts'>[]) {
  const domains = new Map<string, { judged: number; relevant: number }>();
  const contents = new Set<string>();
  for (const { url, verdict, md5, counts } of pages) {
    if (verdict === undefined || (md5 !== undefined && contents.has(md5))) continue;
    if (md5 !== undefined) contents.add(md5);
    const host = hostOf(url);
    const name = registeredDomain(host) ?? host;
    const known = domains.get(name) ?? { judged: 0, relevant: 0 };
    known.judged += 1;
    if (counts) known.relevant += 1;
    domains.set(name, known);
  }
  return harvestOf([...domains.values()] satisfies readonly DomainHarvest[]);
}
