import { basename, dirname, relative } from 'node:path';
import { defined } from '../../../lib/base/defined.ts';
import { jobFileName } from '../../../lib/config/job/file-names.ts';
import type { LoadedJob } from '../../../lib/config/job/load-job.ts';
import { requireContact } from '../../../lib/domain/settings/contact.ts';
import type { CrawlReport } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { shellWord } from '../../render/base/shell-word.ts';
import { type Proposal, renderCrawlReport } from '../../render/crawl/crawl.ts';
import { renderCheck } from '../../render/look/doctor.ts';
import type { LocalTarget } from '../base/context.ts';
import { openAdvice } from './advise.ts';
import { requireAnswer, requireSeeds, withWorker } from './crawl-checks.ts';
import { freeHeld, type HeldOptions } from './free-held.ts';
import { openProgressLine } from './progress-line.ts';
import { takeSeeds } from './take-seeds.ts';
import { openTurnCounter, watchCrawl } from './watch-crawl.ts';

/** Limits of one run of a crawl, from the command line. */
export interface CrawlLimits extends HeldOptions {
  /** Longest time in milliseconds in which turns are started. */
  readonly for?: number;
  readonly maxPages?: number;
  /** Serve the report while the crawl runs, at `port` if given. */
  readonly watch?: boolean;
  readonly port?: number;
  readonly json?: boolean;
}

/** Additions for a job that is not the user's, such as the example. */
export interface CrawlExtras {
  /** Command lines to propose after the crawl, beside the usual ones. */
  readonly proposals?: readonly Proposal[];
  /** Called after the seeds were added and before the crawl. */
  readonly prepare?: (target: LocalTarget) => Promise<void>;
}

/** Printed at the first Ctrl-C. */
export const interruptedText =
  'finishing the running turns; Ctrl-C again stops at once, and nothing committed is lost';

/** Crawls a job on this machine until nothing more is due, and prints a report. */
export async function crawlLocally(
  loaded: LoadedJob,
  limits: CrawlLimits,
  io: Io,
  { proposals = [], prepare }: CrawlExtras = {},
): Promise<void> {
  const { settings } = loaded;
  requireContact(settings);
  const progress = openProgressLine(io);
  const report = await withWorker(loaded, { io, onTrouble: progress.say }, async (target) => {
    await takeSeeds(target, settings.seeds, io);
    await prepare?.(target);
    await freeHeld(target, limits, io);
    const { crawl, installation, job } = target;
    for (const check of await installation.startChecks(job)) io.err(renderCheck(check));
    await requireSeeds(target, loaded);
    const turns = openTurnCounter();
    const watched = limits.watch === true ? await watchCrawl(target, turns, io, limits.port) : undefined;
    const advise = openAdvice(io, progress.say);
    const signal = io.interrupted();
    signal.addEventListener('abort', () => progress.say(interruptedText), { once: true });
    try {
      return await crawl.crawl({
        signal,
        onProgress: progress.show,
        onTurn: (report) => {
          turns.add(report);
          advise(report);
        },
        ...defined({ forMs: limits.for, maxPages: limits.maxPages }),
      });
    } finally {
      progress.end();
      await watched?.close();
    }
  });
  if (limits.json === true) io.out(json(report));
  else
    io.out(
      renderCrawlReport(report, Date.now(), [...proposeCommands(report, loaded, io.program), ...proposals]),
    );
  requireAnswer(report, settings.seeds);
}

/** Returns command lines to propose after this crawl. */
export function proposeCommands(
  report: CrawlReport,
  { file }: LoadedJob,
  program: string,
): readonly Proposal[] {
  const target = formatJobArgument(file);
  const proposals: Proposal[] = [];
  const add = (verb: string, purpose: string): void => {
    proposals.push({ line: `${program} ${verb}${target}`, purpose });
  };
  if (report.end === 'paused') {
    add(report.status.state === 'stopped' ? 'open' : 'continue', 'resumes the crawl');
  }
  if (report.end !== 'done') add('crawl', 'continues where this crawl ended');
  if (report.status.records !== 0) add('records', 'lists the collection');
  add('report', 'writes a report as an HTML page');
  add('status', 'shows the state of the crawl');
  add('why URL', 'explains what happens to a URL');
  return proposals;
}

/** Returns the `--job` argument for a job file, relative to the current directory; empty for the current directory. */
function formatJobArgument(file: string): string {
  const path = basename(file) === jobFileName ? dirname(file) : file;
  const near = relative('.', path);
  if (near === '') return '';
  return ` --job ${shellWord(near.startsWith('..') ? path : near)}`;
}
