import { defined } from '../base/defined.ts';
import { WinnowError } from '../base/error.ts';
import type { CrawlOptions, CrawlReport, EmbeddedInstallation } from '../runtime/shared/installation.ts';
import type { RunOptions } from './crawl.ts';
import { crawlAhead } from './crawl-ahead.ts';
import type { DataDirectory } from './data-directory.ts';
import type { OpenOptions } from './open-options.ts';
import { permitOf } from './page-steps.ts';
import { readUnread } from './read-unread.ts';
import { StoredCrawl } from './stored-crawl.ts';

/** A crawl in a data directory of this machine. */
export class LocalCrawl extends StoredCrawl<EmbeddedInstallation> {
  readonly directory: DataDirectory;
  readonly #options: OpenOptions;
  /** The crawl that a run has begun: it may go on while the reader of the run does something else. */
  #underWay: Promise<unknown> = Promise.resolve();
  /** Crawls and fetches that end when a step throws. */
  readonly #asking = new Set<AbortController>();

  constructor(directory: DataDirectory, name: string, options: OpenOptions = {}) {
    super(directory.installation, name);
    this.directory = directory;
    this.#options = options;
    const permit = permitOf(options.steps ?? []);
    if (permit === undefined) return;
    directory.installation.permitWith(name, async (page) => {
      try {
        return await permit(page);
      } catch (error) {
        for (const asking of this.#asking) asking.abort(error);
        return 'later';
      }
    });
  }

  /** Crawls without a reader: nothing waits for one, and the changes are left to the next run. */
  crawl(options: CrawlOptions): Promise<CrawlReport> {
    this.#requireWorker('crawl');
    const report = this.#untilBroken(options.signal, async (signal, broken) => {
      const { onTrouble } = this.#options;
      const made = await this.installation.crawl(this.name, {
        ...defined({ onTrouble }),
        ...options,
        signal,
      });
      broken.throwIfAborted();
      return made;
    });
    this.#underWay = report.catch(() => undefined);
    return report;
  }

  protected lines(options: RunOptions, signal: AbortSignal) {
    this.#requireWorker('run');
    const unread = () => readUnread(this.installation.events, this.name, this.directory.path);
    return crawlAhead((bounds) => this.crawl(bounds), unread, { ...options, signal });
  }

  override async fetch(url: string, signal?: AbortSignal) {
    this.#requireWorker('fetch');
    return await this.#untilBroken(signal, (either) => super.fetch(url, either));
  }

  #requireWorker(call: string): void {
    if (this.directory.isGuest)
      throw new WinnowError(
        'usage',
        `${call}: this crawl was opened as a guest, and another process fetches`,
      );
  }

  /** Does what asks the steps of this program; a step that throws ends it, with what it threw. */
  async #untilBroken<T>(
    signal: AbortSignal | undefined,
    work: (either: AbortSignal, broken: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const asking = new AbortController();
    this.#asking.add(asking);
    try {
      return await work(signal ? AbortSignal.any([signal, asking.signal]) : asking.signal, asking.signal);
    } catch (error) {
      asking.signal.throwIfAborted();
      throw error;
    } finally {
      this.#asking.delete(asking);
    }
  }

  protected async release(): Promise<void> {
    await this.#underWay;
    await this.directory.leave(this.name);
  }
}
