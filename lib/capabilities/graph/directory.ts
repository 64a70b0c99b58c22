import type { CanonicalUrl } from '../../base/url/url.ts';

/** The best hubs and authorities of a crawl by class: what `winnow directory` publishes. */
export interface Directory {
  readonly job: string;
  /** Epoch ms at which it was made. */
  readonly at: number;
  /** Pages that were visited, and sites that they are on. */
  readonly pages: number;
  readonly sites: number;
  /** Sites that voted as one, because one owner has them or they agree on links. */
  readonly asOne: number;
  /** Of all classes. */
  readonly whole: DirectoryPart;
  /** Each class after the one above it; beside each other those with most pages first. */
  readonly classes: readonly DirectoryClass[];
}

export interface DirectoryPart {
  /** Relevant pages, and sites that they are on. */
  readonly pages: number;
  readonly sites: number;
  /** The best first. */
  readonly authorities: readonly DirectoryEntry[];
  readonly hubs: readonly DirectoryEntry[];
}

/** A class with all below it. */
export interface DirectoryClass extends DirectoryPart {
  readonly id: string;
  readonly label: string;
  /** The class above it; absent: it is an uppermost one. */
  readonly above?: string;
  /** Classes that its pages link to, other than those above and below it, with the number of links. Most links first. */
  readonly related: readonly { readonly id: string; readonly links: number }[];
}

/** A page in the directory. */
export interface DirectoryEntry extends Partial<PageSnippet> {
  readonly url: CanonicalUrl;
  readonly site: string;
  /** All scores of a kind and part sum to 1. */
  readonly score: number;
  /** 0 to 1; absent for a page that no topic filter judged. */
  readonly relevance?: number;
  /** Of a hub: the number of authorities that it links to; of an authority: the number of other sites that link to it. */
  readonly links: number;
}

/** How a page presents itself. */
export interface PageSnippet {
  readonly title: string;
  /** Absent: it has none, or its owner wants none shown. */
  readonly description: string;
  /** A BCP 47 tag, as the page declares it or its text was detected to be. */
  readonly language: string;
}
