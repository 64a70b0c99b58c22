/** A page with a link to a target. */
export interface SourcePage {
  readonly url: string;
  /** Relevance of the page, 0 to 1; absent: nobody judged it. */
  readonly relevance?: number;
  /** The score of the page when it was chosen; absent: the stage did not choose it. */
  readonly score?: number;
}

/** What all links to a target say together: its link vector. */
export interface TargetLinks {
  /** Link instances. */
  readonly instances: number;
  /** Words of their anchor texts, in small letters. */
  readonly anchor: readonly string[];
  /** Words and ids of their content blocks. */
  readonly block: readonly string[];
  readonly blocks: readonly string[];
  readonly places: readonly string[];
  readonly languages: readonly string[];
  /** The best of theirs, 0 to 1. */
  readonly relevance?: number;
  readonly promise?: number;
  readonly fields?: Readonly<Record<string, number>>;
  /** The first of the pages with a link to it. */
  readonly sources: readonly SourcePage[];
}

/** A URL that waits; of control rules also a page that was loaded, or the site (by its landing page). */
export interface RuleSubject {
  readonly url: string;
  /** Links from the nearest seed. */
  readonly depth: number;
  /** Absent: nothing is known of the links to it; they stand on other sites, or were forgotten. */
  readonly links?: TargetLinks;
  /** Of a page: its own. */
  readonly relevance?: number;
  /** What passive rules said so far, by the name of the rule: its evaluations. */
  readonly said: Readonly<Record<string, number>>;
}

/** Loads, and relevant pages among them. */
interface Loads {
  readonly loads: number;
  readonly relevant: number;
}

/** The crawling context of a site in a stage, as rules see it. */
export interface CrawlView {
  readonly stage: string;
  readonly host: string;
  /** `targets`: those that are kept; `dry`: loads since the last relevant page. */
  readonly counts: Readonly<Record<'iterations' | 'loads' | 'relevant' | 'targets' | 'dry', number>>;
  /** What links of content blocks led to, by id. */
  readonly blocks: Readonly<Record<string, Loads>>;
  /** What links with a word led to. */
  readonly words: Readonly<Record<string, Loads>>;
  /** Pages that the present iteration has loaded. */
  readonly loaded: readonly { readonly url: string; readonly depth: number; readonly relevance?: number }[];
  /** All targets that the iteration looks at, at most 128, though a passive rule is asked about new ones only. */
  readonly targets: readonly RuleSubject[];
}

/** What a rule gets beside its subject. It is a copy: what a rule changes in it, nobody sees. */
export interface RuleContext {
  /** The `options` of the rule in job.yaml. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly crawl: CrawlView;
  /** Of a layer rule: the names of the layers, from the top. */
  readonly layers?: readonly string[];
}

type Answer<T> = T | undefined | Promise<T | undefined>;

/** The layer of a target; undefined: the next rule is asked. */
export type LayerOf = (target: RuleSubject, context: RuleContext) => Answer<string>;

/** What is added to the score of a target; undefined: nothing. */
export type ScoreOf = (target: RuleSubject, context: RuleContext) => Answer<number>;

/** Whether a control rule matches. */
export type ControlOf = (subject: RuleSubject, context: RuleContext) => Answer<boolean>;

/** Rules of a strategy, which a plug-in exports. */
export interface RuleFunctions {
  readonly layer?: LayerOf;
  readonly score?: ScoreOf;
  readonly control?: ControlOf;
}

/** What a rule is asked: about which subjects, in which context. */
export interface RuleQuestion extends Omit<RuleContext, 'options' | 'crawl'> {
  readonly crawl: CrawlView;
  /** Subjects that are no targets of the context: pages, the site. */
  readonly others?: readonly RuleSubject[];
  /** Positions among the targets of the context; absent: the others are asked about. */
  readonly asked?: readonly number[];
}

/** The subjects of a question. */
export function subjectsOf({ crawl, others = [], asked }: RuleQuestion): readonly RuleSubject[] {
  return asked === undefined ? others : asked.flatMap((at) => crawl.targets[at] ?? []);
}
