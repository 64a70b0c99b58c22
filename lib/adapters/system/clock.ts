import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';

/** The longest timer that Node allows. */
const longestTimerMs = 2_147_483_647;

/** The clocks behind a `SystemClock`. */
export interface TimeSource {
  /** Epoch ms by the machine's clock. */
  wall(): number;
  /** Milliseconds of a clock that nobody sets, and that may stand still while the machine, or its process, sleeps. */
  steady(): number;
}

/** `performance.now()` counts from the start of its thread: this makes it count alike on all threads of a process. */
const threadStart = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** The clocks of this machine. */
export const machine: TimeSource = { wall: () => Date.now(), steady: () => threadStart + performance.now() };

/**
 * The wall clock, and where that is set back, the wall clock before plus what a steady clock counted since: now() never
 * goes back. It is never behind the wall clock either, because gates that it sets are compared with the clocks of other
 * processes: the steady clock of a machine that sleeps, and of a Lambda function between two invocations, stands still,
 * and a gate that a late clock sets opens early for all others.
 */
export class SystemClock implements Clock {
  readonly #source: TimeSource;
  #offset: number;

  /** @param offset of another clock on the same source, whose time this one goes on with; absent: the wall clock's */
  constructor(source: TimeSource = machine, offset = source.wall() - source.steady()) {
    this.#source = source;
    this.#offset = offset;
  }

  /** What a clock on another thread needs to show the same time. */
  get offset(): number {
    return this.#offset;
  }

  now(): number {
    const steady = this.#source.steady();
    this.#offset = Math.max(this.#offset, this.#source.wall() - steady);
    return Math.floor(this.#offset + steady);
  }

  monotonic(): number {
    return this.#source.steady();
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const until = this.monotonic() + ms;
    try {
      for (let left = ms; left > 0; left = until - this.monotonic()) {
        await setTimeout(Math.min(Math.ceil(left), longestTimerMs), undefined, signal && { signal });
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  }
}
