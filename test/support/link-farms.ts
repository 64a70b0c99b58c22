import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import type { LinkGraph } from '../../lib/graph/building/link-graph.ts';
import { openUrlTable, type UrlTable } from '../../lib/graph/building/url-table.ts';
import { linkGraphOf } from './links/link-graph-of.ts';

/** A made-up web of one topic in which some sites are popular by merit, and others by arrangement. */
export interface FarmWeb {
  readonly urls: UrlTable;
  readonly graph: LinkGraph;
  readonly relevance: Float64Array;
  /** Names of the sites that are popular by arrangement: what the farms push, and their own. */
  readonly arranged: ReadonlySet<string>;
  /** Names of the sites of an honest ring of colleagues. */
  readonly ring: ReadonlySet<string>;
}

export type FarmShape = 'owner' | 'mutual' | 'sitewide';

/** Draws a web of 300 honest sites, a ring of eight colleagues, and one farm of each shape. */
export function farmWeb(
  seed: number,
  shapes: readonly FarmShape[] = ['owner', 'mutual', 'sitewide'],
): FarmWeb {
  const chance = drawn(seed);
  const pick = (count: number): number => Math.floor(chance() * count);
  const urls = openUrlTable();
  const edges: [number, number][] = [];
  const relevance: number[] = [];
  const page = (host: string, path: string, worth: number): number => {
    const node = urls.add(`https://${host}/${path}` as CanonicalUrl);
    relevance[node] = worth;
    return node;
  };
  const link = (from: number, to: number): void => void edges.push([from, to]);

  const honest = Array.from({ length: 300 }, (_, site) => ({
    front: page(`site${site}-${seed}.example`, '', 0.6 + 0.39 * chance()),
    list: page(`site${site}-${seed}.example`, 'links', 0.3 + 0.6 * chance()),
  }));
  /** Popularity by merit: the first are linked to most. */
  const byMerit = (): number => Math.floor(honest.length * chance() ** 2.5);
  for (const { front, list } of honest) {
    link(front, list);
    for (let links = 3 + pick(12); links > 0; links -= 1) link(list, honest[byMerit()]?.front as number);
  }

  const ring = new Set<string>();
  const colleagues = Array.from({ length: 8 }, (_, site) => {
    ring.add(`colleague${site}-${seed}.example`);
    return page(`colleague${site}-${seed}.example`, '', 0.95);
  });
  for (const one of colleagues) {
    for (const other of colleagues) if (other !== one) link(one, other);
    for (let links = 0; links < 12; links += 1) link(one, honest[byMerit()]?.front as number);
    for (let links = 0; links < 30; links += 1) link(honest[pick(honest.length)]?.list as number, one);
  }

  const arranged = new Set<string>();
  const farmed = (host: string, path = '', worth = 0.98): number => {
    arranged.add(host);
    return page(host, path, worth);
  };
  if (shapes.includes('owner')) {
    const pushed = Array.from({ length: 5 }, (_, site) => farmed(`pushed${site}-${seed}.example`));
    for (let host = 0; host < 60; host += 1) {
      const own = farmed(`h${host}.owner${seed}.example`);
      for (const one of pushed) link(own, one);
      link(own, honest[byMerit()]?.front as number);
      link(pushed[host % 5] as number, own);
    }
  }
  if (shapes.includes('mutual')) {
    const friends = Array.from({ length: 40 }, (_, site) => farmed(`friend${site}-${seed}.example`));
    const density = 0.3 + 0.65 * chance();
    for (const one of friends) {
      for (const other of friends) if (other !== one && chance() < density) link(one, other);
      if (chance() < 0.5) link(one, honest[byMerit()]?.front as number);
    }
  }
  if (shapes.includes('sitewide')) {
    const pushed = farmed(`sponsor-${seed}.example`);
    for (let site = 0; site < 2; site += 1)
      for (let at = 0; at < 400; at += 1) link(page(`big${site}-${seed}.example`, `p${at}`, 0.9), pushed);
  }
  const sources = Uint32Array.from(edges, ([source]) => source);
  const targets = Uint32Array.from(edges, ([, target]) => target);
  return {
    ...{ urls, arranged, ring, relevance: Float64Array.from(relevance) },
    graph: linkGraphOf(urls.size(), sources, targets),
  };
}

function drawn(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
