import { getCompileCacheDir } from 'node:module';
import type { Worker } from 'node:worker_threads';
import { ownProgram } from '../../adapters/system/own-program.ts';
import { boundedHeap, memoryOf } from '../../adapters/system/thread-memory.ts';
import { defined } from '../../base/defined.ts';
import { threadFile } from '../shared/thread-file.ts';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';
import { newNoteMemory, pageIn, readNote } from './page-note.ts';
import { type StandStillLimits, standStill } from './stand-still.ts';

/** Starts a thread; tests keep what this returns. */
export type SpawnWorker = (file: URL, options: ConstructorParameters<typeof Worker>[1]) => Worker;

export interface WorkerThreadOptions extends StandStillLimits {
  readonly start: Omit<WorkerStart, 'note' | 'compileCache'>;
  /** How long the thread may take to start, ms. */
  readonly startMs: number;
  /** Megabytes of V8 heap. A worker that needs more ends; the others and the process go on. */
  readonly maxHeapMb: number;
  readonly spawn: SpawnWorker;
}

/** Why a worker ended that was not told to. */
export interface WorkerDeath {
  readonly why: string;
  /** The URL of the page that it was reading. */
  readonly page?: string;
  /** The page took too long: it is to blame for certain. */
  readonly isCertain: boolean;
  /** It never ran. */
  readonly isUnborn: boolean;
  /** It never ran, and was ended for that. */
  readonly isLate: boolean;
}

export interface WorkerEvents {
  onMessage(message: FromWorker): void;
  /** The thread has ended: none of its requests is in progress, and it holds no lock. */
  onDeath(death: WorkerDeath): void;
}

/** A thread that runs turns, as the main thread sees it. */
export interface WorkerThread {
  /** Resolves when it can run turns, or has ended; after `startMs` it ends. */
  readonly started: Promise<void>;
  post(message: ToWorker): void;
  /** Whether the process stays alive for this thread. */
  hold(isHeld: boolean): void;
  /** Called about twice a second: ends the thread if it stands still. */
  look(): void;
  /** The share of its time in which it was at work, 0 to 1: the smaller one of the times before and since the last call. 0 while it starts. */
  load(): number;
  /** Lets it close what it has open, and ends it. */
  close(): Promise<void>;
}

/** Megabytes outside of its heap that a worker may have: answers of its hosts, and what a page is read into. */
const maxExternalMb = 768;
/** How long a thread may take to close what it has open, ms. */
const closeMs = 5_000;

export function workerThread(options: WorkerThreadOptions, events: WorkerEvents): WorkerThread {
  const note = newNoteMemory();
  const compileCache = getCompileCacheDir();
  const workerData: WorkerStart = { ...options.start, note, ...defined({ compileCache }) };
  const worker = options.spawn(
    threadFile('harvest-worker') ?? ownProgram(import.meta.url, 'harvest-worker'),
    {
      workerData,
      resourceLimits: boundedHeap(options.maxHeapMb),
    },
  );
  const judge = standStill(options);
  let isReady = false;
  let isClosing = false;
  let why: string | undefined;
  let isCertain = false;
  let isLate = false;
  let share = 0;
  let used = worker.performance.eventLoopUtilization();

  // Terminating a thread while it starts can crash the process: V8 checks its code pages ('jit_page.has_value()').
  const started = new Promise<void>((resolve) => {
    worker.once('message', () => resolve());
    worker.once('exit', () => resolve());
  });
  const startBy = setTimeout(() => {
    isLate = true;
    why ??= `it did not start within ${options.startMs / 1_000} s`;
    void worker.terminate();
  }, options.startMs).unref();
  void started.then(() => clearTimeout(startBy));
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'ready') isReady = true;
    if (why === undefined) events.onMessage(message);
  });
  worker.on('error', (error: unknown) => {
    why ??= error instanceof Error ? error.message : String(error);
  });
  worker.on('exit', (code) => {
    if (isClosing) return;
    const page = pageIn(note);
    events.onDeath({
      why: why ?? `the thread ended with code ${code}`,
      isUnborn: !isReady,
      isLate,
      isCertain: isCertain && page !== undefined,
      ...defined({ page }),
    });
  });
  worker.unref();

  function end(reason: string): void {
    why = reason;
    isCertain = true;
    void worker.terminate();
  }

  return {
    started,
    post: (message) => worker.postMessage(message),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    look() {
      if (!isReady || isClosing || why !== undefined) return;
      const still = judge(readNote(note), performance.now());
      if (still !== undefined) return end(still);
      void memoryOf(worker).then((memory) => {
        if ((memory?.externalMb ?? 0) > maxExternalMb && !isClosing && why === undefined)
          end(`it takes more than ${maxExternalMb} MB of memory`);
      });
    },
    load() {
      const before = used;
      used = worker.performance.eventLoopUtilization();
      const last = share;
      share = isReady ? worker.performance.eventLoopUtilization(used, before).utilization : 0;
      return Math.min(last, share);
    },
    async close() {
      isClosing = true;
      worker.ref();
      await started;
      worker.postMessage({ kind: 'close' } satisfies ToWorker);
      const late = setTimeout(() => void worker.terminate(), closeMs);
      await ended;
      clearTimeout(late);
    },
  };
}
