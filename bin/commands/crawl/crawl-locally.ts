import { basename, dirname, relative } from 'node:path';
import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { jobFileName } from '../../../lib/config/job/file-names.ts';
import type { LoadedJob } from '../../../lib/config/job/load-job.ts';
import { requireContact } from '../../../lib/domain/settings/contact.ts';
import { ask } from '../../../lib/operations/ask.ts';
import { operations } from '../../../lib/operations/operations.ts';
import type { Operation } from '../../../lib/pipeline/operation/operation.ts';
import type { Said } from '../../../lib/pipeline/operation/said.ts';
import type { Check, CrawlProgress, TurnReport } from '../../../lib/runtime/shared/installation.ts';
import type { ExitCode, Io } from '../../io.ts';
import { shellWord } from '../../render/base/shell-word.ts';
import { renderCheck } from '../../render/look/doctor.ts';
import { type LocalTarget, withLocal } from '../base/context.ts';
import { print } from '../base/print-answer.ts';
import { requestHead } from '../base/request-options.ts';
import { openProgressLine, type ProgressLine } from './progress-line.ts';
import { takeSeeds } from './take-seeds.ts';
import { openTurnCounter, watchCrawl } from './watch-crawl.ts';

/** Limits of one run of a crawl, from the command line. */
export interface CrawlLimits {
  /** Longest time in milliseconds in which turns are started. */
  readonly for?: number;
  readonly maxPages?: number;
  /** What is fetched although it is held. */
  readonly held?: boolean;
  readonly host?: string;
  readonly region?: string;
  /** Serve the report while the crawl runs, at `port` if given. */
  readonly watch?: boolean;
  readonly port?: number;
  readonly json?: boolean;
}

/** How a command prints, and how it says that it failed. */
export interface Printing {
  readonly io: Io;
  readonly ended: (code: ExitCode) => void;
}

/** Printed at the first Ctrl-C. */
const interruptedText =
  'finishing the running turns; Ctrl-C again stops at once, and nothing committed is lost';

/** Crawls a job on this machine until nothing more is due, and prints a report. */
export async function crawlLocally(
  loaded: LoadedJob,
  limits: CrawlLimits,
  printing: Printing,
  prepare?: (target: LocalTarget) => Promise<void>,
): Promise<void> {
  requireContact(loaded.settings);
  const { io } = printing;
  const progress = openProgressLine(io);
  await withWorker(loaded, io, async (target) => {
    await prepare?.(target);
    const turns = openTurnCounter();
    const watched = limits.watch === true ? await watchCrawl(target, turns, io, limits.port) : undefined;
    try {
      await askForCrawl(target, loaded, limits, { ...printing, progress, onTurn: turns.add });
    } finally {
      await watched?.close();
    }
  });
}

interface Watching extends Printing {
  readonly progress: ProgressLine;
  readonly onTurn: (turn: TurnReport) => void;
  /** Absent: until the user interrupts. */
  readonly signal?: AbortSignal;
}

/** Crawls a job in this process, tells how it goes, and prints what came of it. */
export async function askForCrawl(
  { installation, job }: LocalTarget,
  { file }: LoadedJob,
  { for: forMs, maxPages, held, host, region, json, forever }: CrawlLimits & { readonly forever?: boolean },
  { io, ended, progress, onTurn, signal = io.interrupted() }: Watching,
): Promise<void> {
  const operation: Operation = await operations.crawl.load();
  const { place } = installation;
  signal.addEventListener('abort', () => progress.say(interruptedText), { once: true });
  const heard = ({ said: { code, text, data } }: Said): void => {
    if (code === 'progress') progress.show(data as CrawlProgress, text);
    else if (code === 'turn') onTurn(data as TurnReport);
    else progress.say(code === 'check' ? renderCheck(data as Check).trimEnd() : text);
  };
  const input = { job, others: true, ...defined({ forMs, maxPages, held, host, region, forever }) };
  const head = requestHead({ reason: `${io.program} crawl` });
  const asker = { by: '', reason: '', signal, heard: heard as (item: unknown) => void };
  const answer = await ask({ name: 'crawl', operation }, place, { ...input, ...head }, asker).finally(
    progress.end,
  );
  const order = (name: string) => `${io.program} ${name}${formatJobArgument(file)}`;
  const seen = { input: {}, now: Date.now(), order, next: order, isOnStack: false };
  print(operation, answer, { ...seen, ...defined({ json }), io, ended });
}

/**
 * Runs `use` on a job as the only worker of its data directory. If another process is the worker, stores the job and its
 * seeds, which that worker then crawls, too.
 * @throws WinnowError `locked` if another process is the worker
 */
async function withWorker<T>(
  loaded: LoadedJob,
  io: Io,
  use: (target: LocalTarget) => Promise<T>,
): Promise<T> {
  try {
    return await withLocal(loaded, {}, use);
  } catch (error) {
    if (!(error instanceof WinnowError && error.code === 'locked')) throw error;
    await withLocal(loaded, { guest: true }, (target) => takeSeeds(target, loaded.settings.seeds, io));
    const { name } = loaded.settings;
    const served = `while it runs, that crawl also crawls the job '${name}', with the present settings and seeds of the job`;
    const message = `${error.message.replace('; stop that crawl first', '')}: ${served}; \`winnow status\` shows the progress`;
    throw new WinnowError('locked', message, { cause: error });
  }
}

/** Returns the `--job` argument for a job file, relative to the current directory; empty for the current directory. */
function formatJobArgument(file: string): string {
  const path = basename(file) === jobFileName ? dirname(file) : file;
  const near = relative('.', path);
  if (near === '') return '';
  return ` --job ${shellWord(near.startsWith('..') ? path : near)}`;
}
