import { defined } from '../base/defined.ts';
import { WinnowError } from '../base/error.ts';
import type { ChangeLine, SnapshotEnd } from '../domain/collection/record.ts';
import { ask, dataOf, type Requester } from '../operations/ask.ts';
import { loadOperation } from '../operations/everywhere.ts';
import { operations } from '../operations/operations.ts';
import { type AnswerOf, type OperationName, order } from '../operations/order.ts';
import type { HeldScope, Installation } from '../runtime/shared/installation.ts';
import type { Change, Crawl, ReharvestOptions, RunOptions } from './crawl.ts';
import { type CrawlExamples, crawlExamples } from './crawl-examples.ts';

type Snapshot = ChangeLine | SnapshotEnd;

/** Who asks, for the log of commands. */
const asker = { by: 'a program', reason: '' };

/** The questions to a crawl, the same wherever it is stored; and the rule that it has one run at a time. */
export abstract class StoredCrawl<I extends Installation = Installation> implements Crawl {
  readonly name: string;
  readonly examples: CrawlExamples;
  /** Beside what a program may ask: what the command line asks for. */
  readonly installation: I;
  readonly #closing = new AbortController();
  #isRunning = false;

  constructor(installation: I, name: string) {
    this.installation = installation;
    this.name = name;
    this.examples = crawlExamples((asked, input, more) => this.#order(asked, input, more));
  }

  /** Lines of the change log. A run that is left, by `return` too, ends what it began. */
  protected abstract lines(options: RunOptions, signal: AbortSignal): AsyncGenerator<string, void>;

  async *run(options: RunOptions = {}): AsyncGenerator<Change, void> {
    const { signal } = options;
    if (this.#closing.signal.aborted) throw new WinnowError('usage', 'this crawl is closed');
    if (this.#isRunning) throw new WinnowError('usage', 'this crawl has a run already: end that first');
    if (signal?.aborted) throw new WinnowError('usage', 'the signal of this run is aborted already');
    this.#isRunning = true;
    const either =
      signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
    try {
      for await (const line of this.lines(options, either)) {
        yield changeOf(line);
        if (either.aborted) return;
      }
    } finally {
      this.#isRunning = false;
    }
  }

  async ask(name: string, input: Readonly<Record<string, unknown>> = {}) {
    const named = await loadOperation(operations, name);
    if (named === undefined) throw new WinnowError('usage', `ask: there is no operation ${name}`);
    const job = named.operation.about === 'installation' ? {} : { job: this.name };
    return dataOf(await ask(named, this.installation.place, { ...job, ...input }, asker));
  }

  seed(urls: readonly string[]) {
    return this.installation.seed(this.name, urls);
  }

  freeHeld(scope?: HeldScope) {
    return this.installation.freeHeld(this.name, scope);
  }

  status() {
    return this.#order('status');
  }

  why(url: string) {
    return this.#order('why', { url });
  }

  async record(md5OrUrl: string) {
    return await this.#order('record', { record: md5OrUrl }).catch(async (error: unknown) => {
      if (!(error instanceof WinnowError && error.code === 'not-found')) throw error;
      await this.installation.job(this.name);
      return undefined;
    });
  }

  records(limit = 100, cursor?: string) {
    return this.#order('records', { limit, ...defined({ cursor }) });
  }

  async *snapshot() {
    const rows = (await this.ask('snapshot')) as AsyncIterable<Snapshot | { readonly said: object }>;
    for await (const row of rows) if (!('said' in row)) yield row;
  }

  async reharvest(asked: ReharvestOptions = {}) {
    return await this.#order('reharvest', { all: true, ...asked });
  }

  fetch(url: string, signal?: AbortSignal) {
    return this.#order('fetch', { url }, defined({ signal }));
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    await this.release();
  }

  #order<N extends OperationName>(
    name: N,
    raw: object = {},
    more: Omit<Requester, 'by' | 'reason'> = {},
  ): Promise<AnswerOf<N>> {
    return order(name, this.installation.place, { job: this.name, ...raw }, { ...asker, ...more });
  }

  protected abstract release(): Promise<void>;
}

function changeOf(line: string): Change {
  const { v: _, change, record, ...rest } = JSON.parse(line) as ChangeLine;
  return { ...rest, kind: change, ...(record === undefined ? {} : { record }) } as Change;
}
