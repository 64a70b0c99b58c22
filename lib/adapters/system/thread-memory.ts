import type { ResourceLimits, Worker } from 'node:worker_threads';

/** Time between two looks at the memory of a thread. */
export const lookMs = 100;

/** Memory of a thread, megabytes. */
export interface ThreadMemory {
  /** Objects of JavaScript, which V8 itself bounds. */
  readonly heapMb: number;
  /** Bytes outside of its heap, which V8 does not bound. */
  readonly externalMb: number;
}

const megabyte = 1_048_576;

/** Megabytes for short-lived objects: 48, and V8's own choice of 130, are slower. Where all of them live on, V8 needs a third of it at once. */
const youngMb = 24;

/**
 * Limits of a thread whose heap V8 alone bounds. V8 ends such a thread, but gives way by 16 MB for that: a list or a map
 * of more that grows at the limit aborts the whole process. What is foreign wants `watchedHeap`.
 */
export function boundedHeap(maxHeapMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: youngMb };
}

/**
 * Limits of a thread that is looked at every `lookMs` and ended beyond `maxHeapMb`, mostly before V8's own limit could take the
 * process along: a look may be late for a list that grows fast. With more leeway, what is not collected yet could pass `maxHeapMb`.
 */
export function watchedHeap(maxHeapMb: number): ResourceLimits {
  return boundedHeap(Math.ceil(1.5 * maxHeapMb));
}

/** Memory that a thread takes now; undefined: it does not say, because it is in a native call. */
export async function memoryOf(worker: Worker): Promise<ThreadMemory | undefined> {
  const said = worker.getHeapStatistics().catch(() => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, lookMs, undefined).unref());
  const statistics = await Promise.race([said, late]);
  if (statistics === undefined) return undefined;
  return {
    heapMb: statistics.used_heap_size / megabyte,
    externalMb: statistics.external_memory / megabyte,
  };
}
