import { wordForm } from '../../base/language/word-form.ts';
import { percentDecoded } from '../../base/url/percent-decoded.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { SourcePage } from '../plugins/strategy-rule.ts';
import type { ContextCount } from './condition.ts';
import type { DomainSums } from './domain-sums.ts';

/** One link on one page. */
export interface LinkInstance {
  readonly url: CanonicalUrl;
  readonly anchor: string;
  readonly place: string;
  /** Absent: rules ask for no blocks. */
  readonly block?: ContentBlock;
  /** The id of the row of links that it stands in: equal for links in a row, and on pages that have the same row. Absent: rules ask for none. */
  readonly row?: string;
  /** Language of the page, where it is known. */
  readonly language?: string;
  /** Relevance of the page, 0 to 1, where it has a verdict. */
  readonly relevance?: number;
  /** How relevant the link promises its target to be, 0 to 1, where links are scored. */
  readonly promise?: number;
  /** Numbers that plug-ins give for the target, by field. */
  readonly fields?: Readonly<Record<string, number>>;
  /** The page with the link, where rules of one's own ask. */
  readonly source?: SourcePage;
}

/** Links that stand together in one element of a page. */
export interface ContentBlock {
  /** Equal for the same element on all pages of a site, such as its navigation (`documents/blocks/content-blocks.ts`). */
  readonly id: string;
  readonly words: ReadonlySet<string>;
}

/** What all links to one address say together. */
export interface LinkVector {
  /** Link instances. */
  readonly instances: number;
  /** Words of their anchor texts. */
  readonly anchor: ReadonlySet<string>;
  /** Words of their content blocks. */
  readonly block: ReadonlySet<string>;
  /** Ids of their content blocks, and of their rows of links. */
  readonly blocks: ReadonlySet<string>;
  readonly rows: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
  readonly languages: ReadonlySet<string>;
  /** The best of theirs. */
  readonly relevance?: number;
  readonly promise?: number;
  readonly fields?: Readonly<Record<string, number>>;
  /** Where rules of one's own ask: the first of the pages with a link to it. */
  readonly sources?: readonly SourcePage[];
}

/** What a rule is asked about: a target, or a page that was loaded. */
export interface Subject {
  readonly url: CanonicalUrl;
  readonly depth: number;
  /** Undefined: nothing is known of the links to it; they stand on other sites, or were forgotten. */
  readonly vector?: LinkVector;
  /** Of a page: its own relevance. */
  readonly relevance?: number;
}

/** What rules of one's own said of subjects: a score, the position of a layer, whether it matches; by rule and URL. */
export type OwnSaid = ReadonlyMap<string, ReadonlyMap<CanonicalUrl, number | boolean | undefined>>;

/** What a crawling context tells its rules. */
export interface ContextFacts {
  /** Asked before the iteration; absent: nothing was. */
  readonly said?: OwnSaid;
  readonly counts: Readonly<Record<ContextCount, number>>;
  /** What the registered domain has come to; absent: the site has none, or no rule asks. */
  readonly domain?: DomainSums;
  /** The expected yield of the region of a URL, 0 to 1. */
  yieldOf(subject: Subject): number;
  /** The share of relevant pages that links of these blocks led to, 0 to 1; undefined: none was followed yet. */
  blockYieldOf(blocks: ReadonlySet<string>): number | undefined;
  /** The same of rows of links. */
  rowYieldOf(rows: ReadonlySet<string>): number | undefined;
  /** What words were worth so far, -1 to 1; 0: nothing is known. */
  worthOf(words: ReadonlySet<string>): number;
}

const separators = /[^\p{L}\p{N}\p{M}]+/u;

/** The words of a text in one form (`wordForm`) and small letters. */
export function wordsIn(text: string): readonly string[] {
  return wordForm(text)
    .toLowerCase()
    .split(separators)
    .filter((word) => word !== '');
}

/** The words of path and query. */
export function wordsOfUrl(url: CanonicalUrl): ReadonlySet<string> {
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
  return new Set(wordsIn(percentDecoded(path)));
}
