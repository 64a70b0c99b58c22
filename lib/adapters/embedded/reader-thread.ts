import { Worker } from 'node:worker_threads';
import type { JudgeRequest, JudgeResult, ReadRequest, WrittenPage } from '../../ports/web.ts';
import { openTold, type ReaderSettings, type Told } from './told-settings.ts';

/** A page to be read, or one that was read before to be judged. */
export type ReadTask = (
  | { readonly request: ReadRequest; readonly resolve: (result: WrittenPage) => void }
  | { readonly judge: JudgeRequest; readonly resolve: (result: JudgeResult) => void }
) & { readonly reject: (error: unknown) => void };

/** A page for a thread. */
export type ReaderMessage = (
  | { readonly page: Omit<ReadRequest, keyof ReaderSettings> }
  | { readonly judge: Omit<JudgeRequest, keyof ReaderSettings> }
) & { readonly told: Told };

/** What a thread tells its pool. */
export interface ThreadEvents {
  /** There is room for another page. */
  onRoom(): void;
  /** It is gone. `waiting` were not begun; `cause` is set when it never came up. */
  onGone(waiting: readonly ReadTask[], cause?: unknown): void;
}

/** One worker thread and the pages that it was given, in order; the first is the one it is at. */
export interface ReaderThread {
  hasRoom(): boolean;
  give(task: ReadTask): void;
  /** Ends the thread and returns what it had not finished. */
  stop(): Promise<readonly ReadTask[]>;
}

/** Pages given to a thread at once: one that it reads, one so that it need not wait for the main thread. */
const depth = 2;
/** Megabytes of V8 heap; a page that needs more takes its thread down, not the process. */
const maxHeapMb = 512;
/** And for what dies young: V8's own choice is 130 MB, and no faster. */
const maxYoungMb = 48;
// Compiled, both files are .js.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './reader-worker.ts' : './reader-worker.js',
  import.meta.url,
);

export function readerThread(deadlineMs: number, events: ThreadEvents): ReaderThread {
  const worker = new Worker(workerFile, {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: maxYoungMb },
  });
  const tasks: ReadTask[] = [];
  const tell = openTold();
  let ready = false;
  let gone = false;
  let timer: NodeJS.Timeout | undefined;

  const watch = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!ready || tasks.length === 0) return;
    timer = setTimeout(() => leave(`reading it took longer than ${deadlineMs} ms`), deadlineMs);
  };
  const leave = (why: string, cause?: unknown) => {
    if (gone) return;
    gone = true;
    clearTimeout(timer);
    void worker.terminate();
    const waiting = tasks.splice(0);
    if (ready) waiting.shift()?.resolve({ kind: 'unreadable', detail: why });
    events.onGone(waiting, ready ? undefined : (cause ?? new Error(why)));
  };

  // Ended while it starts, a thread can take the process with it: V8 checks its code pages ('jit_page.has_value()').
  const started = new Promise<void>((resolve) => {
    worker.once('message', () => resolve());
    worker.once('exit', () => resolve());
  });
  worker.on('message', (message: 'ready' | (WrittenPage & JudgeResult)) => {
    if (gone) return;
    if (message === 'ready') ready = true;
    // Answers come in the order of the tasks.
    else tasks.shift()?.resolve(message);
    // A thread with nothing to read must not keep the process alive; one that reads must.
    if (tasks.length === 0) worker.unref();
    watch();
    events.onRoom();
  });
  worker.on('error', (error: unknown) =>
    leave(error instanceof Error ? error.message : String(error), error),
  );
  worker.on('exit', (code) => leave(`the reading thread ended with code ${code}`));
  worker.unref();

  return {
    hasRoom: () => !gone && tasks.length < depth,
    give(task) {
      tasks.push(task);
      const { message, transfer } = 'judge' in task ? judging(task.judge, tell) : reading(task.request, tell);
      worker.postMessage(message, transfer);
      if (tasks.length > 1) return;
      worker.ref();
      watch();
    },
    async stop() {
      gone = true;
      clearTimeout(timer);
      worker.ref();
      await started;
      await worker.terminate();
      return tasks.splice(0);
    },
  };
}

interface Posted {
  readonly message: ReaderMessage;
  readonly transfer: ArrayBuffer[];
}

type Tell = ReturnType<typeof openTold>;

function reading({ urlSettings, topic, models, ...page }: ReadRequest, tell: Tell): Posted {
  // A copy, which the thread then owns: should it die of the page before it, another thread gets this one.
  const body = new Uint8Array(page.body);
  const told = tell({
    urlSettings,
    ...(topic === undefined ? {} : { topic }),
    ...(models === undefined ? {} : { models }),
  });
  return { message: { page: { ...page, body }, told }, transfer: [body.buffer] };
}

function judging({ urlSettings, topic, models, ...judge }: JudgeRequest, tell: Tell): Posted {
  const told = tell({ urlSettings, topic, ...(models === undefined ? {} : { models }) });
  return { message: { judge, told }, transfer: [] };
}
