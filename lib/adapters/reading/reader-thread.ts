import { Worker } from 'node:worker_threads';
import type { JudgeRequest, JudgeResult, ReadRequest, WrittenPage } from '../../ports/web.ts';
import { type ReaderSettings, type SentSettings, settingsSender } from './sent-settings.ts';

/** A page to be read, or one that was read before to be judged. */
export type ReadTask = (
  | { readonly request: ReadRequest; readonly resolve: (result: WrittenPage) => void }
  | { readonly judge: JudgeRequest; readonly resolve: (result: JudgeResult) => void }
) & {
  readonly reject: (error: unknown) => void;
  /** Monotonic ms of its coming. */
  readonly since: number;
};

/** A page for a thread. */
export type ReaderMessage = (
  | { readonly page: Omit<ReadRequest, keyof ReaderSettings> }
  | { readonly judge: Omit<JudgeRequest, keyof ReaderSettings> }
) & { readonly sent: SentSettings };

export interface ReaderThreadOptions {
  /** The file that the thread runs. */
  readonly worker: URL;
  /** Milliseconds that one page may take before the thread is ended. */
  readonly deadlineMs: number;
  /** Milliseconds after which a page counts as slow: those behind it need not wait for it. */
  readonly patienceMs: number;
  /** Megabytes of V8 heap; a page that needs more takes its thread down, not the process. */
  readonly maxHeapMb: number;
}

/** What a thread tells its pool. */
export interface ThreadEvents {
  /** There is room for another page, or a page has turned out to be slow. */
  onChange(): void;
  /** It takes no more pages. `waiting` were not begun; `cause` is set when it never came up. */
  onGone(waiting: readonly ReadTask[], cause?: unknown): void;
  /** Its memory and its core are free: a native call goes on after the thread was told to end. */
  onExit(): void;
}

/** One worker thread and the pages that it was given, in order; the first is the one it is at. */
export interface ReaderThread {
  hasRoom(): boolean;
  isIdle(): boolean;
  /** The page it is at has taken longer than `patienceMs`. */
  isSlow(): boolean;
  give(task: ReadTask): void;
  /** Pages behind a slow one, for another thread. */
  takeBack(): readonly ReadTask[];
  /** Ends the thread and returns what it had not finished. Does not wait for a native call. */
  stop(): Promise<readonly ReadTask[]>;
}

/** Pages given to a thread at once: one that it reads, one so that it need not wait for the main thread. */
const depth = 2;
/** Megabytes for what dies young: V8's own choice is 130, and no faster. */
const maxYoungMb = 48;
/** How long `stop` waits for a thread to end. */
const stopMs = 1_000;

/** What a thread was given. Without a task: it was taken back, and what the thread says of it counts no more. */
interface Given {
  task: ReadTask | undefined;
}

export function readerThread(options: ReaderThreadOptions, events: ThreadEvents): ReaderThread {
  const { deadlineMs, patienceMs } = options;
  const worker = new Worker(options.worker, {
    resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb, maxYoungGenerationSizeMb: maxYoungMb },
  });
  const given: Given[] = [];
  const send = settingsSender();
  let ready = false;
  let gone = false;
  let slow = false;
  let timer: NodeJS.Timeout | undefined;

  const watch = () => {
    clearTimeout(timer);
    timer = undefined;
    slow = false;
    if (!ready || given.length === 0) return;
    timer = setTimeout(losePatience, Math.min(patienceMs, deadlineMs));
  };
  const losePatience = () => {
    slow = true;
    const [page] = given;
    timer = setTimeout(
      // Our own thread may have been busy for so long: the answer may be here, and not yet looked at.
      () => setImmediate(() => page === given[0] && leave(`reading it took longer than ${deadlineMs} ms`)),
      Math.max(0, deadlineMs - patienceMs),
    );
    events.onChange();
  };
  const leave = (why: string, cause?: unknown) => {
    if (gone) return;
    gone = true;
    clearTimeout(timer);
    void worker.terminate();
    worker.unref();
    if (ready) given.shift()?.task?.resolve({ kind: 'unreadable', detail: why });
    events.onGone(tasksOf(given.splice(0)), ready ? undefined : (cause ?? new Error(why)));
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
    else given.shift()?.task?.resolve(message);
    // A thread with nothing to read must not keep the process alive; one that reads must.
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

function reading({ urlSettings, topic, models, ...page }: ReadRequest, send: Send): Posted {
  // A copy, which the thread then owns: should it die of the page before it, another thread gets this one.
  const body = new Uint8Array(page.body);
  const sent = send({
    urlSettings,
    ...(topic === undefined ? {} : { topic }),
    ...(models === undefined ? {} : { models }),
  });
  return { message: { page: { ...page, body }, sent }, transfer: [body.buffer] };
}

function judging({ urlSettings, topic, models, ...judge }: JudgeRequest, send: Send): Posted {
  const sent = send({ urlSettings, topic, ...(models === undefined ? {} : { models }) });
  return { message: { judge, sent }, transfer: [] };
}
