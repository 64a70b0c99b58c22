import type { CrawlGraph } from './crawl-graph.ts';

/** Pages that were judged whose links promised about as much, and the part of them that counts. */
export interface CalibrationBin {
  /** The least promise in it, from 0 to 1. */
  readonly from: number;
  readonly pages: number;
  readonly share: number;
}

export interface Calibration {
  readonly bins: readonly CalibrationBin[];
  /** What fetching a URL is expected to bring, from 0 to 1. */
  expected(node: number): number;
}

const bins = 10;
/** A link of a page that nobody judged promises as much as in the frontier. */
const unjudged = 0.25;
/** So many pages of the mean of all are in each bin: a bin with few of its own says little. */
const prior = 5;

/**
 * What links promise, and what came of it where their targets were fetched. A URL is promised the mean of what the links
 * to it are scored, or what their pages are where they have no scores. The bins lie between tenths.
 */
export function calibrate(graph: CrawlGraph): Calibration {
  const sums = new Float64Array(graph.nodes);
  const links = new Int32Array(graph.nodes);
  for (const [page, { verdict }] of graph.pages.entries()) {
    for (const { target, score } of graph.edges(page)) {
      sums[target] = (sums[target] as number) + (score ?? verdict?.relevance ?? unjudged);
      links[target] = (links[target] as number) + 1;
    }
  }
  const binOf = (node: number): number =>
    Math.min(bins - 1, Math.floor((bins * (sums[node] as number)) / Math.max(1, links[node] as number)));
  const pages = Array<number>(bins).fill(0);
  const found = Array<number>(bins).fill(0);
  for (const [page, { counts }] of graph.pages.entries()) {
    if (links[page] === 0) continue;
    const bin = binOf(page);
    pages[bin] = (pages[bin] as number) + 1;
    if (counts) found[bin] = (found[bin] as number) + 1;
  }
  const mean = found.reduce((sum, one) => sum + one, 0) / Math.max(1, sumOf(pages));
  const shares = pages.map((all, bin) => ((found[bin] as number) + prior * mean) / (all + prior));
  return {
    bins: shares.map((share, bin) => ({ from: bin / bins, pages: pages[bin] as number, share })),
    expected: (node) => shares[binOf(node)] as number,
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
