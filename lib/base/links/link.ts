import type { CanonicalUrl } from '../url/url.ts';
import type { UrlRole } from './url-role.ts';

/** The part of the page that contains a link: the nearest sectioning element around the link, or `body`. */
export type LinkPlace = 'nav' | 'header' | 'main' | 'article' | 'aside' | 'footer' | 'body' | 'head' | 'text';

/**
 * The element in which a link was found, or `text` for plain text; of listings: an entry of a sitemap, of a feed or of
 * a sitemap index, or a Sitemap line of robots.txt.
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

/** One link of a page; several links of a page may have the same target. */
export interface Link {
  readonly url: CanonicalUrl;
  /** Anchor text with white space collapsed, with the alternative text of images; empty if there is none. */
  readonly anchor: string;
  /** Tokens of `rel`, lower case, in order. */
  readonly rel: readonly string[];
  readonly element: LinkElement;
  readonly place: LinkPlace;
  /**
   * Of `a` elements, if the job wants it (`content.linkBlocks`): the number, in document order, of the element that its anchor
   * stands in and that does not flow with the text. Links in one block have one number.
   */
  readonly block?: number;
  /** Probability that the target is relevant, 0 to 1; absent if the crawl does not score links. */
  readonly score?: number;
}

export type ChangeFrequency = 'always' | 'hourly' | 'daily' | 'weekly' | 'monthly' | 'yearly' | 'never';

/** Fields of Google's news extension, as written. */
export interface ListedNews {
  readonly title?: string;
  readonly published?: string;
  readonly publication?: string;
  readonly language?: string;
}

/** Fields of Google's video extension, as written. */
export interface ListedVideo {
  readonly title?: string;
  readonly url?: string;
  readonly thumbnail?: string;
}

/** A link of a sitemap or feed, with the fields of its entry. */
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
  /** URLs with a smaller rank are fetched first. */
  readonly rank: number;
  /** Redirects in a row that led to the URL; absent: none. */
  readonly hops?: number;
  /** Absent: it was found as a page. */
  readonly role?: UrlRole | undefined;
}
