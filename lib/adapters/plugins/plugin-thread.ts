import { boundedHeap } from '../system/thread-memory.ts';
import { WorkerProcess } from '../system/worker-process.ts';
import type { NumberedAnswer, NumberedAsk, PluginAnswer, PluginAsk } from './plugin-message.ts';

/** The thread on which plug-ins run, in a process of its own: starts with the first request, and again after it ended. */
export interface PluginThread {
  /**
   * Sends one request; the caller sends the next one after the answer. A thread that does not answer in time, or posts a
   * message that answers no request, is ended. When the thread dies, the answer is the reason.
   */
  ask(ask: PluginAsk, deadlineMs: number): Promise<PluginAnswer>;
  /** Grows when a thread ends: what it was sent is lost. */
  ended(): number;
  stop(): Promise<void>;
}

/** Megabytes of V8 heap. A plug-in that needs more ends its thread, not the process. */
const maxHeapMb = 256;
/** How long a thread may take to start. */
const startMs = 20_000;

interface Running {
  readonly worker: WorkerProcess;
  /** Why the thread did not start; undefined: it did. */
  readonly ready: Promise<string | undefined>;
}

/** @param workerFile plugin-worker, as source or bundled */
export function pluginThread(workerFile: URL): PluginThread {
  let running: Running | undefined;
  let ended = 0;
  let asked = 0;
  let waiting: number | undefined;

  const forget = (worker: WorkerProcess): void => {
    if (running?.worker !== worker) return;
    running = undefined;
    ended += 1;
  };
  const start = (): Running => {
    const worker = new WorkerProcess(workerFile, boundedHeap(maxHeapMb));
    // An error outside a request ends the thread; the next request then gets the reason.
    worker.on('error', () => undefined);
    worker.on('exit', () => forget(worker));
    worker.unref();
    const ready = firstOf(worker, startMs).then((answer) => ('message' in answer ? undefined : answer.gone));
    const here = { worker, ready };
    worker.on('message', (message: unknown) => {
      if (message !== 'ready' && !(isAnswer(message) && message.number === waiting)) void end(here);
    });
    return here;
  };
  const end = async ({ worker }: Running): Promise<void> => {
    forget(worker);
    await worker.terminate();
  };

  return {
    ended: () => ended,
    async ask(ask, deadlineMs) {
      running ??= start();
      const here = running;
      const broken = await here.ready;
      if (broken === undefined) {
        here.worker.ref();
        asked += 1;
        waiting = asked;
        here.worker.postMessage({ number: asked, ask } satisfies NumberedAsk);
        const answer = await firstOf(here.worker, deadlineMs);
        waiting = undefined;
        here.worker.unref();
        if ('message' in answer && isAnswer(answer.message) && answer.message.number === asked)
          return answer.message.answer;
        await end(here);
        return 'message' in answer ? nonsense : { ok: false, problem: answer.gone };
      }
      await end(here);
      return { ok: false, problem: `the thread of plug-ins does not start: ${broken}` };
    },
    async stop() {
      if (running) await end(running);
    },
  };
}

const nonsense: PluginAnswer = { ok: false, problem: 'it answered in its thread’s stead' };

function isAnswer(message: unknown): message is NumberedAnswer {
  return typeof message === 'object' && message !== null && 'number' in message && 'answer' in message;
}

/** The next message of a worker, or why none came. */
function firstOf(
  worker: WorkerProcess,
  deadlineMs: number,
): Promise<{ readonly message: unknown } | { readonly gone: string }> {
  return new Promise((resolve) => {
    const done = (answer: { readonly message: unknown } | { readonly gone: string }): void => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      resolve(answer);
    };
    const onMessage = (message: unknown): void => done({ message });
    const onError = (error: unknown): void =>
      done({ gone: `its thread died: ${error instanceof Error ? error.message : error}` });
    const onExit = (code: number): void => done({ gone: `its thread ended with code ${code}` });
    const timer = setTimeout(() => done({ gone: `it took longer than ${deadlineMs} ms` }), deadlineMs);
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
  });
}
