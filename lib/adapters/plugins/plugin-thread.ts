import { Worker } from 'node:worker_threads';
import type { NumberedAnswer, NumberedAsk, PluginAnswer, PluginAsk } from './plugin-message.ts';

/** A thread that plug-ins run on: it starts when it is first asked, and anew after it has died. */
export interface PluginThread {
  /**
   * Asks one thing; the next only after the answer. A thread that does not answer in time, or posts anything that
   * nobody asked for, now or between two questions, is ended, and one that dies has answered with why.
   */
  ask(ask: PluginAsk, deadlineMs: number): Promise<PluginAnswer>;
  /** Grows whenever a thread has ended: what it was told is lost. */
  ended(): number;
  stop(): Promise<void>;
}

/** Megabytes of V8 heap; a plug-in that needs more takes its thread down, not the process. */
const maxHeapMb = 256;
/** How long a thread may take to come up. */
const startMs = 20_000;

interface Running {
  readonly worker: Worker;
  /** Undefined when it did not come up. */
  readonly ready: Promise<string | undefined>;
}

/** @param workerFile plugin-worker, as it is or bundled */
export function pluginThread(workerFile: URL): PluginThread {
  let running: Running | undefined;
  let ended = 0;
  let asked = 0;
  let waiting: number | undefined;

  const forget = (worker: Worker): void => {
    if (running?.worker !== worker) return;
    running = undefined;
    ended += 1;
  };
  const start = (): Running => {
    const worker = new Worker(workerFile, {
      stdout: true,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    // What a plug-in prints must not come into what the command line prints for programs.
    worker.stdout.on('data', (chunk: Uint8Array) => process.stderr.write(chunk));
    // An error that nobody waits for ends the thread; whoever asks next hears that it is gone.
    worker.on('error', () => undefined);
    worker.on('exit', () => forget(worker));
    worker.unref();
    const ready = firstOf(worker, startMs).then((said) => ('message' in said ? undefined : said.gone));
    const here = { worker, ready };
    worker.on('message', (message: unknown) => {
      if (message !== 'ready' && !(isAnswer(message) && message.number === waiting)) void end(here);
    });
    return here;
  };
  const end = async ({ worker, ready }: Running): Promise<void> => {
    forget(worker);
    // Ended while it starts, a thread can take the process with it.
    await ready;
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
        const said = await firstOf(here.worker, deadlineMs);
        waiting = undefined;
        here.worker.unref();
        if ('message' in said && isAnswer(said.message) && said.message.number === asked)
          return said.message.answer;
        await end(here);
        return 'message' in said ? nonsense : { ok: false, problem: said.gone };
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

/** The next message of a worker, or why there is none. */
function firstOf(
  worker: Worker,
  deadlineMs: number,
): Promise<{ readonly message: unknown } | { readonly gone: string }> {
  return new Promise((resolve) => {
    const done = (said: { readonly message: unknown } | { readonly gone: string }): void => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      resolve(said);
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
