import { WinnowError } from '../../base/error.ts';
import type { Task } from '../../domain/control/command.ts';
import { maxTasks, withTask } from '../../domain/control/task-list.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { endPart } from '../job/command-parts.ts';
import { changeJob } from '../job/open-job.ts';

/** The ports for going on with the tasks of a job. */
export type Tasking = Pick<Ports, 'jobs' | 'commands' | 'hosts' | 'due' | 'clock'>;

/**
 * Adds a task to a job.
 * @throws WinnowError `usage` when the job has the most tasks of this kind: another one would make its item too large
 */
export function jobWithTask(job: Job, task: Task): Job {
  const tasks = withTask(job.tasks, task);
  if (tasks !== undefined) return tasks === job.tasks ? job : { ...job, tasks };
  throw new WinnowError(
    'usage',
    `job ${job.name} has ${maxTasks[task.kind]} commands of this kind (${task.kind}) under way; wait, or cancel one`,
  );
}

export function withTasks(job: Job, tasks: readonly Task[]): Job {
  const { tasks: _, ...rest } = job;
  return tasks.length === 0 ? rest : { ...rest, tasks };
}

/** Changes a job, and logs tasks that the change removed as cancelled. */
export async function changeTasks(
  ports: Tasking,
  name: string,
  change: (job: Job) => Job,
): Promise<{ readonly was: Job; readonly next: Job }> {
  let was: Job | undefined;
  const next = await changeJob(ports, name, (job) => {
    was = job;
    return change(job);
  });
  const left = new Set(next.tasks?.map(({ id }) => id));
  for (const task of was?.tasks ?? []) {
    if (task.kind === 'confirm' || left.has(task.id)) continue;
    await endPart(ports, name, { ...task, request: task.id }, 'cancelled');
  }
  return { was: was ?? next, next };
}
