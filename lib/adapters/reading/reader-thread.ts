import { Worker } from 'node:worker_threads';
import { defined } from '../../base/defined.ts';
import type { JudgeRequest, JudgeResult, ReadRequest, WrittenPage } from '../../ports/web.ts';
import { lookMs, memoryOf, type ThreadMemory, watchedHeap } from '../system/thread-memory.ts';
import { type ReaderSettings, type SentSettings, settingsSender } from './sent-settings.ts';

/** A page to read, or a page that was read before and is to be judged. */
export type ReadTask = (
  | { readonly request: ReadRequest; readonly resolve: (result: WrittenPage) => void }
  | { readonly judge: JudgeRequest; readonly resolve: (result: JudgeResult) => void }
) & {
  readonly reject: (error: unknown) => void;
  /** Monotonic ms of the call. */
  readonly since: number;
};

/** The message with a page to a thread. */
export type ReaderMessage = (
  | { readonly page: Omit<ReadRequest, keyof ReaderSettings> }
  | { readonly judge: Omit<JudgeRequest, keyof ReaderSettings> }
) & { readonly sent: SentSettings };

export interface ReaderThreadOptions {
  /** The file that the thread runs. */
  readonly worker: URL;
  /** Milliseconds that one page may take before the thread is ended. */
  readonly deadlineMs: number;
  /** Milliseconds after which a page counts as slow: pages behind it go to another thread. */
  readonly patienceMs: number;
  /** Megabytes of V8 heap. A page that needs more ends its thread, not the process. */
  readonly maxHeapMb: number;
  /** Megabytes of bytes outside of that heap. A page that needs more ends its thread. */
  readonly maxExternalMb: number;
}

/** What a thread reports to its pool. */
export interface ThreadEvents {
  /** The thread has room for another page, or its page has become slow. */
  onChange(): void;
  /** The thread takes no more pages. `waiting` were not begun; `cause` is set when the thread never started. */
  onGone(waiting: readonly ReadTask[], cause?: unknown): void;
  /** The thread has ended, and its memory and core are free; a native call may delay this long after `onGone`. */
  onExit(): void;
}

/** One worker thread and its pages, in order; it is reading the first one. */
export interface ReaderThread {
  hasRoom(): boolean;
  isIdle(): boolean;
  /** Whether its first page has taken longer than `patienceMs`. */
  isSlow(): boolean;
  give(task: ReadTask): void;
  /** Takes back the pages behind the first, for another thread. */
  takeBack(): readonly ReadTask[];
  /** Ends the thread and returns its unfinished pages. Does not wait for a native call. */
  stop(): Promise<readonly ReadTask[]>;
}

/** Pages that a thread has at once: one to read, and one so that it does not wait for the main thread. */
const depth = 2;
/** How long `stop` waits for a thread to end. */
const stopMs = 1_000;

/** A place in the thread's queue. Without a task: the task was taken back, and the thread's answer is ignored. */
interface Given {
  task: ReadTask | undefined;
}

export function readerThread(options: ReaderThreadOptions, events: ThreadEvents): ReaderThread {
  const { deadlineMs, patienceMs } = options;
  const worker = new Worker(options.worker, {
    resourceLimits: watchedHeap(options.maxHeapMb),
  });
  const given: Given[] = [];
  const send = settingsSender();
  let ready = false;
  let gone = false;
  let slow = false;
  let timer: NodeJS.Timeout | undefined;
  let nextLook: NodeJS.Timeout | undefined;

  const watch = () => {
    clearTimeout(timer);
    clearTimeout(nextLook);
    timer = undefined;
    slow = false;
    if (!ready || given.length === 0) return;
    timer = setTimeout(losePatience, Math.min(patienceMs, deadlineMs));
    nextLook = setTimeout(look, lookMs, given[0]);
  };
  const overMb = (memory: ThreadMemory | undefined): number | undefined => {
    if ((memory?.heapMb ?? 0) > options.maxHeapMb) return options.maxHeapMb;
    return (memory?.externalMb ?? 0) > options.maxExternalMb ? options.maxExternalMb : undefined;
  };
  const look = async (page: Given | undefined) => {
    const memory = await memoryOf(worker);
    if (gone || page !== given[0]) return;
    const over = overMb(memory);
    if (over !== undefined) leave(`reading it took more than ${over} MB of memory`);
    else nextLook = setTimeout(look, lookMs, page);
  };
  const losePatience = () => {
    slow = true;
    const [page] = given;
    timer = setTimeout(
      // This thread may have been busy all the time, with the answer received and not handled: let events run first.
      () => setImmediate(() => page === given[0] && leave(`reading it took longer than ${deadlineMs} ms`)),
      Math.max(0, deadlineMs - patienceMs),
    );
    events.onChange();
  };
  const leave = (why: string, cause?: unknown) => {
    if (gone) return;
    gone = true;
    clearTimeout(timer);
    clearTimeout(nextLook);
    void worker.terminate();
    worker.unref();
    if (ready) given.shift()?.task?.resolve({ kind: 'unreadable', detail: why });
    events.onGone(tasksOf(given.splice(0)), ready ? undefined : (cause ?? new Error(why)));
  };

  // Terminating a thread while it starts can crash the process: V8 checks its code pages ('jit_page.has_value()').
  const started = new Promise<void>((resolve) => {
    worker.once('message', () => resolve());
    worker.once('exit', () => resolve());
  });
  worker.on('message', (message: 'ready' | (WrittenPage & JudgeResult)) => {
    if (gone) return;
    if (message === 'ready') ready = true;
    // Answers come in the order of the pages.
    else given.shift()?.task?.resolve(message);
    // A thread must keep the process alive while it reads, and not otherwise.
    if (given.length === 0) worker.unref();
    watch();
    events.onChange();
  });
  worker.on('error', (error: unknown) =>
    leave(error instanceof Error ? error.message : String(error), error),
  );
  worker.on('exit', (code) => {
    leave(`the reading thread ended with code ${code}`);
    events.onExit();
  });
  worker.unref();

  return {
    hasRoom: () => !gone && !slow && given.length < depth,
    isIdle: () => given.length === 0,
    isSlow: () => slow,
    give(task) {
      given.push({ task });
      const { message, transfer } = 'judge' in task ? judging(task.judge, send) : reading(task.request, send);
      worker.postMessage(message, transfer);
      if (given.length > 1) return;
      worker.ref();
      watch();
    },
    takeBack() {
      const behind = given.slice(1);
      const tasks = tasksOf(behind);
      for (const one of behind) one.task = undefined;
      return tasks;
    },
    async stop() {
      gone = true;
      clearTimeout(timer);
      clearTimeout(nextLook);
      worker.ref();
      await started;
      await within(stopMs, worker.terminate());
      worker.unref();
      return tasksOf(given.splice(0));
    },
  };
}

function tasksOf(given: readonly Given[]): readonly ReadTask[] {
  return given.flatMap(({ task }) => (task === undefined ? [] : [task]));
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

interface Posted {
  readonly message: ReaderMessage;
  readonly transfer: ArrayBuffer[];
}

type Send = ReturnType<typeof settingsSender>;

function reading({ urlSettings, topic, models, latent, ...page }: ReadRequest, send: Send): Posted {
  // The thread gets a copy: if an earlier page ends that thread, another thread needs this page.
  const body = new Uint8Array(page.body);
  const sent = send(defined({ urlSettings, topic, models, latent }));
  return { message: { page: { ...page, body }, sent }, transfer: [body.buffer] };
}

function judging({ urlSettings, topic, models, latent, ...judge }: JudgeRequest, send: Send): Posted {
  const sent = send(defined({ urlSettings, topic, models }));
  return { message: { judge, sent }, transfer: [] };
}
