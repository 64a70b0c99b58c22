import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { memoryLimitMb } from './memory-limit.ts';
import type { SpawnWorker } from './worker-thread.ts';

/** Megabytes of V8 heap that a worker may have at least, and at most. */
const leastHeapMb = 768;
const mostHeapMb = 2_048;

/**
 * The limit of a worker's heap, megabytes: all workers together may have half of what this process may. V8 collects garbage the more often
 * the lower the limit is, long before it is reached: below 2 GB it lets a heap of 50 MB grow by a half, and the collections take
 * a seventh of all CPU.
 */
export function heapOf(workers: number): number {
  const share = memoryLimitMb() / 2 / workers;
  return Math.round(Math.min(mostHeapMb, Math.max(leastHeapMb, share)));
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
