import { type LinkGraph, linkGraphOf } from './link-graph.ts';
import { nothing, type PageColumns, unjudged } from './page-columns.ts';
import type { UrlTable } from './url-table.ts';

/** The link graph of a crawl: all URLs that it knows, with what is known of those that it visited. */
export interface WebGraph {
  readonly urls: UrlTable;
  /** Names of outcomes and classes, by number. */
  readonly names: readonly string[];
  readonly links: LinkGraph;
  /** By node, 1: the crawl has visited it, and it is a page of its own (it does not redirect). */
  readonly isPage: Uint8Array;
  /** By node, 0 to 1; 0 for what nobody judged. */
  readonly relevance: Float64Array;
  /** By node, the number of the best class; `nothing`: none. */
  readonly best: Uint32Array;
  /** By node, the number of the last visit's outcome; `nothing`: it was not visited. */
  readonly outcome: Uint32Array;
  /** By node: links from the nearest seed. */
  readonly depth: Uint32Array;
  /** By node, epoch ms of the first and the last visit; 0: none. */
  readonly first: Float64Array;
  readonly last: Float64Array;
}

/** Redirects in a row that are followed. */
const maxHops = 8;

/**
 * Makes the graph of visits: each page has the links of its last visit. A link to a page that redirects counts for where it
 * leads.
 */
export function webGraphOf(urls: UrlTable, names: readonly string[], columns: PageColumns): WebGraph {
  const nodes = urls.size();
  const movedTo = new Uint32Array(nodes).fill(nothing);
  const pages = {
    isPage: new Uint8Array(nodes),
    relevance: new Float64Array(nodes),
    best: new Uint32Array(nodes).fill(nothing),
    outcome: new Uint32Array(nodes).fill(nothing),
    depth: new Uint32Array(nodes),
    first: new Float64Array(nodes),
    last: new Float64Array(nodes),
  };
  /** By node, 1 + the place of its last visit; 0: none. */
  const lastVisit = new Uint32Array(nodes);
  for (let place = 0; place < columns.nodes.length; place += 1) {
    const node = columns.nodes[place] as number;
    const at = columns.at[place] as number;
    if (pages.first[node] === 0 || at < (pages.first[node] as number)) pages.first[node] = at;
    if (at < (pages.last[node] as number)) continue;
    const relevance = columns.relevance[place] as number;
    movedTo[node] = columns.movedTo[place] as number;
    pages.isPage[node] = movedTo[node] === nothing ? 1 : 0;
    pages.relevance[node] = relevance === unjudged ? 0 : relevance;
    pages.best[node] = columns.best[place] as number;
    pages.outcome[node] = columns.outcome[place] as number;
    pages.depth[node] = columns.depth[place] as number;
    pages.last[node] = at;
    // A verdict that was changed later is a line without links.
    if (linksAt(columns, place) > 0 || lastVisit[node] === 0) lastVisit[node] = place + 1;
  }
  return { urls, names, ...pages, links: linksOf(nodes, columns, lastVisit, movedTo) };
}

function linksAt({ ends }: PageColumns, place: number): number {
  return (ends[place] as number) - startAt(ends, place);
}

function startAt(ends: Uint32Array, place: number): number {
  return place === 0 ? 0 : (ends[place - 1] as number);
}

function linksOf(
  nodes: number,
  { ends, targets: all }: PageColumns,
  lastVisit: Uint32Array,
  movedTo: Uint32Array,
): LinkGraph {
  let length = 0;
  const [sources, targets] = [new Uint32Array(all.length), new Uint32Array(all.length)];
  for (let node = 0; node < nodes; node += 1) {
    const visit = lastVisit[node] as number;
    if (visit === 0) continue;
    const end = ends[visit - 1] as number;
    for (let at = startAt(ends, visit - 1); at < end; at += 1) {
      sources[length] = node;
      targets[length] = settledAt(all[at] as number, movedTo);
      length += 1;
    }
  }
  return linkGraphOf(nodes, sources.subarray(0, length), targets.subarray(0, length));
}

function settledAt(node: number, movedTo: Uint32Array): number {
  let at = node;
  for (let hop = 0; hop < maxHops && movedTo[at] !== nothing; hop += 1) at = movedTo[at] as number;
  return at;
}
