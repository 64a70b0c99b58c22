import { Worker } from 'node:worker_threads';
import { type FollowedSinks, followSinks, sinksOf } from '../../pipeline/sinks/follow-sinks.ts';
import type { SinkParts } from '../../pipeline/sinks/sink-run.ts';
import { threadFile } from '../shared/thread-file.ts';

export interface SinksStart {
  readonly dataDir: string;
  readonly clockOffset: number;
}

/** Has the thread push what is left, for at most so long, and end. */
export interface SinksOrder {
  readonly withinMs: number;
}

/** Between two looks whether any job has sinks. */
const lookMs = 2_000;
/** A thread that does not end by itself so long after its time is ended. */
const graceMs = 15_000;
const maxHeapMb = 1_024;

/** In compiled code both files end in .js. */
const besideThis = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './sinks-worker.ts' : './sinks-worker.js', import.meta.url);

/** Feeds the sinks of an installation on this thread. */
export function sinksHere(parts: SinkParts): FollowedSinks {
  return followSinks(parts);
}

/** Feeds the sinks of an installation on a thread of their own, once any job has one. */
export function sinksOnThread(ports: SinkParts['ports'], start: SinksStart): FollowedSinks {
  let thread: Promise<Worker> | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    if (thread === undefined && (await sinksOf(ports)).length > 0) thread = begin(start);
  };
  const quietly = (): Promise<void> => look().catch(() => undefined);
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
      if (thread !== undefined) await end(await thread, withinMs);
    },
  };
}

async function begin(start: SinksStart): Promise<Worker> {
  const worker = new Worker(threadFile('sinks-worker') ?? besideThis(), {
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  // What it did not push is pushed by the next one; `winnow sinks` says how far it came.
  worker.on('error', () => undefined);
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
export function sharedSinks(open: () => FollowedSinks): () => FollowedSinks {
  let count = 0;
  let current: FollowedSinks | undefined;
  let ending: Promise<void> = Promise.resolve();
  return () => {
    count += 1;
    const begun = ending.then(() => {
      current ??= open();
    });
    return {
      async stop(withinMs) {
        await begun;
        count -= 1;
        const last = current;
        if (count > 0 || last === undefined) return;
        current = undefined;
        ending = last.stop(withinMs);
        await ending;
      },
    };
  };
}
