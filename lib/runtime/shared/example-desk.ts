import type { AddedExamples, NamedExamples } from '../../capabilities/examples/add-examples.ts';
import type { RoundBegun, RoundOptions } from '../../capabilities/examples/begin-round.ts';
import type { NearReport } from '../../capabilities/examples/find-near.ts';
import type { SiteGain } from '../../capabilities/examples/find-sites.ts';
import type { RulesReport } from '../../capabilities/examples/known-urls.ts';
import type { RuleMatches } from '../../capabilities/examples/rule-seeds.ts';
import type { ExampleLists } from '../../capabilities/examples/set/example-lists.ts';
import type { ExampleRule } from '../../capabilities/examples/set/example-rule.ts';
import type { InfoHub } from '../../capabilities/examples/set/info-hubs.ts';
import type { JobExamples } from '../../capabilities/examples/set/job-examples.ts';
import type { PureSite } from '../../capabilities/examples/set/pure-sites.ts';
import type { RoundFigures } from '../../capabilities/examples/set/round-figures.ts';
import type { Side } from '../../capabilities/examples/set/side.ts';
import type { SeedReport } from '../../pipeline/seeds/seed.ts';

/** What adding examples did, and which of them joined the seeds. */
export interface ExamplesAdded extends AddedExamples {
  readonly seeds: SeedReport;
}

/** What a rule does, or would do. */
export interface RuleReport extends RulesReport {
  readonly rule: ExampleRule;
  /** Nothing was changed. */
  readonly dryRun: boolean;
  readonly seeds?: SeedReport;
  /** Known URLs that it matches and that joined the seeds; absent for a rule that is `out`. */
  readonly matches?: RuleMatches;
}

/** What beginning a round did, and the figures of the rounds before. */
export interface RoundReport extends Omit<RoundBegun, 'set'> {
  readonly before: readonly RoundFigures[];
  readonly seeds: SeedReport;
  /** Known URLs that rules match and that joined the seeds; absent without a rule that is `in`. */
  readonly matches?: RuleMatches;
  /** Pending URLs that were ranked by the new topic. */
  readonly ranked: number;
}

/** What approving a site did. */
export interface SiteApproved extends SiteGain {
  readonly site: PureSite;
  readonly added: ExamplesAdded;
}

/** A job by examples: what people say of pages, and what is learnt of that; the same on one machine and on AWS. */
export interface ExampleDesk {
  /**
   * Adds pages as examples. Pages of URLs come from the collection, else they are fetched as politely as by a crawl. Those that
   * are `in` join the seeds; those that are `out` are not visited again.
   */
  add(job: string, named: NamedExamples, signal?: AbortSignal): Promise<ExamplesAdded>;
  /** @returns the sources that were examples */
  remove(job: string, sources: readonly string[]): Promise<readonly string[]>;
  /**
   * Forgets all examples, rules, answers and rounds, also those that are lost or damaged; models stay for other jobs.
   * @returns what was forgotten; undefined: it was lost before
   */
  clear(job: string): Promise<JobExamples | undefined>;
  /** What people have said of a job. */
  list(job: string): Promise<JobExamples>;
  /** What each rule matches among the URLs that the job knows. Reads every host. */
  rules(job: string): Promise<RulesReport>;
  /** Adds a rule at the end of the list, where it has its way, or says with `dryRun` what it would match. Reads every host. */
  addRule(job: string, rule: ExampleRule, options: { readonly dryRun: boolean }): Promise<RuleReport>;
  /** Notes what a person says of pages of the lists; the next round takes it in. @throws WinnowError `usage` for what is no URL */
  answer(job: string, side: Side, urls: readonly string[]): Promise<JobExamples>;
  /** What a person looks at between two rounds. Reads every host. @param most pages of each list */
  lists(job: string, most: number): Promise<ExampleLists>;
  /**
   * Begins a round: takes in the answers, learns a topic and puts it in force; stored pages are judged by it. Crawls nothing.
   * @throws WinnowError `usage` for a job without an example that is in
   */
  round(job: string, options: RoundOptions): Promise<RoundReport>;
  /** Pages near an example that may be examples too. Fetches titles as politely as a crawl. @throws WinnowError `usage` */
  near(job: string, url: string, most: number, signal?: AbortSignal): Promise<NearReport>;
  /** Pages that link to most accepted and relevant pages. Reads every host and the link log. */
  hubs(job: string, most: number): Promise<readonly InfoHub[]>;
  /** The hosts of which most is on topic. Reads every host. */
  sites(job: string, most: number): Promise<readonly PureSite[]>;
  /**
   * Makes the best pages of a site examples that are in, and says how well the topic is learnt before and after.
   * @throws WinnowError `not-found` for a host without such pages
   */
  approve(job: string, host: string, signal?: AbortSignal): Promise<SiteApproved>;
  /** The file of a model that a round has learnt, for other jobs. @throws WinnowError `not-found` */
  model(job: string, round?: number): Promise<Uint8Array>;
  /** @throws WinnowError `not-found` */
  removeRule(job: string, rule: ExampleRule): Promise<void>;
}
