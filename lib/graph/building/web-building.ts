import { type ColumnSpace, memorySpace } from '../columns/column.ts';
import { openVisits, type VisitColumns } from '../columns/visit-columns.ts';
import { type LinkGathering, openLinks } from './link-graph.ts';
import { nothing, type PageColumns, unjudged } from './page-columns.ts';
import type { Urls } from './url-table.ts';
import type { WebGraph } from './web-graph.ts';

/** Some visits, and how their URLs and names are numbered in the graph; absent: as they are. */
export interface PartOfVisits {
  readonly columns: PageColumns;
  readonly names: readonly string[];
  readonly numbers?: Uint32Array;
}

/** Makes a graph of visits that come in parts: all parts with their pages, and then all again, in the same order, with their links. */
export interface WebBuilding {
  addPages(part: PartOfVisits): void;
  addLinks(part: PartOfVisits): void;
  finish(urls: Urls): WebGraph;
  /** The visits, where they are kept. To be called once, at the end. */
  visits(): VisitColumns | undefined;
}

export interface BuildingOptions {
  /** Default: in memory. */
  readonly space?: ColumnSpace;
  /** Whether all visits are kept, beside the graph that is made of the last ones. */
  readonly keepsVisits?: boolean;
}

/** Redirects in a row that are followed. */
const maxHops = 8;

/** Each page has the links of its last visit. A link to a page that redirects counts for where it leads. */
export function openWebBuilding(
  nodes: number,
  { space = memorySpace, keepsVisits = false }: BuildingOptions = {},
): WebBuilding {
  const kept = keepsVisits ? openVisits(space) : undefined;
  const pages = {
    isPage: new Uint8Array(nodes),
    relevance: new Float64Array(nodes),
    best: new Uint32Array(nodes).fill(nothing),
    outcome: new Uint32Array(nodes).fill(nothing),
    depth: new Uint32Array(nodes),
    first: new Float64Array(nodes),
    last: new Float64Array(nodes),
  };
  const movedTo = new Uint32Array(nodes).fill(nothing);
  /** By node, 1 + the place among all visits of its last one with links; 0: none. And how many links that has. */
  const lastVisit = new Uint32Array(nodes);
  const degrees = new Uint32Array(nodes + 1);
  const names = new Map<string, number>();
  let [paged, linked] = [0, 0];
  let links: LinkGathering | undefined;

  return {
    addPages({ columns, names: own, numbers }) {
      const nameOf = Uint32Array.from(own, (name) => numberOf(names, name));
      const nodeOf = (number: number): number =>
        number === nothing ? nothing : (numbers?.[number] ?? number);
      for (let place = 0; place < columns.nodes.length; place += 1) {
        const node = nodeOf(columns.nodes[place] as number);
        const at = columns.at[place] as number;
        const best = nameOf[columns.best[place] as number] ?? nothing;
        const outcome = nameOf[columns.outcome[place] as number] ?? nothing;
        const moved = nodeOf(columns.movedTo[place] as number);
        const [relevance, depth] = [columns.relevance[place] as number, columns.depth[place] as number];
        kept?.add({ nodes: node, at, relevance, depth, best, outcome, movedTo: moved });
        if (pages.first[node] === 0 || at < (pages.first[node] as number)) pages.first[node] = at;
        if (at < (pages.last[node] as number)) continue;
        movedTo[node] = moved;
        pages.isPage[node] = moved === nothing ? 1 : 0;
        pages.relevance[node] = relevance === unjudged ? 0 : relevance;
        pages.best[node] = best;
        pages.outcome[node] = outcome;
        pages.depth[node] = depth;
        pages.last[node] = at;
        const count = (columns.ends[place] as number) - startAt(columns, place);
        // A verdict that was changed later is a line without links.
        if (count === 0 && lastVisit[node] !== 0) continue;
        lastVisit[node] = paged + place + 1;
        degrees[node] = count;
      }
      paged += columns.nodes.length;
    },
    addLinks({ columns, numbers }) {
      links ??= openLinks(space, degrees);
      for (let place = 0; place < columns.nodes.length; place += 1) {
        const own = columns.nodes[place] as number;
        const node = numbers?.[own] ?? own;
        if (lastVisit[node] !== linked + place + 1) continue;
        const end = columns.ends[place] as number;
        for (let at = startAt(columns, place); at < end; at += 1) {
          const target = columns.targets[at] as number;
          links.add(node, settledAt(numbers?.[target] ?? target, movedTo));
        }
      }
      linked += columns.nodes.length;
    },
    finish(urls) {
      links ??= openLinks(space, degrees);
      return { urls, names: [...names.keys()], ...pages, movedTo, links: links.finish() };
    },
    visits: () => kept?.finish(),
  };
}

function numberOf(names: Map<string, number>, name: string): number {
  const known = names.get(name);
  if (known !== undefined) return known;
  names.set(name, names.size);
  return names.size - 1;
}

/** Where the links of a visit begin. */
function startAt({ ends }: PageColumns, place: number): number {
  return place === 0 ? 0 : (ends[place - 1] as number);
}

function settledAt(node: number, movedTo: Uint32Array): number {
  let at = node;
  for (let hop = 0; hop < maxHops && movedTo[at] !== nothing; hop += 1) at = movedTo[at] as number;
  return at;
}

/** Makes the graph of visits whose URLs are numbered as in `urls`. */
export function webGraphOf(urls: Urls, names: readonly string[], columns: PageColumns): WebGraph {
  const building = openWebBuilding(urls.size());
  building.addPages({ columns, names });
  building.addLinks({ columns, names });
  return building.finish(urls);
}
