import { Worker } from 'node:worker_threads';
import { ownProgram } from '../../adapters/system/own-program.ts';
import { boundedHeap } from '../../adapters/system/thread-memory.ts';
import { type ErrorCode, WinnowError } from '../../base/error.ts';
import { ownIndex } from '../../capabilities/search/own-index.ts';
import type { FailedJob } from '../../pipeline/job/isolate-jobs.ts';
import { type FeedingParts, type FollowedSinks, sinksOf } from '../../pipeline/sinks/follow-sinks.ts';
import { threadFile } from '../shared/thread-file.ts';

export interface SinksStart {
  readonly dataDir: string;
  readonly clockOffset: number;
}

/** Has the thread push what is left, for at most so long, and end. */
export interface SinksOrder {
  readonly withinMs: number;
}

/** What went wrong in the thread. */
export interface SinksFault {
  readonly job: string;
  readonly says: string;
  /** Absent: a fault of ours. */
  readonly code?: ErrorCode;
}

/** Hears of faults in feeding sinks. */
export type OnSinksFault = (failed: FailedJob) => void;

/** Keeps other processes from feeding the sinks of the installation. @throws WinnowError `locked` where one does */
export type LockSinks = () => { release(): void };

/** The sinks of a crawl. */
export interface CrawlSinks {
  /** Has them push what is left, for some seconds; a later crawl, or `winnow sinks run`, goes on. */
  stop(isInHurry: boolean): Promise<void>;
}

/** How long the end of a crawl waits for sinks that are behind. */
const [lastMs, hurriedMs] = [30_000, 2_000];
/** Between two looks whether any job has sinks. */
const lookMs = 2_000;
/** The longest pause before a thread that died is begun again. */
const longestMs = 300_000;
/** A thread that does not end by itself so long after its time is ended. */
const graceMs = 15_000;
const maxHeapMb = 1_024;

/** Feeds the sinks of an installation on a thread of their own, once any job has one and no other process feeds them. */
export function sinksOnThread(
  ports: FeedingParts['ports'],
  start: SinksStart,
  lockSinks: LockSinks,
  onFault: OnSinksFault,
): FollowedSinks {
  let lock: ReturnType<LockSinks> | undefined;
  let thread: Worker | undefined;
  let [deaths, notBefore] = [0, 0];
  let isOver = false;
  const look = async (): Promise<void> => {
    if (thread !== undefined || ports.clock.monotonic() < notBefore) return;
    const [first] = await sinksOf(ports, { unnamed: ownIndex });
    if (first === undefined) return;
    lock ??= lockSinks();
    const begun = begin(start, onFault, first.job);
    thread = begun;
    // One that ends by itself is begun again, later each time; it goes on where the last one was.
    begun.once('exit', () => {
      if (thread !== begun || isOver) return;
      thread = undefined;
      notBefore = ports.clock.monotonic() + Math.min(longestMs, lookMs * 2 ** deaths);
      deaths += 1;
    });
  };
  let hasTold = false;
  // Another process feeds them, or the database does not answer now: a later look may find it otherwise.
  const quietly = (): Promise<void> =>
    look().catch((error: unknown) => {
      if (hasTold || error instanceof WinnowError) return;
      hasTold = true;
      onFault({ job: '', work: 'sinks', error });
    });
  let looking = quietly();
  const timer = setInterval(() => {
    if (thread === undefined && !isOver) looking = quietly();
  }, lookMs);
  timer.unref();
  return {
    async stop(withinMs) {
      isOver = true;
      clearInterval(timer);
      await looking;
      // Settings of the last moments count, too.
      await quietly();
      if (thread !== undefined) await end(thread, withinMs);
      lock?.release();
    },
  };
}

function begin(start: SinksStart, onFault: OnSinksFault, job: string): Worker {
  const worker = new Worker(threadFile('sinks-worker') ?? ownProgram(import.meta.url, 'sinks-worker'), {
    workerData: start,
    resourceLimits: boundedHeap(maxHeapMb),
  });
  // What it did not push is pushed by the next one; `winnow sinks` says how far it came.
  worker.on('error', (error: unknown) => onFault({ job, work: 'sinks', error }));
  worker.on('message', ({ job: name, code, says }: SinksFault) =>
    onFault({
      job: name,
      work: 'sinks',
      error: code === undefined ? new Error(says) : new WinnowError(code, says),
    }),
  );
  return worker;
}

async function end(worker: Worker, withinMs: number): Promise<void> {
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  if (worker.threadId === -1) return;
  worker.postMessage({ withinMs } satisfies SinksOrder);
  const late = setTimeout(() => void worker.terminate(), withinMs + graceMs);
  await ended;
  clearTimeout(late);
}

/** One set of sinks for all crawls of a process: begun by the first, and ended by the last. */
export function sharedSinks(open: (onFault: OnSinksFault) => FollowedSinks): {
  startSinks(onFault?: OnSinksFault): CrawlSinks;
  /** Whether this process feeds them, or tries to. */
  areFollowed(): boolean;
} {
  let count = 0;
  let current: FollowedSinks | undefined;
  let ending: Promise<void> = Promise.resolve();
  return {
    areFollowed: () => count > 0,
    startSinks(onFault = () => undefined) {
      count += 1;
      const begun = ending.then(() => {
        current ??= open(onFault);
      });
      return {
        async stop(isInHurry) {
          await begun;
          count -= 1;
          const last = current;
          if (count > 0 || last === undefined) return;
          current = undefined;
          ending = last.stop(isInHurry ? hurriedMs : lastMs);
          await ending;
        },
      };
    },
  };
}
