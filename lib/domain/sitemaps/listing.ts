import type { Moment } from './moment.ts';

/** What lists URLs for crawlers or readers: the sitemaps protocol (sitemaps.org), and feeds. */
export type ListingFormat = 'sitemap' | 'sitemap-index' | 'text' | 'rss' | 'atom' | 'json-feed';

export const changeFrequencies = [
  'always',
  'hourly',
  'daily',
  'weekly',
  'monthly',
  'yearly',
  'never',
] as const;
export type ChangeFrequency = (typeof changeFrequencies)[number];

/** Of Google's news extension, as it was written. */
export interface ListedNews {
  readonly title?: string;
  readonly published?: string;
  readonly publication?: string;
  readonly language?: string;
}

/** Of Google's video extension, as it was written. */
export interface ListedVideo {
  readonly title?: string;
  readonly url?: string;
  readonly thumbnail?: string;
}

/** The same page in another language (`xhtml:link rel=alternate`). */
export interface ListedAlternate {
  readonly href: string;
  readonly hreflang?: string;
}

/** One entry of a sitemap, an index or a feed, as its author wrote it; what cannot be read is absent. */
export interface ListedEntry {
  /** A page, or another sitemap (of an index). */
  readonly kind: 'page' | 'sitemap';
  /** The URL as it was written, white space around it removed. */
  readonly loc: string;
  /** What a relative `loc` of a feed is relative to (`xml:base`); absent: the feed's own URL. */
  readonly base?: string;
  readonly lastmod?: Moment;
  readonly changefreq?: ChangeFrequency;
  /** 0 to 1; absent means 0.5 (sitemaps.org). */
  readonly priority?: number;
  /** Of an item of a feed. */
  readonly title?: string;
  readonly news?: ListedNews;
  /** URLs of images. */
  readonly images?: readonly string[];
  readonly videos?: readonly ListedVideo[];
  readonly alternates?: readonly ListedAlternate[];
}

/**
 * What a parser tells about bytes, in their order. A format is told before any entry; `other` is told instead of one,
 * and nothing after it.
 */
export interface ListingHandler {
  onFormat(format: ListingFormat): void;
  onOther(): void;
  /** False: no more entries are wanted. */
  onEntry(entry: ListedEntry): boolean;
  /** When the whole list last changed, where a feed says so. */
  onLastmod(lastmod: Moment): void;
}

/** Takes text piece by piece; how it is cut makes no difference. */
export interface ListingParser {
  /** False: no more is wanted. */
  write(text: string): boolean;
  /** No more text comes. What is incomplete is left out. @param isCut there was more */
  end(isCut: boolean): void;
}
