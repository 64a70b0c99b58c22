import type { Candidate, Link } from '../../base/links/link.ts';
import type { LinkLine } from '../../base/links/link-segment.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { FocusSettings } from '../../domain/focus/focus-settings.ts';
import { followsLinks } from '../../domain/focus/ranking.ts';
import type { CrawlGraph, GraphPage } from './crawl-graph.ts';
import { openUrlQueue } from './url-queue.ts';

/** A policy, by the functions that a crawl goes by. */
export interface ReplayPolicy {
  readonly focus: FocusSettings;
  /** The part of the fetches that go to whatever waits, by chance. */
  readonly explore: number;
  /** What a link makes of its target. */
  candidate(
    link: Pick<Link, 'url' | 'element' | 'score'>,
    source: Pick<LinkLine, 'depth' | 'hops' | 'level' | 'relevance' | 'tunnelDepth' | 'at'>,
  ): Candidate;
  /** The rank of a URL that was known under one rank and is found under another. */
  merge(known: number, found: number): number;
  /** Whether relevance orders the frontier: else links are told nothing of it. */
  readonly isOrdered: boolean;
  /** What a page gives to the URLs that it links to. @param rank that it was fetched with */
  linkPrior(
    rank: number,
    page: Pick<GraphPage, 'verdict' | 'moved'>,
  ): Pick<LinkLine, 'relevance' | 'tunnelDepth'>;
}

/** What fetching a URL is taken to bring that the crawl never fetched; undefined: it is passed over, at no cost. */
export type Expectation = ((node: number) => number) | undefined;

export interface Replayed {
  /** For each fetch how much was found until then: pages that count, of each content one. */
  readonly found: Float32Array;
  /** Pages in the order in which they were fetched. */
  readonly order: readonly number[];
  /** URLs that it wanted and the crawl never fetched, and how many fetches there were before the first of them. */
  readonly unfetched: number;
  readonly firstUnfetched?: number;
}

/** What has been found by whom fetches pages in this order. */
function openHarvest(graph: CrawlGraph, most: number) {
  const found = new Float32Array(most);
  const known = new Uint8Array(graph.pages.length);
  let fetches = 0;
  let sum = 0;
  return {
    fetches: (): number => fetches,
    page(page: number): void {
      const content = graph.contentOf(page);
      const isNew = known[content] === 0;
      known[content] = 1;
      this.add(isNew && graph.pages[page]?.counts ? 1 : 0);
    },
    add(worth: number): void {
      sum += worth;
      found[fetches] = sum;
      fetches += 1;
    },
    found: (): Float32Array => found.subarray(0, fetches),
  };
}

/** The crawl as it was. */
export function asItWas(graph: CrawlGraph): Replayed {
  const harvest = openHarvest(graph, graph.pages.length);
  const order = [...graph.pages.keys()];
  for (const page of order) harvest.page(page);
  return { found: harvest.found(), order, unfetched: 0 };
}

/**
 * Crawls a stored graph by a policy: one queue for all hosts, in which nobody waits for a host, and each page is as it
 * was when it was fetched. The same graph and policy give the same result. A fetch takes as long as its page has links.
 */
export function replay(graph: CrawlGraph, policy: ReplayPolicy, expectation: Expectation): Replayed {
  const { pages, seeds } = graph;
  const harvest = openHarvest(graph, pages.length);
  const queue = openUrlQueue(graph.nodes);
  const hops = new Uint8Array(graph.nodes);
  const done = new Uint8Array(graph.nodes);
  const order: number[] = [];
  let unfetched = 0;
  let firstUnfetched: number | undefined;
  for (const seed of seeds) queue.put(seed, 0, 0);

  function follow(page: number, rank: number): void {
    const known = pages[page] as GraphPage;
    const { verdict } = known;
    const linkPrior = policy.linkPrior(rank, known);
    if (verdict !== undefined && !followsLinks(policy.focus, verdict, linkPrior.tunnelDepth ?? 0)) return;
    const level = graph.levelOf(page);
    const source = {
      depth: queue.depthOf(page),
      hops: hops[page] as number,
      at: harvest.fetches() * 1_000,
      ...(level === undefined ? {} : { level }),
      ...(policy.isOrdered ? linkPrior : {}),
    };
    for (const { target, kind, score } of graph.edges(page)) {
      if (done[target] === 1) continue;
      const url = pages[target]?.url ?? standIn(target);
      const link = {
        url,
        element: kind,
        ...(score === undefined || !policy.focus.linkScores ? {} : { score }),
      };
      const found = policy.candidate(link, source);
      if (!queue.has(target)) {
        hops[target] = found.hops ?? 0;
        queue.put(target, found.rank, found.depth);
        continue;
      }
      hops[target] = Math.min(hops[target] as number, found.hops ?? 0);
      const rank = policy.merge(queue.rankOf(target), found.rank);
      queue.put(target, rank, Math.min(queue.depthOf(target), found.depth));
    }
  }

  while (harvest.fetches() < pages.length) {
    const node = next(queue, policy.explore, harvest.fetches());
    if (node === undefined) break;
    done[node] = 1;
    if (node < pages.length) {
      harvest.page(node);
      order.push(node);
      follow(node, queue.rankOf(node));
      continue;
    }
    unfetched += 1;
    firstUnfetched ??= harvest.fetches();
    if (expectation !== undefined) harvest.add(expectation(node));
  }
  return {
    found: harvest.found(),
    order,
    unfetched,
    ...(firstUnfetched === undefined ? {} : { firstUnfetched }),
  };
}

/** Only the order by hash asks for the URL: any name that is the same each time is as good as chance. */
function standIn(node: number): CanonicalUrl {
  return `https://unfetched.invalid/${node}` as CanonicalUrl;
}

/** Knuth's multiplicative hash: spreads the places that are drawn over the queue. */
const spread = 2_654_435_761;

/** Fetches by chance lie evenly among the others. */
function next(queue: ReturnType<typeof openUrlQueue>, explore: number, fetch: number): number | undefined {
  const isDrawn = Math.floor((fetch + 1) * explore) > Math.floor(fetch * explore);
  if (!isDrawn || queue.size === 0) return queue.take();
  return queue.takeAt(((fetch + 1) * spread) % queue.size);
}
