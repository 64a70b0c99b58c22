import { setTimeout as sleep } from 'node:timers/promises';
import { firstDue } from '../../../lib/pipeline/due-bands.ts';
import type { HostControl } from '../../../lib/ports/hosts.ts';
import type { AwsStores } from '../../../lib/runtime/aws-ports.ts';
import type { DeployedStack } from './deployed-stack.ts';

/**
 * Lets the clock of a stack run faster than its schedules do, which go on beside it: while `work` runs, dispatch and
 * recycle are invoked again and again, and `also` is done every second.
 */
export async function withClockwork<T>(
  stack: DeployedStack,
  work: () => Promise<T>,
  also: () => Promise<void> = async () => {},
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
    const { failed, log, answer } = await stack.invoke(name);
    if (failed) throw new Error(`${name} failed: ${JSON.stringify(answer)} ${log}`);
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
export async function until(what: string, done: () => Promise<boolean>, seconds = 300): Promise<void> {
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

/**
 * A host whose gate a dead worker keeps shut has its next turn later, and work for it now. What looks like a trap is
 * no work.
 */
function waits({ state, counters }: HostControl): boolean {
  return state === 'due' && counters.pending > (counters.held ?? 0);
}

async function isQuiet({ hosts, due, links, clock }: AwsStores, job: string): Promise<boolean> {
  const page = await hosts.hosts(job, 1_000);
  if (page.hosts.some(({ control }) => control.state === 'ticketed' || waits(control))) return false;
  if ((await firstDue(due, job, clock.now())) !== undefined) return false;
  return (await links.open(job, 1)).length === 0;
}
