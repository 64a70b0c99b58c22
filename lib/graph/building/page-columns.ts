import { type GrowingNumbers, openNumbers } from '../../base/growing-numbers.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { PageLinks } from './page-links.ts';
import { openUrlTable, type UrlBytes, type UrlTable } from './url-table.ts';

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

/** Visits that were gathered together, with URLs and names of their own, which are numbered from 0. */
export interface GraphChunk {
  readonly urls: UrlBytes;
  /** Names of outcomes and classes, by number. */
  readonly names: readonly string[];
  readonly columns: PageColumns;
}

/** Takes visits of pages and numbers their URLs. */
export interface PageGathering {
  readonly urls: UrlTable;
  readonly names: readonly string[];
  add(page: PageLinks): void;
  /** Adds what was gathered elsewhere. */
  addChunk(chunk: GraphChunk): void;
  columns(): PageColumns;
  /** All that was added. */
  chunk(): GraphChunk;
  sizes(): GatheringSizes;
}

export interface GatheringSizes {
  readonly urls: number;
  readonly urlBytes: number;
  readonly visits: number;
  readonly links: number;
}

type Growing = { readonly [K in keyof PageColumns]: GrowingNumbers<PageColumns[K]> };

export function openPageGathering(): PageGathering {
  const urls = openUrlTable();
  const known: string[] = [];
  const numbers = new Map<string, number>();
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
    addChunk({ urls: others, names: otherNames, columns: more }) {
      const nodes = numbersIn(urls, others);
      const nameNumbers = Uint32Array.from(otherNames, numberOf);
      const before = columns.targets.length();
      for (const key of visitColumns)
        (columns[key] as GrowingNumbers<Uint32Array>).addAll(more[key] as Uint32Array);
      columns.nodes.addAll(renumbered(more.nodes, nodes));
      columns.movedTo.addAll(renumbered(more.movedTo, nodes));
      columns.best.addAll(renumbered(more.best, nameNumbers));
      columns.outcome.addAll(renumbered(more.outcome, nameNumbers));
      columns.ends.addAll(more.ends.map((end) => end + before));
      columns.targets.addAll(renumbered(more.targets, nodes));
    },
    columns: () => valuesOf(columns),
    chunk: () => ({ urls: urls.all(), names: known, columns: valuesOf(columns) }),
    sizes: () => ({
      ...{ urls: urls.size(), urlBytes: urls.bytes() },
      ...{ visits: columns.nodes.length(), links: columns.targets.length() },
    }),
  };
}

/** Columns with one number a visit that means the same in every chunk. */
const visitColumns = ['at', 'relevance', 'depth'] as const;

/** The numbers of URLs in a table, to which new ones are added. */
export function numbersIn(table: UrlTable, { bytes, ends }: UrlBytes): Uint32Array {
  let start = 0;
  return ends.map((end) => {
    const number = table.addBytes(bytes, start, end);
    start = end;
    return number;
  });
}

function renumbered(numbers: Uint32Array, to: Uint32Array): Uint32Array {
  return numbers.map((number) => to[number] ?? nothing);
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
