import { Worker } from 'node:worker_threads';
import { ownProgram } from '../../adapters/system/own-program.ts';
import { boundedHeap } from '../../adapters/system/thread-memory.ts';
import { WinnowError } from '../../base/error.ts';
import { type MakeModel, refitWhenDue } from '../../capabilities/latent/refit.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { labelledTexts } from '../shared/labelled-texts.ts';
import { threadFile } from '../shared/thread-file.ts';

/** The latent spaces of the jobs of one machine, which are made beside its turns. */
export interface Refits {
  /** Begins to make that of a job where it is due, and returns. @throws why the last one failed, once */
  begin(job: Job): void;
  /** Ends what goes on, after some seconds if nobody is in a hurry: the next crawl begins it anew. */
  stop(isInHurry: boolean): Promise<void>;
}

/** The longest time in which one reads pages; then it goes on a while later. */
const readMs = 60_000;
/** How long the end of a crawl waits for one that is being made. */
const patienceMs = 15_000;

export function openRefits(ports: Ports): Refits {
  const abort = new AbortController();
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, unknown>();
  const makeModel = makeOnThread(abort.signal);
  const labelled = labelledTexts(ports);

  async function refit(job: Job): Promise<void> {
    try {
      await refitWhenDue(ports, job, { endBy: ports.clock.monotonic() + readMs, makeModel, labelled });
    } catch (error) {
      if (!abort.signal.aborted) failures.set(job.name, error);
    } finally {
      running.delete(job.name);
    }
  }

  return {
    begin(job) {
      const { name } = job;
      const failure = failures.get(name);
      failures.delete(name);
      if (failure !== undefined) throw failure;
      if (!running.has(name)) running.set(name, refit(job));
    },
    async stop(isInHurry) {
      const all = Promise.all(running.values());
      const enough = new AbortController();
      if (!isInHurry)
        await Promise.race([all, ports.clock.sleep(patienceMs, enough.signal).catch(() => undefined)]);
      enough.abort();
      abort.abort();
      await all;
    },
  };
}

/** Megabytes of V8 heap: the largest sample takes a quarter. */
const maxHeapMb = 1_024;

/** Makes models on a thread of their own, each of which ends with the model, or when `signal` aborts. */
function makeOnThread(signal: AbortSignal): MakeModel {
  return async (texts) => {
    signal.throwIfAborted();
    const worker = new Worker(threadFile('latent-worker') ?? ownProgram(import.meta.url, 'latent-worker'), {
      resourceLimits: boundedHeap(maxHeapMb),
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
