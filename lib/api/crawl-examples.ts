import { defined } from '../base/defined.ts';
import type { ExampleRule } from '../capabilities/examples/set/example-rule.ts';
import type { Side } from '../capabilities/examples/set/side.ts';
import type { Requester } from '../operations/ask.ts';
import type { AnswerOf, OperationName } from '../operations/order.ts';

type Told<N extends OperationName> = Promise<AnswerOf<N>>;

/** What people say of a crawl by examples; errors and results are those of `winnow examples`. */
export interface CrawlExamples {
  /** Adds pages as examples: they are read from the collection, or fetched as politely as by a crawl. */
  add(side: Side, urls: readonly string[], signal?: AbortSignal): Told<'examples-add'>;
  /** @returns the URLs that were examples */
  remove(urls: readonly string[]): Promise<readonly string[]>;
  /** Forgets all of it, also what is lost or damaged. @returns what was forgotten; null: it was lost before */
  clear(): Promise<AnswerOf<'examples-clear'>['cleared']>;
  /** All examples, rules, answers and rounds. */
  list(): Told<'examples-list'>;
  /** Adds a rule, or with `dryRun` says what it would match. @throws WinnowError `usage` for what is no such rule */
  rule(rule: ExampleRule, options?: { readonly dryRun?: boolean }): Told<'examples-rule'>;
  /** What to look at between two rounds. @param most pages of each list */
  lists(most?: number): Told<'examples-lists'>;
  accept(urls: readonly string[]): Told<'examples-accept'>;
  reject(urls: readonly string[]): Told<'examples-reject'>;
  /** Takes in the answers and learns the topic anew; the next run goes on with it. */
  round(options?: { readonly learner?: string; readonly signal?: AbortSignal }): Told<'examples-round'>;
  /** The file of the model that the last round, or another one, has learnt. */
  model(round?: number): Promise<Uint8Array>;
  near(url: string, most?: number, signal?: AbortSignal): Told<'examples-near'>;
  hubs(most?: number): Promise<AnswerOf<'examples-hubs'>['hubs']>;
  sites(most?: number): Promise<AnswerOf<'examples-sites'>['sites']>;
  approve(host: string, signal?: AbortSignal): Told<'examples-approve'>;
}

/** Asks for an operation of a job. */
export type OrderOf = <N extends OperationName>(
  name: N,
  input?: object,
  more?: Omit<Requester, 'by' | 'reason'>,
) => Promise<AnswerOf<N>>;

export function crawlExamples(order: OrderOf): CrawlExamples {
  return {
    add: (side, urls, signal) =>
      order('examples-add', { pages: urls, out: side === 'out' }, defined({ signal })),
    remove: async (pages) => (await order('examples-remove', { pages })).removed,
    clear: async () => (await order('examples-clear')).cleared,
    list: () => order('examples-list'),
    rule: (rule, { dryRun = false } = {}) => order('examples-rule', { ...rule, dryRun }),
    lists: (most) => order('examples-lists', defined({ top: most })),
    accept: (urls) => order('examples-accept', { urls }),
    reject: (urls) => order('examples-reject', { urls }),
    round: ({ signal, ...options } = {}) => order('examples-round', options, defined({ signal })),
    async model(round) {
      const parts: Uint8Array[] = [];
      const put = (name: string, pieces: Iterable<string | Uint8Array>) => {
        for (const piece of pieces) parts.push(Buffer.from(piece as Uint8Array));
        return name;
      };
      await order('examples-model', defined({ round }), { put });
      return Buffer.concat(parts);
    },
    near: (url, most, signal) =>
      order('examples-near', { url, ...defined({ top: most }) }, defined({ signal })),
    hubs: async (most) => (await order('examples-hubs', defined({ top: most }))).hubs,
    sites: async (most) => (await order('examples-sites', defined({ top: most }))).sites,
    approve: (host, signal) => order('examples-approve', { host }, defined({ signal })),
  };
}
