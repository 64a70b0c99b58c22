import { Worker } from 'node:worker_threads';
import { WinnowError } from '../../base/error.ts';
import type { Fit } from '../../capabilities/latent/refit.ts';
import { threadFile } from '../shared/thread-file.ts';

// In compiled code both files end in .js.
const besideThis = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './fit-worker.ts' : './fit-worker.js', import.meta.url);
/** Megabytes of V8 heap: the largest sample takes a quarter. */
const maxHeapMb = 1_024;

/** Makes models on a thread of their own, each of which ends with the model, or when `signal` aborts. */
export function fitOnThread(signal: AbortSignal): Fit {
  return async (texts) => {
    signal.throwIfAborted();
    const worker = new Worker(threadFile('fit-worker') ?? besideThis(), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    const stop = (): void => void worker.terminate();
    signal.addEventListener('abort', stop);
    try {
      return await new Promise<Uint8Array | undefined>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.once('exit', (code) =>
          reject(
            new WinnowError('unavailable', `the thread that makes a latent space ended with code ${code}`),
          ),
        );
        worker.postMessage(texts);
      });
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  };
}
