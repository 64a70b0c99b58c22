import { defined } from '../base/defined.ts';
import type { CrawlOptions, CrawlReport } from '../runtime/shared/installation.ts';
import type { RunOptions } from './crawl.ts';

/** Begins a crawl of the job. */
type Begin = (options: CrawlOptions) => Promise<CrawlReport>;

/** Pages that a crawl fetches ahead of its reader before it stops for it. So much, and the running turns, may lie unread. */
const mostAhead = 500;
/** How long a crawl that is ahead begins no turn before it ends: the next one takes longer to begin than most readers to read. */
const holdMs = 2_000;

/**
 * Crawls a job while its changes are read. The crawl stops when the reader is far behind, and goes on when the reader has
 * caught up. Whoever leaves the generator ends the crawl: its running turns are finished first.
 * @param unread the lines of the change log that were not read yet; ends when there are no more now
 */
export async function* crawlAhead(
  begin: Begin,
  unread: () => AsyncIterable<string>,
  { maxPages = Number.POSITIVE_INFINITY, forever, signal }: RunOptions & { readonly signal: AbortSignal },
): AsyncGenerator<string, void> {
  yield* unread();
  for (let left = maxPages; left > 0 && !signal.aborted; ) {
    const crawl = openCrawl(begin, signal, defined({ maxPages: left, forever }));
    try {
      while (true) {
        // What was published before this moment is read below.
        const { isOver, pages } = crawl.now();
        yield* unread();
        crawl.caughtUp(pages);
        if (isOver) break;
        await crawl.moved(pages);
      }
      const { end, progress } = await crawl.report;
      left -= progress.pages;
      if (end === 'done' || end === 'paused') return;
    } finally {
      await crawl.stop();
    }
  }
}

/** A crawl in the background. */
function openCrawl(
  begin: Begin,
  signal: AbortSignal,
  bounds: { readonly maxPages?: number; readonly forever?: boolean },
) {
  const ahead = new AbortController();
  let pages = 0;
  let read = 0;
  let isOver = false;
  let wake = (): void => undefined;
  let hold: NodeJS.Timeout | undefined;
  const isAhead = (): boolean => pages - read >= mostAhead;
  const endIfAhead = (): void => {
    hold = undefined;
    if (isAhead()) ahead.abort();
  };
  const report = begin({
    ...bounds,
    apart: true,
    mayBegin: () => !isAhead(),
    signal: AbortSignal.any([signal, ahead.signal]),
    onTurn({ visits }) {
      pages += visits.length;
      if (isAhead()) hold ??= setTimeout(endIfAhead, holdMs);
      wake();
    },
  });
  const ended = (): void => {
    clearTimeout(hold);
    isOver = true;
    wake();
  };
  // Whoever awaits the report hears of its failure; a reader who has left is not interested.
  const over = report.then(ended, ended);
  return {
    report,
    now: () => ({ isOver, pages }),
    caughtUp(upTo: number): void {
      read = upTo;
    },
    /** Resolves when there may be more to read than at `pages`. */
    async moved(since: number): Promise<void> {
      if (isOver || pages > since) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    },
    async stop(): Promise<void> {
      ahead.abort();
      await over;
    },
  };
}
