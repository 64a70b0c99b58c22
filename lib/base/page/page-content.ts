import type { FieldValue, Json } from '../json.ts';
import type { LanguageFields } from '../language/detect-language.ts';
import type { Link } from '../links/link.ts';
import type { CanonicalUrl } from '../url/url.ts';
import type { PageData } from './page-data.ts';
import type { PageKind } from './page-kind.ts';
import type { PageDirectives } from './robots-directives.ts';
import type { TopicFields } from './topic-verdict.ts';

/** 32 lower-case hex digits: the identity of a record (`contentMd5`). */
export type Md5 = string;

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
}

/** What a page is about, without what stands around it on every page of its site. */
export interface MainContent {
  /** What the page is for, as far as its markup and address tell. */
  readonly kind: PageKind;
  /** White space collapsed inside a block, blocks separated by a line feed; empty if nothing was found. */
  readonly text: string;
  /** The same as Markdown, if the job wants that. */
  readonly markdown?: string;
  /** As the page names its authors, several joined by a comma. */
  readonly author?: string;
  /** The day of publication that the page names, `YYYY-MM-DD`. */
  readonly published?: string;
}

/** Everything that is read from the bytes of a page alone: the same bytes give the same content. */
export interface PageContent extends CoreContent, LanguageFields, TopicFields {}

/** What every job reads of a page. */
interface CoreContent {
  readonly md5: Md5;
  /** SHA-256 of the decoded body (content coding removed, character encoding not), 64 hex digits. */
  readonly digest: string;
  /** Essence of the media type, lower-case, for example `text/html`. */
  readonly mediaType: string;
  /** WHATWG name of the character encoding, lower-case. */
  readonly charset: string;
  readonly title: string;
  readonly headings: readonly Heading[];
  /** `name`, `property` or `http-equiv` of meta elements in lower case, with every `content` in document order. */
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  /** Visible text without characters that nobody sees, white space collapsed inside a block, blocks separated by a line feed. */
  readonly text: string;
  /** The page is made by its scripts, which are not run: without them it shows nothing but what `noscript` says, which is no text. */
  readonly needsScripts?: true;
  /** Of HTML pages, if the job wants it (`content`). */
  readonly main?: MainContent;
  /** The whole page as Markdown (CommonMark, tables as GitHub has them), URLs absolute; of HTML pages, if the job wants it. */
  readonly markdown?: string;
  /** Of HTML pages, if the job wants it (`content.data`). */
  readonly data?: PageData;
  readonly links: readonly Link[];
  /** Number of further links of the page, beyond `links.maxPerPage`: not recorded and not followed. Absent: none. */
  readonly moreLinks?: number;
  /**
   * The canonical URL that the page declares, if it differs from the page's own. Absent if the page declares several.
   */
  readonly canonical?: CanonicalUrl;
  /** The `lang` of the root element, if present. */
  readonly language?: string;
  /**
   * The smallest hashes of the phrases of the main content, or of the whole text where there is none: base64, 4 bytes each. If the
   * job looks for near-duplicates, and the text says enough.
   */
  readonly minHashes?: string;
  /** Meta robots directives for all crawlers or for this one. */
  readonly robots: PageDirectives;
  /** Results of the job's `extract:` rules and of its plug-ins, by field name; absent if there are none. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
  /** Results by name of the analysis (`analysis/analyses.ts`); absent if there are none. */
  readonly analysis?: Readonly<Record<string, Json>>;
  /** Plug-ins that failed on this page, each as `id: reason`; absent if none did. */
  readonly pluginFailures?: readonly string[];
}
