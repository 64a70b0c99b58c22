import type { Worker } from 'node:worker_threads';

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
