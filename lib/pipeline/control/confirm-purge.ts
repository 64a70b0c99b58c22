import type { HostName } from '../../base/url/url.ts';
import type { Task } from '../../domain/control/command.ts';
import { purgeServedMs, withPurged } from '../../domain/control/holds.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { withTasks } from './change-tasks.ts';

/** The beginning of the id, which puts the message before all others in a host's inbox (`deliver`). */
export const releaseMessage = '0-release-';

/** The wait between a purge's pass and the first look, and the longest wait between looks, ms; the waits double. */
const [firstWaitMs, longestWaitMs] = [60_000, 3_600_000];
const hostsAtOnce = 16;

/** The task that looks whether all hosts of a purge have released their records, once all were notified. */
export function confirmTask({ id, what, at }: Task, now: number): Task {
  const named = what === undefined ? {} : { what };
  const times = { notBefore: now + firstWaitMs, waitMs: firstWaitMs };
  return { id: `confirm-${id}`, kind: 'confirm', ...named, at, looked: 0, told: 0, ...times };
}

/** Counts the hosts that still have the release message in their inbox: it goes when all records are released. */
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

/** The job after a look at all hosts (`told`: hosts that are not done): the purge is over, or is looked at again later. */
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
