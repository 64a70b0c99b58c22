import { WinnowError } from '../base/error.ts';
import { type ExampleRule, type RuleKind, readRule } from '../capabilities/examples/set/example-rule.ts';
import type { Side } from '../capabilities/examples/set/side.ts';
import type { Installation } from '../runtime/shared/installation.ts';

/** What people say of a crawl by examples; errors and results are those of `winnow examples`. */
export interface CrawlExamples {
  /** Adds pages as examples: they are read from the collection, or fetched as politely as by a crawl. */
  add(side: Side, urls: readonly string[], signal?: AbortSignal): ReturnType<Desk['add']>;
  remove(urls: readonly string[]): ReturnType<Desk['remove']>;
  /** Forgets all of it, also what is lost or damaged. */
  clear(): ReturnType<Desk['clear']>;
  /** All examples, rules, answers and rounds. */
  list(): ReturnType<Desk['list']>;
  /** Adds a rule, or with `dryRun` says what it would match. @throws WinnowError `usage` for what is no such rule */
  rule(rule: ExampleRule, options?: { readonly dryRun?: boolean }): ReturnType<Desk['addRule']>;
  /** What to look at between two rounds. @param most pages of each list */
  lists(most?: number): ReturnType<Desk['lists']>;
  accept(urls: readonly string[]): ReturnType<Desk['answer']>;
  reject(urls: readonly string[]): ReturnType<Desk['answer']>;
  /** Takes in the answers and learns the topic anew; the next run goes on with it. */
  round(options?: { readonly learner?: string; readonly signal?: AbortSignal }): ReturnType<Desk['round']>;
  /** The file of the model that the last round, or another one, has learnt. */
  model(round?: number): ReturnType<Desk['model']>;
  near(url: string, most?: number, signal?: AbortSignal): ReturnType<Desk['near']>;
  hubs(most?: number): ReturnType<Desk['hubs']>;
  sites(most?: number): ReturnType<Desk['sites']>;
  approve(host: string, signal?: AbortSignal): ReturnType<Desk['approve']>;
}

type Desk = Installation['examples'];

const usual = 10;

export function crawlExamples({ examples }: Pick<Installation, 'examples'>, job: string): CrawlExamples {
  return {
    add: (side, urls, signal) => examples.add(job, { side, origin: 'named', urls }, signal),
    remove: (urls) => examples.remove(job, urls),
    clear: () => examples.clear(job),
    list: () => examples.list(job),
    async rule(written, { dryRun = false } = {}) {
      return await examples.addRule(job, checked(written), { dryRun });
    },
    lists: (most = usual) => examples.lists(job, most),
    accept: (urls) => examples.answer(job, 'in', urls),
    reject: (urls) => examples.answer(job, 'out', urls),
    round: (options = {}) => examples.round(job, options),
    model: (round) => examples.model(job, round),
    near: (url, most = usual, signal) => examples.near(job, url, most, signal),
    hubs: (most = usual) => examples.hubs(job, most),
    sites: (most = usual) => examples.sites(job, most),
    approve: (host, signal) => examples.approve(job, host, signal),
  };
}

function checked({ side, kind, text }: { side: Side; kind: RuleKind; text: string }): ExampleRule {
  const read = readRule(side, kind, text);
  if ('problem' in read) throw new WinnowError('usage', read.problem);
  return read.rule;
}
