import { basename, dirname, relative } from 'node:path';
import { requireContact } from '../../../lib/config/job/contact.ts';
import { jobFileName, type LoadedJob } from '../../../lib/config/job/load-job.ts';
import type { CrawlReport } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { type Proposal, renderCrawlReport } from '../../render/crawl/crawl.ts';
import { renderCheck } from '../../render/look/doctor.ts';
import type { LocalTarget } from '../base/context.ts';
import { mustHaveAnswered, mustHaveSeeds, withWorker } from './crawl-hindrances.ts';
import { progressLine } from './progress-line.ts';
import { takeSeeds } from './take-seeds.ts';
import { countingTurns, watchCrawl } from './watch-crawl.ts';

/** What bounds one run of a crawl, as the command line gives it. */
export interface CrawlLimits {
  /** Milliseconds. */
  readonly for?: number;
  readonly maxPages?: number;
  /** Serves the report of the crawl while it runs, at `port` when it is given. */
  readonly watch?: boolean;
  readonly port?: number;
  readonly json?: boolean;
}

/** What differs when the job is not a user's own. */
export interface CrawlExtras {
  /** What to try next, beside the usual. */
  readonly proposals?: readonly Proposal[];
  /** Done after the seeds were taken in, before the crawl. */
  readonly prepare?: (target: LocalTarget) => Promise<void>;
}

/** What is said when a crawl is told to stop. */
export const interruptedText =
  'finishing the turns that have begun; again Ctrl-C stops at once, nothing committed is lost';

/** Crawls a job on this machine until it is done, and says what came of it. */
export async function crawlLocally(
  loaded: LoadedJob,
  limits: CrawlLimits,
  io: Io,
  { proposals = [], prepare }: CrawlExtras = {},
): Promise<void> {
  const { settings } = loaded;
  requireContact(settings);
  const report = await withWorker(loaded, io, async ({ installation, job }) => {
    await takeSeeds({ installation, job }, settings.seeds, io);
    await prepare?.({ installation, job });
    for (const check of await installation.startChecks(job)) io.err(renderCheck(check));
    await mustHaveSeeds({ installation, job }, loaded);
    const turns = countingTurns();
    const watched =
      limits.watch === true ? await watchCrawl({ installation, job }, turns, io, limits.port) : undefined;
    const progress = progressLine(io);
    const signal = io.interrupted();
    signal.addEventListener('abort', () => progress.say(interruptedText), { once: true });
    try {
      return await installation.crawl(job, {
        signal,
        onProgress: progress.show,
        onTurn: turns.add,
        onError: (host, error) =>
          progress.say(
            `the turn of ${host} broke and is run again: ${error instanceof Error ? error.message : error}`,
          ),
        onLost: ({ what, error }) =>
          progress.say(`a count was lost (${what}): ${error instanceof Error ? error.message : error}`),
        onJobError: ({ job, work, error }) =>
          progress.say(
            `job ${job}: ${work} broke off, the rest goes on: ${error instanceof Error ? error.message : error}`,
          ),
        ...(limits.for === undefined ? {} : { forMs: limits.for }),
        ...(limits.maxPages === undefined ? {} : { maxPages: limits.maxPages }),
      });
    } finally {
      progress.end();
      await watched?.close();
    }
  });
  if (limits.json === true) io.out(json(report));
  else io.out(renderCrawlReport(report, Date.now(), [...propose(report, loaded, io.program), ...proposals]));
  mustHaveAnswered(report, settings.seeds);
}

/** Command lines that make sense after this crawl. */
export function propose(report: CrawlReport, { file }: LoadedJob, program: string): readonly Proposal[] {
  const target = jobArgument(file);
  const proposals: Proposal[] = [];
  const propose = (verb: string, purpose: string): void => {
    proposals.push({ line: `${program} ${verb}${target}`, purpose });
  };
  if (report.end === 'paused') {
    propose(report.status.state === 'stopped' ? 'open' : 'continue', 'lets it go on');
  }
  if (report.end !== 'done') propose('crawl', 'goes on where this one ended');
  if (report.status.records !== 0) propose('records', 'lists the collection');
  propose('report', 'writes how it went as a page');
  propose('status', 'says how the crawl stands');
  propose('why URL', 'says what becomes of a URL');
  return proposals;
}

/** How a job file is named on the command line, from where we are. */
function jobArgument(file: string): string {
  const path = basename(file) === jobFileName ? dirname(file) : file;
  const near = relative('.', path);
  if (near === '') return '';
  return ` --job ${near.startsWith('..') ? path : near}`;
}
