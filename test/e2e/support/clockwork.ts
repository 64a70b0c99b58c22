import { setTimeout as sleep } from 'node:timers/promises';
import type { AwsStores } from '../../../lib/runtime/aws-ports.ts';
import type { DeployedStack } from './deployed-stack.ts';

/**
 * Lets the clock of a stack run faster than its schedules do, which go on beside it: while `work` runs, dispatch and
 * recycle are invoked again and again.
 */
export async function withClockwork<T>(stack: DeployedStack, work: () => Promise<T>): Promise<T> {
  let over = false;
  const again = async (name: 'dispatch' | 'recycle', everyMs: number): Promise<void> => {
    while (!over) {
      const { failed, log, answer } = await stack.invoke(name);
      if (failed) throw new Error(`${name} failed: ${JSON.stringify(answer)} ${log}`);
      await sleep(everyMs);
    }
  };
  const worked = work().finally(() => {
    over = true;
  });
  const [result] = await Promise.all([worked, again('dispatch', 200), again('recycle', 500)]);
  return result;
}

/** Waits until `done` says so. @throws Error, saying what was waited for, after `seconds` */
export async function until(what: string, done: () => Promise<boolean>, seconds = 200): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; !(await done()); await sleep(250)) {
    if (Date.now() > end) throw new Error(`waited ${seconds} s for this: ${what}`);
  }
}

/** Waits until these jobs have nothing left to do now: no ticket is out, no host is due, no link is on its way. */
export async function untilQuiet(stack: DeployedStack, ...jobs: readonly string[]): Promise<void> {
  let times = 0;
  await until(`${jobs.join(' and ')} are quiet`, async () => {
    const quiet = await Promise.all(jobs.map((job) => isQuiet(stack.runtime.stores, job)));
    times = quiet.every(Boolean) ? times + 1 : 0;
    // Links may be delivered between two of the questions.
    return times === 2;
  });
}

async function isQuiet({ hosts, due, links, clock }: AwsStores, job: string): Promise<boolean> {
  const page = await hosts.hosts(job, 1_000);
  if (page.hosts.some(({ control }) => control.state === 'ticketed')) return false;
  if ((await due.due(job, clock.now(), 1)).length > 0) return false;
  return (await links.open(job, 1)).length === 0;
}
