import { availableParallelism } from 'node:os';
import { judgeContent } from '../../domain/document/judge-content.ts';
import { writtenPage } from '../../domain/document/written-content.ts';
import { WinnowError } from '../../domain/error.ts';
import type { PageReader } from '../../ports/web.ts';
import { type ReaderThread, type ReadTask, readerThread } from './reader-thread.ts';

export interface ReaderPoolOptions {
  /** Worker threads, 0 to read on the caller's thread. Default: one less than there are cores, at least one. */
  readonly threads?: number;
  /** Milliseconds that one page may take before its thread is replaced. Default 20,000. */
  readonly deadlineMs?: number;
}

export interface ReaderPool extends PageReader {
  /** More pages wait here than the threads will have read soon: fetching more would only fill the memory. */
  isBehind(): boolean;
  /** Ends the threads; pages that are not read yet are rejected with `unavailable`. */
  close(): Promise<void>;
}

/** Pages that wait for each thread, beside those it has, before the pool says that it is behind. */
const backlog = 4;

/**
 * Reads pages on other cores. Pages are begun in the order of their coming, at most two are with a thread at a time,
 * and the others wait here, so the caller bounds how many there are. A page that takes too long, too much memory or
 * its thread's life is `unreadable`; the pages behind it are read by the thread that takes its place.
 * @throws WinnowError (from `read`) `internal` when threads do not start, `unavailable` after `close`.
 */
export function readerPool(options: ReaderPoolOptions = {}): ReaderPool {
  const count = options.threads ?? Math.max(1, availableParallelism() - 1);
  const deadlineMs = options.deadlineMs ?? 20_000;
  const queue: ReadTask[] = [];
  const threads = new Set<ReaderThread>();
  let closed = false;

  const hand = (): void => {
    while (queue.length > 0) {
      let free: ReaderThread | undefined;
      for (const thread of threads) if (thread.hasRoom()) free = thread;
      if (free === undefined && threads.size < count) free = start();
      const task = free === undefined ? undefined : queue.shift();
      if (task === undefined) return;
      free?.give(task);
    }
  };
  const start = (): ReaderThread => {
    const thread = readerThread(deadlineMs, {
      onRoom: hand,
      onGone(waiting, cause) {
        threads.delete(thread);
        if (cause === undefined) queue.unshift(...waiting);
        else
          for (const task of waiting)
            task.reject(new WinnowError('internal', 'a reading thread does not start', { cause }));
        hand();
      },
    });
    threads.add(thread);
    return thread;
  };

  function enqueue<T>(
    task: (resolve: (result: T) => void, reject: (error: unknown) => void) => ReadTask,
  ): Promise<T> {
    if (closed) throw new WinnowError('unavailable', 'the page reader is closed');
    return new Promise((resolve, reject) => {
      queue.push(task(resolve, reject));
      hand();
    });
  }

  return {
    isBehind: () => queue.length > count * backlog,
    async read(request) {
      if (count === 0 && !closed) return writtenPage(request);
      return await enqueue((resolve, reject) => ({ request, resolve, reject }));
    },
    async judge(judge) {
      if (count === 0 && !closed) return judgeContent(judge);
      return await enqueue((resolve, reject) => ({ judge, resolve, reject }));
    },
    async close() {
      closed = true;
      const unread = await Promise.all(Array.from(threads, (thread) => thread.stop()));
      threads.clear();
      const error = new WinnowError('unavailable', 'the page reader is closed');
      for (const task of [...unread.flat(), ...queue.splice(0)]) task.reject(error);
    },
  };
}
