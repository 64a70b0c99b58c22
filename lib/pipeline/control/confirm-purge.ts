import type { Task } from '../../domain/control/command.ts';
import { purgeServedMs, withPurged } from '../../domain/control/hold.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { withTasks } from './change-tasks.ts';

/** Before all else in a host's inbox: `deliver`. */
export const releaseMessage = '0-release-';

/** From the end of a purge's pass to the first look, and between later ones at most: each waits twice as long as the one before, ms. */
const [firstWaitMs, longestWaitMs] = [60_000, 3_600_000];
const hostsAtOnce = 16;

/** Looks, once all hosts of a purge were told, whether they have given up their records. */
export function confirmTask({ id, what, at }: Task, now: number): Task {
  const named = what === undefined ? {} : { what };
  const times = { notBefore: now + firstWaitMs, waitMs: firstWaitMs };
  return { id: `confirm-${id}`, kind: 'confirm', ...named, at, looked: 0, told: 0, ...times };
}

/** How many of some hosts have still been told to give up their records: the message goes when none is left. */
export async function countReleasing(
  ports: Pick<Ports, 'hosts'>,
  job: string,
  hosts: readonly HostName[],
): Promise<number> {
  let left = 0;
  await sideBySide(hosts, hostsAtOnce, async (host) => {
    const [first] = await ports.hosts.inbox({ job, host }, 1);
    if (first?.id.startsWith(releaseMessage)) left += 1;
  });
  return left;
}

/** The job after a look through all hosts (`told`: so many are not done): the purge is over, or is looked at again later. */
export function confirmed(job: Job, task: Task, now: number): Job {
  const others = (job.tasks ?? []).filter(({ id }) => id !== task.id);
  if (task.told === 0) {
    const holds = withPurged(job.holds, task.what ?? '', task.at);
    return withTasks(job.holds === undefined ? job : { ...job, holds }, others);
  }
  if (now >= task.at + purgeServedMs) return withTasks(job, others);
  const waitMs = Math.min(longestWaitMs, 2 * (task.waitMs ?? firstWaitMs));
  const { cursor: _, ...rest } = task;
  return withTasks(job, [...others, { ...rest, looked: 0, told: 0, notBefore: now + waitMs, waitMs }]);
}
