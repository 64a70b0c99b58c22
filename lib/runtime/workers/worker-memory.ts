import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { memoryLimitMb } from './memory-limit.ts';
import type { SpawnWorker } from './worker-thread.ts';

/** Megabytes of V8 heap that a worker may have at least, and at most: alone, and beside others. */
const leastHeapMb = 768;
const mostAloneMb = 2_048;
const mostBesideMb = 1_024;

/**
 * The limit of a worker's heap, megabytes: all workers together may have half of what this process may. V8 collects garbage the more often
 * the lower the limit is, long before it is reached: at 2 GB a heap of 32 MB grows to 66 to 109 MB, at 1 GB to 41, for as many
 * collections more as take 0.1 seconds of 4,000 pages. One worker saves the time, several the memory.
 */
export function heapOf(workers: number): number {
  const share = memoryLimitMb() / 2 / workers;
  const most = workers === 1 ? mostAloneMb : mostBesideMb;
  return Math.round(Math.min(most, Math.max(leastHeapMb, share)));
}

/**
 * Megabytes for the short-lived objects of a worker, of which V8 uses two thirds. One worker has the turns of all hosts: with half
 * as much, V8 copies twice as many objects that last for a turn. Of several workers each has fewer turns.
 */
export function youngOf(workers: number): number {
  return workers === 1 ? 48 : 24;
}

/** Starts a thread under its own limits. */
export const spawnThread: SpawnWorker = (file, options) => {
  // On the command line this flag is for the main thread; it would hold for others in place of their own limits.
  setFlagsFromString('--max-semi-space-size=0');
  return new Worker(file, options);
};
