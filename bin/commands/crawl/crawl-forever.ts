import { setTimeout as sleep } from 'node:timers/promises';
import { requireContact } from '../../../lib/config/job/contact.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { isOutage } from '../../../lib/domain/base/error.ts';
import type { CrawlReport, EmbeddedInstallation } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { formatDuration } from '../../render/base/quantity.ts';
import { renderCrawlReport } from '../../render/crawl/crawl.ts';
import { renderCheck } from '../../render/look/doctor.ts';
import { openLocal, storeJob } from '../base/context.ts';
import { type CrawlLimits, interruptedText, propose } from './crawl-locally.ts';
import { progressLine } from './progress-line.ts';
import { reloadWhenChanged } from './reload-job.ts';
import { takeSeeds } from './take-seeds.ts';
import { countingTurns, watchCrawl } from './watch-crawl.ts';

/** Between two lines of progress in a log. */
const progressEveryMs = 600_000;
/** Between two tries when the disk is full or gone: doubled from the first to the last. */
const firstRetryMs = 5_000;
const lastRetryMs = 300_000;

export interface ForeverOptions extends Pick<CrawlLimits, 'port' | 'json'> {
  /** Opens the installation of a job as its only worker. For simulations, which have a clock of their own. */
  readonly open?: (loaded: LoadedJob) => Promise<EmbeddedInstallation>;
}

/**
 * Crawls a job on this machine until somebody stops it: goes on through revisits, pauses and settings that change, serves its
 * report and metrics on loopback, and waits while the disk is full. What is wrong at the start ends it at once.
 */
export async function crawlForever(first: LoadedJob, options: ForeverOptions, io: Io): Promise<void> {
  const signal = io.interrupted();
  signal.addEventListener('abort', () => io.err(`${interruptedText}\n`), { once: true });
  let loaded = first;
  let hasBegun = false;
  for (let waitMs = firstRetryMs; ; waitMs = Math.min(2 * waitMs, lastRetryMs)) {
    try {
      const report = await crawlOn(loaded, options, { io, signal }, () => {
        hasBegun = true;
        waitMs = firstRetryMs;
      });
      if (options.json === true) io.out(json(report));
      else io.out(renderCrawlReport(report, Date.now(), propose(report, loaded, io.program)));
      return;
    } catch (error) {
      if (!hasBegun || signal.aborted || !isOutage(error)) throw error;
      io.err(
        `${error.message}; nothing that was committed is lost, the next try is in ${formatDuration(waitMs)}\n`,
      );
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    loaded = readAgain(loaded, io);
  }
}

/** The job as its files say now, or as they said before where they are wrong. */
function readAgain(before: LoadedJob, io: Io): LoadedJob {
  try {
    const { file } = before;
    const now = loadJob(file);
    requireContact(now.settings);
    return now;
  } catch (error) {
    io.err(`${error instanceof Error ? error.message : error}\nthe settings before stay in force\n`);
    return before;
  }
}

interface Surroundings {
  readonly io: Io;
  readonly signal: AbortSignal;
}

/** One crawl, until it is stopped or nothing can be stored any more. @param begun called when the first turn has ended */
async function crawlOn(
  loaded: LoadedJob,
  { port, open = (job) => openLocal(job, 'worker') }: ForeverOptions,
  { io, signal }: Surroundings,
  begun: () => void,
): Promise<CrawlReport> {
  const { settings } = loaded;
  requireContact(settings);
  const installation = await open(loaded);
  const ends: (() => Promise<void>)[] = [() => installation.close()];
  try {
    const { name: job } = await storeJob(installation, loaded);
    const target = { installation, job };
    await installation.denyHosts(settings.deny);
    await takeSeeds(target, settings.seeds, io);
    for (const check of await installation.startChecks(job)) io.err(renderCheck(check));
    const turns = countingTurns();
    const server = await watchCrawl(target, turns, io, port);
    ends.unshift(() => server.close());
    const files = reloadWhenChanged(loaded, target, io);
    ends.unshift(() => files.close());
    const progress = progressLine(io, progressEveryMs);
    ends.unshift(async () => progress.end());
    return await installation.crawl(job, {
      signal,
      forever: true,
      onProgress: progress.show,
      onTurn: (report) => {
        begun();
        turns.add(report);
      },
      onError: (host, error) =>
        progress.say(
          `the turn of ${host} broke and is run again: ${error instanceof Error ? error.message : error}`,
        ),
    });
  } finally {
    for (const end of ends) await end().catch((error: unknown) => io.err(`${String(error)}\n`));
  }
}
