import { WinnowError } from '../domain/base/error.ts';
import type { ChangeLine, PageRecord } from '../domain/collection/record.ts';
import type { EmbeddedInstallation } from '../runtime/shared/installation.ts';
import { readUnread } from './read-unread.ts';

/** A change of the collection. (host, turn, ordinal) identifies it. */
export type Change = Omit<ChangeLine, 'v' | 'change' | 'record'> &
  ({ readonly kind: 'created' | 'updated'; readonly record: PageRecord } | { readonly kind: 'deleted' });

export interface RunOptions {
  /** The most pages that this run fetches, whatever their outcome. */
  readonly maxPages?: number;
  /** When it aborts, the running turns are finished, and the run ends; what was not read is read by the next run. */
  readonly signal?: AbortSignal;
}

/** The crawl stops this often for its reader: so much may lie unread in the change log at most. */
const slice = { forMs: 5_000, maxPages: 200 };

/** An open crawl. Its questions may be asked while it runs. */
export class Crawl {
  readonly #installation: EmbeddedInstallation;
  readonly #job: string;
  readonly #dataDir: string;
  #running = false;

  constructor(installation: EmbeddedInstallation, job: string, dataDir: string) {
    this.#installation = installation;
    this.#job = job;
    this.#dataDir = dataDir;
  }

  /**
   * Crawls until nothing is due, and yields the changes of the collection that no run has yielded before, in the order of the
   * change log. The crawl waits for its reader: it goes on when the changes so far are read. A change counts as read when the
   * next one is asked for; after a kill, the changes of one turn may be yielded again.
   * @throws WinnowError `usage` while another run of this crawl goes on, and for a signal that is aborted already; `full`
   */
  async *run({ maxPages = Number.POSITIVE_INFINITY, signal }: RunOptions = {}): AsyncGenerator<Change, void> {
    if (this.#running) throw new WinnowError('usage', 'this crawl has a run already: end that first');
    if (signal?.aborted) throw new WinnowError('usage', 'the signal of this run is aborted already');
    this.#running = true;
    try {
      yield* this.#unread(signal);
      for (let left = maxPages; left > 0 && !signal?.aborted; ) {
        const { end, progress } = await this.#installation.crawl(this.#job, {
          ...(signal === undefined ? {} : { signal }),
          forMs: slice.forMs,
          maxPages: Math.min(left, slice.maxPages),
        });
        left -= progress.pages;
        yield* this.#unread(signal);
        if (end !== 'time' && end !== 'pages') return;
      }
    } finally {
      this.#running = false;
    }
  }

  async *#unread(signal: AbortSignal | undefined): AsyncGenerator<Change, void> {
    for await (const line of readUnread(this.#installation.events, this.#job, this.#dataDir)) {
      if (signal?.aborted) return;
      const { v: _, change, record, ...rest } = JSON.parse(line) as ChangeLine;
      yield { ...rest, kind: change, ...(record === undefined ? {} : { record }) } as Change;
    }
  }

  /** Adds URLs as seeds; known URLs are not added again. The report names each that is refused, with the reason. */
  seed(urls: readonly string[]) {
    return this.#installation.seed(this.#job, urls);
  }

  /** The present state. Reads every host. */
  status() {
    return this.#installation.status(this.#job);
  }

  /** Everything that decides about a URL. Fetches nothing. */
  why(url: string) {
    return this.#installation.why(this.#job, url);
  }

  /** A record by MD5 or URL; undefined when there is none. */
  record(md5OrUrl: string) {
    return this.#installation.record(this.#job, md5OrUrl);
  }

  /** Records by MD5 ascending, at most `limit` (1 to 1,000); `cursor`: from the page before. */
  records(limit = 100, cursor?: string) {
    return this.#installation.records(this.#job, limit, cursor);
  }

  /** Every record as it is now, as change lines; the last line says from where later changes are replayed. */
  snapshot() {
    return this.#installation.events.snapshot(this.#job);
  }

  /** Makes all pages due again. @param reason for the log of commands */
  reharvest(reason = '') {
    return this.#installation.desk.control({ command: 'reharvest', job: this.#job, scope: {}, reason });
  }

  /** Fetches one page now, due or not, after waiting for its host. @throws WinnowError `usage`, `locked` */
  fetch(url: string, signal?: AbortSignal) {
    return this.#installation.fetchOne(this.#job, url, signal);
  }

  /** Releases the data directory. Idempotent; end a run first, by its signal or by `break`. */
  close(): Promise<void> {
    return this.#installation.close();
  }
}
