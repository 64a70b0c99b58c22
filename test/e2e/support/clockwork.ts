import { setTimeout as sleep } from 'node:timers/promises';
import type { DeployedStack } from './stack/deployed-stack.ts';
import { workOf } from './work-of.ts';

/**
 * Lets the clock of a stack run faster than its schedules do, which go on beside it: while `work` runs, dispatch and
 * recycle are invoked again and again, and `also` is done every second. While they are `killed`, a call that failed is
 * made again.
 */
export async function withClockwork<T>(
  stack: Pick<DeployedStack, 'invoke'>,
  work: () => Promise<T>,
  also: () => Promise<void> = async () => {},
  killed: () => boolean = () => false,
): Promise<T> {
  let over = false;
  const again = async (task: () => Promise<void>, everyMs: number): Promise<never> => {
    while (!over) {
      await task();
      await sleep(everyMs);
    }
    return new Promise(() => {});
  };
  const run = (name: 'dispatch' | 'recycle') => async (): Promise<void> => {
    const wasKilled = killed();
    const { failed, log, answer } = await stack.invoke(name);
    if (failed && !wasKilled && !killed())
      throw new Error(`${name} failed: ${JSON.stringify(answer)} ${log}`);
  };
  // A dispatcher that is still at it when the work is done may go on: it is one more beside the next.
  try {
    return await Promise.race([
      work(),
      again(run('dispatch'), 200),
      again(run('recycle'), 500),
      again(also, 1_000),
    ]);
  } finally {
    over = true;
  }
}

/** Waits until `done` says so. @throws Error, saying what was waited for, after `seconds` */
export async function until(
  what: string | (() => string),
  done: () => Promise<boolean>,
  seconds = 300,
): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; !(await done()); await sleep(250)) {
    if (Date.now() < end) continue;
    throw new Error(`waited ${seconds} s for this: ${typeof what === 'string' ? what : what()}`);
  }
}

/** Waits until these jobs have nothing left to do now: no ticket is out, no host is due, no link is on its way. */
export function untilQuiet(stack: DeployedStack, ...jobs: readonly string[]): Promise<void> {
  return untilQuietFor(stack, jobs, 300);
}

/** The same, for work that may take longer. @throws Error, saying what they still had to do, after `seconds` */
export async function untilQuietFor(
  stack: DeployedStack,
  jobs: readonly string[],
  seconds: number,
): Promise<void> {
  let times = 0;
  let left: readonly string[] = [];
  const quietTwice = async (): Promise<boolean> => {
    left = (await Promise.all(jobs.map((job) => workOf(stack.runtime.stores, job)))).flat();
    times = left.length === 0 ? times + 1 : 0;
    // Links may be delivered between two of the questions.
    return times === 2;
  };
  await until(() => `${jobs.join(' and ')} are quiet; left: ${left.join(', ')}`, quietTwice, seconds);
}
