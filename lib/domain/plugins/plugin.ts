import type { FieldValue } from '../../base/json.ts';
import type { Heading, MainContent, PageContent } from '../../base/page/page-content.ts';
import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import type { RuleFunctions } from './strategy-rule.ts';

/**
 * A plug-in: an ES module in JavaScript, or in TypeScript with strippable types, that a job names. It exports
 * `analyse`, `filter`, or rules of a strategy. It runs beside the crawler, with the crawler's rights, one page at a time. A
 * call that exceeds its deadline is ended with its thread, so state in memory may be lost. A page may be passed twice:
 * the same page should give the same result.
 */
export interface Plugin extends RuleFunctions {
  readonly analyse?: Analyse;
  readonly filter?: PluginFilter;
}

/** A page as plug-ins see it. Plug-ins must not change it. */
export interface PluginPage
  extends Pick<
    PageContent,
    | 'mediaType'
    | 'charset'
    | 'title'
    | 'metadata'
    | 'text'
    | 'main'
    | 'markdown'
    | 'data'
    | 'links'
    | 'canonical'
    | 'language'
    | 'detectedLanguage'
    | 'analysis'
    | 'md5'
  > {
  /** The URL by which the page was fetched. */
  readonly url: string;
  readonly headings: readonly Heading[];
  /** Results of the job's `extract` rules and of earlier plug-ins. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Verdict of the filters before this one; absent if there are none. */
  readonly topic?: TopicVerdict;
}

/** What a plug-in gets beside the page. */
export interface PluginContext {
  /** The `options` of the plug-in in job.yaml. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Returns what it adds to the record of a page; `undefined` adds nothing. */
export type Analyse = (
  page: PluginPage,
  context: PluginContext,
) => Analysed | undefined | Promise<Analysed | undefined>;

/**
 * Fields, which replace fields of the same name. A `main` that is an object is no field: it replaces the page's main
 * content, also for later plug-ins. Its text and its Markdown have at most 400,000 characters each.
 */
export type Analysed =
  | Fields
  | { readonly main: MainContent; readonly [field: string]: FieldValue | MainContent };

/** At most 100 fields, and 100,000 characters as JSON. Names as for `extract`: letters, digits, `_` and `-`. */
export type Fields = Readonly<Record<string, FieldValue>>;

/** Judges whether a page is on topic. */
export type PluginFilter = (
  page: PluginPage,
  context: PluginContext,
) => PluginVerdict | Promise<PluginVerdict>;

/** A URL before its request. */
export interface PageAsked {
  readonly url: string;
  /** Links from the nearest seed. */
  readonly depth: number;
}

/** What of a plug-in is called for a page; the answer is checked. */
export type PluginFunction = (page: PluginPage, context: PluginContext) => unknown;

/** What a filter says of a page. */
export interface PluginVerdict {
  readonly relevant: boolean;
  /** How well the page fits, on a scale of the plug-in. */
  readonly score: number;
  /** Best class first. */
  readonly classes?: readonly {
    readonly id: string;
    /** Default: the score of the verdict. */
    readonly score?: number;
    /** From 0 to 1; default: 1 for the first class, 0 for the others. */
    readonly share?: number;
    /** Terms that speak for the class, strongest first. */
    readonly evidence?: readonly string[];
  }[];
}
