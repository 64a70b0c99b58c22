import { availableParallelism } from 'node:os';
import { WinnowError } from '../../base/error.ts';
import { noRules } from '../../domain/plugins/rule-answer.ts';
import type { PageReader } from '../../ports/web.ts';
import { ownProgram } from '../system/own-program.ts';
import { requireCountries } from './load-countries.ts';
import { type ReaderThread, type ReadTask, readerThread } from './reader-thread.ts';

export interface ReaderPoolOptions {
  /** Worker threads, at least one. Default: one less than the cores, at least one. */
  readonly threads?: number;
  /** Milliseconds that one page may take before its thread is replaced. Default 20,000. */
  readonly deadlineMs?: number;
  /** Milliseconds after which the pages behind a slow page go to another thread. Default 1,000. */
  readonly patienceMs?: number;
  /** Milliseconds that a page may wait for a thread. Default 120,000. */
  readonly waitMs?: number;
  /** Megabytes of V8 heap of each thread. Default 256. */
  readonly maxHeapMb?: number;
  /** Megabytes outside of that heap. Default 512, as a conversion may have. */
  readonly maxExternalMb?: number;
  /** The bundled reader-worker; by default the file beside this one. */
  readonly worker?: URL | undefined;
}

export interface ReaderPool extends PageReader {
  /** Whether more pages wait than the threads will read soon: fetching more would only fill the memory. */
  isBehind(): boolean;
  /** Ends the threads; rejects pages that were not read with `unavailable`. */
  close(): Promise<void>;
}

/** Pages that wait per thread, beside those that the thread has, before `isBehind` is true. */
const backlog = 4;
/** Threads beyond `threads`: for pages behind slow ones, and in place of threads that cannot be ended. */
const spares = 3;

const ownWorker = ownProgram(import.meta.url, 'reader-worker');

/**
 * Reads pages on other threads, in the order of the calls. A thread has at most two pages; the others wait here, so the
 * caller bounds their number. A page that takes too long or too much memory, or ends its thread, is `unreadable`; the
 * thread that replaces it reads the pages behind. A thread that is ended during a native call ends after the call, and
 * nothing waits for it; at most three threads beyond `threads` are alive.
 * @throws WinnowError (from `read` and `judge`) `internal` when threads do not start, `unavailable` after `close` and when
 *   no thread takes up a page within `waitMs`.
 */
export function readerPool(options: ReaderPoolOptions = {}): ReaderPool {
  const count = options.threads ?? Math.max(1, availableParallelism() - 1);
  const {
    deadlineMs = 20_000,
    patienceMs = 1_000,
    waitMs = 120_000,
    maxHeapMb = 256,
    maxExternalMb = 512,
  } = options;
  const thread = { worker: options.worker ?? ownWorker, deadlineMs, patienceMs, maxHeapMb, maxExternalMb };
  const queue: ReadTask[] = [];
  const threads = new Set<ReaderThread>();
  /** Threads that have not ended yet, including those that are being ended. */
  let alive = 0;
  /** Fires when the page that waits longest has waited for `waitMs`. */
  let alarm: NodeJS.Timeout | undefined;
  let closed = false;

  const isWanted = (): boolean => {
    const slow = Array.from(threads).filter((one) => one.isSlow()).length;
    return threads.size - slow < count && alive < count + spares;
  };
  const assign = (): void => {
    if (closed) return;
    for (const one of threads) if (one.isSlow()) queue.unshift(...one.takeBack());
    while (queue.length > 0) {
      let free: ReaderThread | undefined;
      for (const one of threads) if (one.hasRoom()) free = one;
      if (free === undefined && isWanted()) free = start();
      const task = free === undefined ? undefined : queue.shift();
      if (task === undefined) return;
      free?.give(task);
    }
    clearTimeout(alarm);
    alarm = undefined;
    for (const one of threads) if (threads.size > count && one.isIdle()) retire(one);
  };
  const retire = (one: ReaderThread): void => {
    threads.delete(one);
    void one.stop();
  };
  const start = (): ReaderThread => {
    const started = readerThread(thread, {
      onChange: assign,
      onGone(waiting, cause) {
        threads.delete(started);
        if (cause === undefined) queue.unshift(...waiting);
        else
          for (const task of waiting)
            task.reject(new WinnowError('internal', 'a reading thread does not start', { cause }));
        assign();
      },
      onExit() {
        alive -= 1;
        assign();
      },
    });
    alive += 1;
    threads.add(started);
    return started;
  };

  function enqueue<T>(
    taskOf: (resolve: (result: T) => void, reject: (error: unknown) => void, since: number) => ReadTask,
  ): Promise<T> {
    if (closed) throw new WinnowError('unavailable', 'the page reader is closed');
    return new Promise((resolve, reject) => {
      queue.push(taskOf(resolve, reject, performance.now()));
      assign();
      if (queue.length > 0) alarm ??= setTimeout(giveUp, waitMs);
    });
  }

  /** Rejects pages that waited too long. Pages that a thread has begun have their own deadline. */
  function giveUp(): void {
    const now = performance.now();
    const waits = queue.splice(0).filter((task) => {
      if (now < task.since + waitMs) return true;
      task.reject(new WinnowError('unavailable', `no thread was free within ${waitMs} ms to read a page`));
      return false;
    });
    queue.push(...waits);
    const oldest = Math.min(...queue.map(({ since }) => since));
    alarm = queue.length === 0 ? undefined : setTimeout(giveUp, Math.ceil(oldest + waitMs - now));
  }

  return {
    isBehind: () => queue.length > count * backlog,
    async read(request) {
      return await enqueue((resolve, reject, since) => ({ request, resolve, reject, since }));
    },
    async judge(judge) {
      return await enqueue((resolve, reject, since) => ({ judge, resolve, reject, since }));
    },
    askRule: async () => noRules,
    ready: ({ analysis }) => requireCountries(analysis),
    readHere: (_, read) => ({ value: read() }),
    async close() {
      closed = true;
      clearTimeout(alarm);
      const unread = await Promise.all(Array.from(threads, (one) => one.stop()));
      threads.clear();
      const error = new WinnowError('unavailable', 'the page reader is closed');
      for (const task of [...unread.flat(), ...queue.splice(0)]) task.reject(error);
    },
  };
}
