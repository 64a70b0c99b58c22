import type { FieldValue } from '../json.ts';

/** What a model is. */
export type ModelKind = 'svm' | 'bayes' | 'taxonomy' | 'clusters';

/** What a filter goes by. */
export type FilterKind = 'terms' | ModelKind | 'plugin';

/** Where in a document a term was found. */
export type TermPlace = 'title' | 'url' | 'metadata' | 'headings' | 'text';

/** What spoke for a class. */
export interface Evidence {
  /** A term as the topic definition has it, or a word of a model. */
  readonly term: string;
  /** Points that it brought, in all places together; of a model how much it speaks for the class. */
  readonly score: number;
  /** How often it was found, by place; of terms only. */
  readonly hits?: Readonly<Partial<Record<TermPlace, number>>>;
}

export interface ClassVerdict {
  readonly id: string;
  /** What the job's class file calls it. */
  readonly label?: string;
  /**
   * Points; of naive Bayes and taxonomies a log-probability, of a support vector machine a margin, of clusters how similar
   * the page is (1 - distance).
   */
  readonly score: number;
  /** Points for the length of the text; of terms only. */
  readonly relative?: number;
  /** Its part of the whole, from 0 to 1; of a model its probability. */
  readonly share: number;
  /** The strongest first. Of models for the best class only. */
  readonly evidence: readonly Evidence[];
  /** Of the best class in a taxonomy: the classes on the way down to it, and how likely the document is within each. */
  readonly path?: readonly { readonly id: string; readonly share: number }[];
}

/** What one filter says of a document, and why. */
export interface FilterVerdict {
  readonly relevant: boolean;
  /** The id of the filter. */
  readonly filter: string;
  readonly kind: FilterKind;
  /** Points of all classes together; of a model how well the good classes fit (`ModelVerdict`). */
  readonly score: number;
  /** Points for the length of the text; of terms only. */
  readonly relative?: number;
  /** The classes that count, the best first. Empty for a page that fits none: of clusters an unclassified one. */
  readonly classes: readonly ClassVerdict[];
  /** The links of a page that is not relevant are followed: it belongs to classes that are crawled only. */
  readonly crawlOnly?: true;
  /** The language of the page, as in ISO 639, where it is none of those that the filter is for: it looked at nothing else. */
  readonly otherLanguage?: string;
}

/** A filter that was asked, in short. */
export interface AskedFilter extends Pick<FilterVerdict, 'filter' | 'score'> {
  readonly relevant: boolean;
}

/** What the chain of filters says of a document: the word of the filter that decided, and who else was asked. */
export interface TopicVerdict extends FilterVerdict {
  /** All filters that were asked, in the order in which they were; absent when it was one. */
  readonly chain?: readonly AskedFilter[];
  /** The pattern of `sitesOk` that decided, whatever the score. */
  readonly site?: string;
}

/** What a topic adds to the content of a page. */
export interface TopicFields {
  /** Verdict of the job's topic; absent if the job has no topic. */
  readonly topic?: TopicVerdict & {
    /** Present if the page was judged after its fetch, by a changed topic: epoch ms, and the version of the topic. */
    readonly judged?: { readonly at: number; readonly by: string };
  };
}

/** What plug-ins said of a page, and which of them failed. */
export interface PluginsSaid {
  /** What is known of the page with what the analysers found. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** The filters among them that answered, in the order in which they were asked. */
  readonly filters: readonly FilterVerdict[];
  /** `id: why` */
  readonly failures: readonly string[];
}

/** What came of judging a page. */
export type JudgeResult =
  | {
      readonly kind: 'judged';
      readonly verdict: TopicVerdict;
      readonly plugins?: PluginsSaid;
      /** Of the links that were to be scored; absent: none were. */
      readonly scores?: readonly (number | undefined)[];
    }
  /** Plug-ins have yet to be asked, which are not run here. */
  | { readonly kind: 'open'; readonly verdict: TopicVerdict }
  /** The filter itself failed, or a plug-in that the verdict hangs on. */
  | { readonly kind: 'unreadable'; readonly detail: string; readonly plugins?: PluginsSaid };
