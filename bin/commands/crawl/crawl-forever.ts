import { setTimeout as sleep } from 'node:timers/promises';
import type { EnterOptions } from '../../../lib/api/open-local.ts';
import { defined } from '../../../lib/base/defined.ts';
import { isOutage } from '../../../lib/base/error.ts';
import { formatDuration } from '../../../lib/base/quantity.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { requireContact } from '../../../lib/domain/settings/contact.ts';
import type { Io } from '../../io.ts';
import { openLocal, targetOf } from '../base/context.ts';
import { askForCrawl, type CrawlLimits, type Printing } from './crawl-locally.ts';
import { openProgressLine } from './progress-line.ts';
import { reloadWhenChanged } from './reload-job.ts';
import { openTurnCounter, watchCrawl } from './watch-crawl.ts';

/** Time between two lines of progress in a log. */
const progressEveryMs = 600_000;
/** Waits between two tries while the disk is full or absent: each is twice the previous wait, up to the last. */
const firstRetryMs = 5_000;
const lastRetryMs = 300_000;

export interface ForeverOptions extends Omit<CrawlLimits, 'for' | 'maxPages' | 'watch'> {
  /** The clock of a simulation. */
  readonly clock?: EnterOptions['clock'];
}

/**
 * Crawls a job on this machine until the user interrupts: continues through revisits, pauses and changed settings, serves
 * report and metrics on loopback, and waits while the disk is full. An error before the first turn has ended is thrown at once.
 */
export async function crawlForever(
  first: LoadedJob,
  options: ForeverOptions,
  printing: Printing,
): Promise<void> {
  const { io } = printing;
  const signal = io.interrupted();
  let loaded = first;
  let hasBegun = false;
  for (let waitMs = firstRetryMs; ; waitMs = Math.min(2 * waitMs, lastRetryMs)) {
    try {
      const held = options.held === true && !hasBegun;
      return await crawlUntilFailure(loaded, { ...options, held }, { ...printing, signal }, () => {
        hasBegun = true;
        waitMs = firstRetryMs;
      });
    } catch (error) {
      if (!hasBegun || signal.aborted || !isOutage(error)) throw error;
      io.err(
        `${error.message}; nothing that was committed is lost, the next try is in ${formatDuration(waitMs)}\n`,
      );
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    loaded = reloadJob(loaded, io);
  }
}

/** Returns the job as its files describe it now, or the previous job if the files have a fault. */
function reloadJob(before: LoadedJob, io: Io): LoadedJob {
  try {
    const { file } = before;
    const now = loadJob(file);
    requireContact(now.settings);
    return now;
  } catch (error) {
    io.err(`${error instanceof Error ? error.message : error}\nthe previous settings stay in force\n`);
    return before;
  }
}

/** Crawls until the user interrupts, or throws when nothing can be stored any more. @param onTurnEnd called whenever a turn has ended */
async function crawlUntilFailure(
  loaded: LoadedJob,
  options: ForeverOptions,
  printing: Printing & { readonly signal: AbortSignal },
  onTurnEnd: () => void,
): Promise<void> {
  requireContact(loaded.settings);
  const { io } = printing;
  const progress = openProgressLine(io, progressEveryMs);
  const crawl = await openLocal(loaded, defined({ clock: options.clock }));
  const ends: (() => Promise<void>)[] = [() => crawl.close()];
  try {
    const target = targetOf(crawl, loaded);
    const turns = openTurnCounter();
    const server = await watchCrawl(target, turns, io, options.port);
    ends.unshift(() => server.close());
    const files = reloadWhenChanged(loaded, target, io);
    ends.unshift(() => files.close());
    await askForCrawl(
      target,
      loaded,
      { ...options, forever: true },
      {
        ...printing,
        progress,
        onTurn(report) {
          onTurnEnd();
          turns.add(report);
        },
      },
    );
  } finally {
    for (const end of ends) await end().catch((error: unknown) => io.err(`${String(error)}\n`));
  }
}
