import type { ListingFormat } from '../../base/fetch/outcome.ts';
import type { ChangeFrequency, ListedNews, ListedVideo } from '../../base/links/link.ts';
import type { DateTime } from './w3c-date-time.ts';

/** The same page in another language (`xhtml:link rel=alternate`). */
export interface ListedAlternate {
  readonly href: string;
  readonly hreflang?: string;
}

/** One entry of a sitemap, an index or a feed, as its author wrote it. Fields that cannot be read are absent. */
export interface ListedEntry {
  /** `sitemap`: an entry of an index, which names another sitemap. */
  readonly kind: 'page' | 'sitemap';
  /** The URL as written, without white space around it. */
  readonly loc: string;
  /** The base URL of a relative `loc` of a feed (`xml:base`); absent: the URL of the feed. */
  readonly base?: string;
  readonly lastmod?: DateTime;
  readonly changefreq?: ChangeFrequency;
  /** 0 to 1; absent means 0.5 (sitemaps.org). */
  readonly priority?: number;
  /** The title of a feed's item. */
  readonly title?: string;
  readonly news?: ListedNews;
  /** URLs of images. */
  readonly images?: readonly string[];
  readonly videos?: readonly ListedVideo[];
  readonly alternates?: readonly ListedAlternate[];
}

/** Receives what a parser reads, in the order of the text. */
export interface ListingHandler {
  /** Called once, before any entry. */
  onFormat(format: ListingFormat): void;
  /** Called instead of `onFormat` if the text is not a sitemap or feed; no other call follows. */
  onOther(): void;
  /** Returns false if no more entries are wanted. */
  onEntry(entry: ListedEntry): boolean;
  /** When the whole list last changed, where a feed says so. */
  onLastmod(lastmod: DateTime): void;
}

/** Takes text in pieces of any size. */
export interface ListingParser {
  /** Returns false if the parser needs no more text. */
  write(text: string): boolean;
  /** Ends the text; an incomplete entry is dropped. @param isCut whether the list has more text than was written */
  end(isCut: boolean): void;
}
