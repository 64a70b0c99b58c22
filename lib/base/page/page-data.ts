import type { Json } from '../json.ts';

/** What the markup of a page says as data, beside its text. A list or table that would be empty is absent. */
export interface PageData {
  /** By property without `og:`, with every value; other prefixes stay (`article:author`). */
  readonly openGraph?: Readonly<Record<string, readonly string[]>>;
  /** By element in lower case (`title`, `creator`, `date.issued`), of `DC.` and `DCTERMS.` names. */
  readonly dublinCore?: Readonly<Record<string, readonly string[]>>;
  /** The objects of its JSON-LD scripts, as they are written. */
  readonly jsonLd?: readonly Json[];
  /** Its top-level items (HTML standard, 5.2). */
  readonly microdata?: readonly MicrodataItem[];
  /** The page in other languages (`hreflang`), URLs absolute. */
  readonly alternates?: readonly { readonly language: string; readonly url: string }[];
  /** Pictures with a text alternative, URLs absolute. */
  readonly images?: readonly { readonly url: string; readonly alt: string }[];
  readonly forms?: readonly PageForm[];
  /** Something was left out: the page has more than a record takes. */
  readonly isCut?: true;
}

export interface MicrodataItem {
  /** The `itemtype`, absent if it has none. */
  readonly type?: string;
  readonly id?: string;
  readonly properties: Readonly<Record<string, readonly (string | MicrodataItem)[]>>;
}

export interface PageForm {
  /** Absolute. */
  readonly action: string;
  readonly method: 'get' | 'post' | 'dialog';
  /** Names of its fields. Values are not recorded. */
  readonly fields: readonly string[];
}
