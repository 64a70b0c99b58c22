import type { CanonicalUrl } from '../../base/url/url.ts';
import type { LinkGraph } from './link-graph.ts';
import type { Urls } from './url-table.ts';

/** Which of the URLs that nobody has visited count as such. */
export interface Admitting {
  /** Whether a crawl may visit a URL; absent: any. */
  readonly admits?: (url: CanonicalUrl) => boolean;
}

/** The link graph of a crawl: all URLs that it knows, with what is known of those that it visited. */
export interface WebGraph {
  readonly urls: Urls;
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
  /** By node, where the page redirects to; `nothing`: nowhere. */
  readonly movedTo: Uint32Array;
}
