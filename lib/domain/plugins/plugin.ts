import type { FieldValue, Heading, PageContent } from '../collection/record.ts';
import type { TopicVerdict } from '../topic/topic-verdict.ts';

/**
 * What a plug-in is: an ES module, JavaScript or TypeScript whose types can be stripped, that a job names and that
 * exports `analyse`, `filter` or both. It runs in a thread beside the crawler, with the crawler's rights, one page at a
 * time; a call that takes longer than its deadline ends with its thread, so nothing that it holds in memory is sure to
 * stay. Every page may come twice: the same page should give the same answer.
 */
export interface Plugin {
  readonly analyse?: Analyse;
  readonly filter?: PluginFilter;
}

/** A page as plug-ins see it. Theirs to read only. */
export interface PluginPage
  extends Pick<
    PageContent,
    'mediaType' | 'charset' | 'title' | 'metadata' | 'text' | 'links' | 'canonical' | 'language' | 'md5'
  > {
  /** The URL that it was fetched by. */
  readonly url: string;
  readonly headings: readonly Heading[];
  /** What the job's `extract` rules found, and analysers before this one. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** What the filters before this one say of it; absent when there are none. */
  readonly topic?: TopicVerdict;
}

export interface PluginContext {
  /** The `options` that stand beside the plug-in in job.yaml. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Fields for the record of a page; those of the same name are replaced. Nothing (`undefined`) adds none. */
export type Analyse = (
  page: PluginPage,
  context: PluginContext,
) => Fields | undefined | Promise<Fields | undefined>;

/** At most 100, 100,000 characters as JSON. Names are those that `extract` allows: letters, digits, `_` and `-`. */
export type Fields = Readonly<Record<string, FieldValue>>;

/** Whether a page is on topic. */
export type PluginFilter = (
  page: PluginPage,
  context: PluginContext,
) => PluginVerdict | Promise<PluginVerdict>;

export interface PluginVerdict {
  readonly relevant: boolean;
  /** How well the page fits, on whatever scale. */
  readonly score: number;
  /** The best first. */
  readonly classes?: readonly {
    readonly id: string;
    /** By default that of the verdict. */
    readonly score?: number;
    /** From 0 to 1; by default 1 for the first class and 0 for the others. */
    readonly share?: number;
    /** What spoke for it, the strongest first. */
    readonly evidence?: readonly string[];
  }[];
}
