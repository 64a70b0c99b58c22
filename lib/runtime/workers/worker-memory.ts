import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { memoryLimitMb } from './memory-limit.ts';
import type { SpawnWorker } from './worker-thread.ts';

/** Megabytes of V8 heap that a worker may have at least, and at most: alone, and beside others. */
const leastHeapMb = 768;
const mostAloneMb = 2_048;
const mostBesideMb = 1_536;

/**
 * The limit of a worker's heap, megabytes: all workers together may have half of what this process may. V8 collects garbage the more often
 * the lower the limit is, long before it is reached: two workers with 1 GB each took a tenth more CPU than with 1.5 GB, which take
 * 60 MB less than with 2 GB. One worker has the memory to itself.
 */
export function heapOf(workers: number): number {
  const share = memoryLimitMb() / 2 / workers;
  const most = workers === 1 ? mostAloneMb : mostBesideMb;
  return Math.round(Math.min(most, Math.max(leastHeapMb, share)));
}

/** Starts a thread under its own limits. */
export const spawnThread: SpawnWorker = (file, options) => {
  // On the command line this flag is for the main thread; it would hold for others in place of their own limits.
  setFlagsFromString('--max-semi-space-size=0');
  return new Worker(file, options);
};
