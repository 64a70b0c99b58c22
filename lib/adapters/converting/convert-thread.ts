import type { Conversion, ConvertRequest } from '../../documents/settings.ts';
import type { ConversionLimits, EndedConversion } from '../../domain/convert/conversion.ts';
import { lookMs, watchedHeap } from '../system/thread-memory.ts';
import { WorkerProcess } from '../system/worker-process.ts';

/** A thread that converts one document after the other. Once it was ended it converts no more. */
export interface ConvertThread {
  /** Converts a document, or ends with the thread. The caller waits for the answer before the next one. */
  convert(
    request: ConvertRequest,
    limits: Pick<ConversionLimits, 'timeMs' | 'memoryMb'>,
  ): Promise<Conversion | EndedConversion>;
  /** Whether it can convert another document. */
  isAlive(): boolean;
  /** Ends the thread; a conversion that is running ends as `stopped`. Does not wait for a native call. */
  stop(): void;
}

/** What a conversion that ran when its thread was stopped ends with: it says nothing of the document. */
export const stopped: EndedConversion = { kind: 'ended', detail: 'the converter was stopped' };

/** How long a thread may take to start; it loads no converter then. */
const startMs = 20_000;

/**
 * @param file convert-worker, as source or bundled
 * @param heapMb megabytes of JavaScript objects beyond which V8 itself ends the thread
 */
export async function convertThread(file: URL, heapMb: number): Promise<ConvertThread> {
  const worker = new WorkerProcess(file, watchedHeap(heapMb));
  let end: ((ended: EndedConversion) => void) | undefined;
  let answer: ((conversion: Conversion) => void) | undefined;
  let isAlive = true;

  function leave(ended: EndedConversion): void {
    isAlive = false;
    void worker.terminate();
    end?.(ended);
  }
  const ready = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('it does not start')), startMs);
    worker.once('message', () => {
      clearTimeout(late);
      resolve();
    });
    worker.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`it ended with code ${code} when it started`));
    });
  });
  worker.on('error', ({ message: detail }) => leave({ kind: 'ended', detail }));
  worker.on('exit', (code) => leave({ kind: 'ended', detail: `the converter ended with code ${code}` }));
  worker.unref();
  try {
    await ready;
  } catch (error) {
    void worker.terminate();
    throw error;
  }
  worker.on('message', (conversion) => answer?.(conversion as Conversion));

  async function memoryMb(): Promise<number | undefined> {
    const memory = await worker.memory();
    return memory && memory.heapMb + memory.externalMb;
  }

  return {
    isAlive: () => isAlive,
    stop: () => leave(stopped),
    async convert(request, limits) {
      const before = (await memoryMb()) ?? 0;
      let isOver = false;
      async function watch(): Promise<void> {
        while (!isOver && isAlive) {
          await new Promise((resolve) => setTimeout(resolve, lookMs).unref());
          const now = isOver || !isAlive ? undefined : await memoryMb();
          if (now !== undefined && !isOver && now - before > limits.memoryMb)
            leave({ kind: 'ended', detail: `it takes more than ${limits.memoryMb} MB of memory` });
        }
      }
      const time = setTimeout(
        // This thread may have been busy, with the answer received and not handled: let events run first.
        () =>
          setImmediate(() => {
            if (!isOver) leave({ kind: 'ended', detail: `it takes longer than ${limits.timeMs / 1_000} s` });
          }),
        limits.timeMs,
      );
      worker.ref();
      try {
        return await new Promise<Conversion | EndedConversion>((resolve) => {
          end = resolve;
          answer = resolve;
          if (!isAlive) return resolve(stopped);
          worker.postMessage(request);
          void watch();
        });
      } finally {
        isOver = true;
        clearTimeout(time);
        worker.unref();
      }
    },
  };
}
