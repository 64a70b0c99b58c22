import { WinnowError } from '../base/error.ts';
import { type GrowingNumbers, openNumbers } from '../base/growing-numbers.ts';
import type { CanonicalUrl } from '../url/url.ts';
import type { PageLinks } from './page-links.ts';
import { openUrlTable, type UrlTable } from './url-table.ts';

/** Relevance of a page that nobody judged. */
export const unjudged = -1;
/** Number of a class or a node that is not there. */
export const nothing = 0xffffffff;

/** Visits of pages in columns, in the order in which they came: 28 bytes a visit and 4 a link. */
export interface PageColumns {
  readonly nodes: Uint32Array;
  /** Epoch ms. */
  readonly at: Float64Array;
  readonly relevance: Float32Array;
  readonly depth: Uint32Array;
  /** Numbers in `names`; `nothing`: no class. */
  readonly best: Uint32Array;
  readonly outcome: Uint32Array;
  /** The node that the page redirects to; `nothing`: none. */
  readonly movedTo: Uint32Array;
  /** Where the links of each visit end in `targets`; they begin where those of the one before end. */
  readonly ends: Uint32Array;
  readonly targets: Uint32Array;
}

/** Takes visits of pages and numbers their URLs. */
export interface PageGathering {
  readonly urls: UrlTable;
  /** Names of outcomes and classes, by number. */
  readonly names: readonly string[];
  add(page: PageLinks): void;
  /** Adds what was gathered earlier; of its URLs and names none may be known. @throws WinnowError `corrupt` */
  addChunk(chunk: GraphChunk): void;
  columns(): PageColumns;
  /** What was added since a point that `mark` returned. */
  since(point: GatheringPoint): GraphChunk;
  mark(): GatheringPoint;
}

/** How far a gathering was. */
export interface GatheringPoint {
  readonly urls: number;
  readonly names: number;
  readonly visits: number;
  readonly links: number;
}

/** Visits that were gathered together, and the URLs and names that they brought. */
export interface GraphChunk {
  /** URLs in the order of their numbers, after those of earlier chunks; so are names. */
  readonly urls: readonly CanonicalUrl[];
  readonly names: readonly string[];
  /** Ends of links count from the first link of the chunk. */
  readonly columns: PageColumns;
}

type Growing = { readonly [K in keyof PageColumns]: GrowingNumbers<PageColumns[K]> };

export function openPageGathering(
  urls: UrlTable = openUrlTable(),
  names: readonly string[] = [],
): PageGathering {
  const known = [...names];
  const numbers = new Map(known.map((name, number) => [name, number]));
  const columns: Growing = {
    nodes: openNumbers(Uint32Array),
    at: openNumbers(Float64Array),
    relevance: openNumbers(Float32Array),
    depth: openNumbers(Uint32Array),
    best: openNumbers(Uint32Array),
    outcome: openNumbers(Uint32Array),
    movedTo: openNumbers(Uint32Array),
    ends: openNumbers(Uint32Array),
    targets: openNumbers(Uint32Array),
  };

  function numberOf(name: string): number {
    const number = numbers.get(name);
    if (number !== undefined) return number;
    numbers.set(name, known.length);
    return known.push(name) - 1;
  }

  const nodeOf = (url: CanonicalUrl | undefined): number => (url === undefined ? nothing : urls.add(url));

  return {
    urls,
    names: known,
    add(page) {
      columns.nodes.add(urls.add(page.url));
      columns.at.add(page.at);
      columns.relevance.add(page.relevance ?? unjudged);
      columns.depth.add(page.depth);
      columns.best.add(page.best === undefined ? nothing : numberOf(page.best));
      columns.outcome.add(numberOf(page.outcome));
      columns.movedTo.add(nodeOf(page.movedTo));
      for (const target of page.targets) columns.targets.add(urls.add(target));
      columns.ends.add(columns.targets.length());
    },
    addChunk({ urls: newUrls, names: newNames, columns: more }) {
      for (const url of newUrls) {
        const size = urls.size();
        if (urls.add(url) !== size) throw new WinnowError('corrupt', `a link graph has ${url} twice`);
      }
      for (const name of newNames) numberOf(name);
      const before = columns.targets.length();
      for (const key of visitColumns)
        (columns[key] as GrowingNumbers<Uint32Array>).addAll(more[key] as Uint32Array);
      columns.ends.addAll(before === 0 ? more.ends : more.ends.map((end) => end + before));
      columns.targets.addAll(more.targets);
    },
    columns: () => valuesOf(columns),
    mark: () => ({
      ...{ urls: urls.size(), names: known.length },
      ...{ visits: columns.nodes.length(), links: columns.targets.length() },
    }),
    since: (point) => ({
      urls: Array.from({ length: urls.size() - point.urls }, (_, place) => urls.urlOf(point.urls + place)),
      names: known.slice(point.names),
      columns: tailOf(valuesOf(columns), point),
    }),
  };
}

/** Columns with one number a visit that means the same in every chunk. */
const visitColumns = ['nodes', 'at', 'relevance', 'depth', 'best', 'outcome', 'movedTo'] as const;

function tailOf(all: PageColumns, { visits, links }: GatheringPoint): PageColumns {
  return {
    nodes: all.nodes.slice(visits),
    at: all.at.slice(visits),
    relevance: all.relevance.slice(visits),
    depth: all.depth.slice(visits),
    best: all.best.slice(visits),
    outcome: all.outcome.slice(visits),
    movedTo: all.movedTo.slice(visits),
    ends: all.ends.slice(visits).map((end) => end - links),
    targets: all.targets.slice(links),
  };
}

function valuesOf(columns: Growing): PageColumns {
  return {
    nodes: columns.nodes.values(),
    at: columns.at.values(),
    relevance: columns.relevance.values(),
    depth: columns.depth.values(),
    best: columns.best.values(),
    outcome: columns.outcome.values(),
    movedTo: columns.movedTo.values(),
    ends: columns.ends.values(),
    targets: columns.targets.values(),
  };
}
