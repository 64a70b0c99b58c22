import type { ChangeFrequency, ListedNews, ListedVideo } from '../sitemaps/listing.ts';
import type { CanonicalUrl } from '../url/url.ts';

/** The part of the page that a link stands in: the nearest sectioning element around it, or `body`. */
export type LinkPlace = 'nav' | 'header' | 'main' | 'article' | 'aside' | 'footer' | 'body' | 'head' | 'text';

/**
 * The element (or the plain text) that a link was found in; or the list: an entry of a sitemap, of a feed, of a sitemap
 * index (another sitemap), a Sitemap line of robots.txt.
 */
export type LinkElement =
  | 'a'
  | 'area'
  | 'frame'
  | 'iframe'
  | 'link'
  | 'refresh'
  | 'text'
  | 'redirect'
  | 'sitemap'
  | 'feed'
  | 'index'
  | 'robots';

/** One instance of a link in a page, in document order; the same target may occur many times. */
export interface Link {
  readonly url: CanonicalUrl;
  /** White space collapsed; the alternative text of images counts; empty when there is none. */
  readonly anchor: string;
  /** Tokens of `rel`, lower-case, in their order. */
  readonly rel: readonly string[];
  readonly element: LinkElement;
  readonly place: LinkPlace;
  /** From 0 to 1: how likely its target is relevant; absent when the crawl did not ask. */
  readonly score?: number;
}

/** A link of a sitemap or a feed, with what is said there of its page. */
export interface ListedLink extends Link {
  readonly listed?: {
    /** ISO 8601. */
    readonly lastmod?: string;
    readonly changefreq?: ChangeFrequency;
    readonly priority?: number;
    readonly news?: ListedNews;
    readonly images?: readonly string[];
    readonly videos?: readonly ListedVideo[];
  };
}

/** A URL on its way into a host's frontier. */
export interface Candidate {
  readonly url: CanonicalUrl;
  /** Links from the nearest seed; a seed has 0, the target of a redirect the depth of its source. */
  readonly depth: number;
  /** Smaller is fetched first. */
  readonly rank: number;
  /** Redirects in a row that led there; absent: none. */
  readonly hops?: number;
}
