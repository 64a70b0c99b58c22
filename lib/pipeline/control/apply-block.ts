import { type BlockCommand, type JobTouched, maxTasks, type Task } from '../../domain/control/command.ts';
import type { Hold } from '../../domain/control/hold.ts';
import { WinnowError } from '../../domain/error.ts';
import type { Job } from '../../ports/jobs.ts';
import { changeJob } from '../open-job.ts';
import { held, jobsNamed, namedHost, unheld } from './apply-state.ts';
import { endPart } from './parts.ts';
import type { Applied, Asked, Controlling } from './run-command.ts';
import { withTasks } from './tasks.ts';
import { touched, wakeTask } from './touched.ts';

/** Blocks a host or a domain in every job, or lets it be fetched again. */
export async function applyBlock(ports: Controlling, command: BlockCommand, asked: Asked): Promise<Applied> {
  const what = namedHost(command.host);
  const seen = new Set<string>();
  const jobs: JobTouched[] = [];
  let goesOn = false;
  // A job that is made meanwhile takes over what holds in the others, or is found by the next look.
  for (let isNew = true; isNew; ) {
    const left = (await jobsNamed(ports, '*')).filter(({ name }) => !seen.has(name));
    isNew = left.length > 0;
    for (const job of left) {
      seen.add(job.name);
      const change = (was: Job): Job => changed(was, command, what, asked.at);
      const next = change(job);
      jobs.push(await touched(ports, job, next, what, noteOf(job, next, command, what)));
      if (asked.dryRun || next === job) continue;
      goesOn ||= next.tasks !== job.tasks;
      await changeJob(ports, job.name, change);
      if (command.command === 'unblock') await endPurges(ports, job, what);
    }
  }
  return { jobs, ...(goesOn ? { goesOn } : {}) };
}

function changed(
  job: Job,
  { command, purge, reason, requestId }: BlockCommand,
  what: string,
  at: number,
): Job {
  const isMeant = (hold: Hold): boolean => hold.what === what && hold.verb === 'block';
  if (command === 'unblock') {
    const without = (job.tasks ?? []).filter((task) => task.kind !== 'purge' || task.what !== what);
    return unheld(
      without.length === (job.tasks ?? []).length ? job : withTasks(job, without),
      isMeant,
      wakeTask(requestId, what, at),
    );
  }
  const blocked = held(job, { what, verb: 'block', at, reason, ...(purge ? { purge: at } : {}) });
  return purge ? withTask(blocked, { id: requestId, kind: 'purge', what, at, looked: 0, told: 0 }) : blocked;
}

/** The log says of purges that their blocks were lifted before they were over. */
async function endPurges(ports: Controlling, { name, tasks = [] }: Job, what: string): Promise<void> {
  for (const task of tasks.filter((one) => one.kind === 'purge' && one.what === what))
    await endPart(ports, name, { ...task, request: task.id }, 'cancelled');
}

/** @throws WinnowError `usage` when so many are under way that another would make the job's item too large */
export function withTask(job: Job, task: Task): Job {
  const tasks = job.tasks ?? [];
  if (tasks.some(({ id }) => id === task.id)) return job;
  if (tasks.length >= maxTasks) {
    throw new WinnowError('usage', `job ${job.name} has ${maxTasks} commands under way; wait, or cancel one`);
  }
  return { ...job, tasks: [...tasks, task] };
}

function noteOf(was: Job, next: Job, { command }: BlockCommand, what: string): string | undefined {
  if (next !== was) return undefined;
  return command === 'block' ? `${what} is blocked already` : `${what} is not blocked`;
}
